import { describe, expect, it } from 'vitest';
import { ADMIN } from '../../test-players.ts';
import { ANN, ANN_BEHIND, openBehindEdge } from './behind-edge-fixture.ts';

async function openShared() {
  const fixture = await openBehindEdge();
  const { edge, agent } = fixture;
  edge.login(ANN);
  agent.enter(ANN_BEHIND, 'lobby');
  edge.join(ANN);
  return { ...fixture, ban: () => fixture.network.bans.ban({ ...ANN, time: '1h', reason: 'tnt' }, ADMIN) };
}

describe('a player whom an edge and an agent behind it have', () => {
  it('is kicked by the agent, which has words, and then by the edge, which closes', async () => {
    const { network, edge, agent } = await openShared();
    expect(await network.players.kick(ANN.uuid, 'go')).toBe(true);
    expect(agent.kicks).toMatchObject([{ uuid: ANN.uuid, message: 'go' }]);
    expect(edge.kicks).toMatchObject([{ uuid: ANN.uuid, message: 'go' }]);
    expect(network.players.onlineCount).toBe(0);
  });

  it.each(['silent', 'refuses', 'stalls'] as const)(
    'is kicked by the edge where the agent %s, for at most two seconds',
    async (behaviour) => {
      const { network, clock, edge, agent } = await openShared();
      agent.behaviour = behaviour;
      const kicked = network.players.kick(ANN.uuid, 'go');
      await clock.advance(2_000);
      await kicked;
      expect(edge.kicks).toHaveLength(1);
      expect(edge.players.size).toBe(0);
      expect(network.players.onlineCount).toBe(0);
    },
  );

  it('is kicked by the server with words where the agent does not, before the edge closes', async () => {
    const { network, edge, agent, backend } = await openShared();
    agent.behaviour = 'silent';
    const lobby = backend('lobby');
    const said: unknown[] = [];
    const kick = async (player: unknown, message: string): Promise<boolean> => {
      said.push({ player, message, closed: edge.kicks.length });
      return true;
    };
    network.agents.attachBackend(lobby.identity, { ...lobby.client(), kick });
    expect(await network.players.kick(ANN.uuid, 'go')).toBe(true);
    expect(said).toMatchObject([{ player: { uuid: ANN.uuid }, message: 'go', closed: 0 }]);
    expect(edge.kicks).toHaveLength(1);
  });

  it('is out when they are banned, also where an agent only says that it kicked them', async () => {
    const { clock, edge, agent, ban } = await openShared();
    agent.behaviour = 'pretends';
    await ban();
    await clock.advance(0);
    expect(agent.kicks).toHaveLength(1);
    expect(edge.players.size).toBe(0);
  });

  it('is out when they are banned while the agent is away', async () => {
    const { clock, edge, agent, ban } = await openShared();
    agent.drop();
    await ban();
    await clock.advance(0);
    expect(edge.players.size).toBe(0);
  });

  it('is out when they are banned while the edge is away, and once it is back nobody is online', async () => {
    const { network, clock, edge, agent, ban } = await openShared();
    edge.drop();
    agent.drop();
    await ban();
    edge.connect();
    agent.connect();
    await clock.advance(60_000);
    expect([...edge.players.keys(), ...agent.players.keys()]).toEqual([]);
    expect(network.players.onlineCount).toBe(0);
  });

  it('is out with kickPlayers of a maintenance, by both', async () => {
    const { network, clock, edge, agent } = await openShared();
    agent.behaviour = 'pretends';
    await network.proxy.update({ maintenance: true }, true);
    await clock.advance(0);
    expect(agent.kicks).toHaveLength(1);
    expect(edge.players.size).toBe(0);
  });

  it('is moved by the agent, and can be moved everywhere: the edge’s transfers are not used', async () => {
    const { network, edge, agent, serverOf, backend } = await openShared();
    backend('game').connect();
    expect(network.players.reachOf(ANN.uuid)).toBeNull();
    await network.players.send(ANN.uuid, 'game');
    expect(agent.sends).toEqual([{ uuid: ANN.uuid, server: 'game' }]);
    expect(edge.sends).toEqual([]);
    expect(serverOf(ANN.uuid)).toBe('game');
  });

  it('can be moved everywhere as soon as the agent has asked about the login', async () => {
    const { network, edge, agent } = await openBehindEdge();
    edge.takesTargets = true;
    edge.connect();
    edge.login(ANN);
    expect(network.players.reachOf(ANN.uuid)).toEqual([]);
    agent.login(ANN_BEHIND);
    expect(network.players.reachOf(ANN.uuid)).toBeNull();
  });

  it('is kicked by the agent first while they log in', async () => {
    const { network, edge, agent } = await openBehindEdge();
    edge.login(ANN);
    agent.login(ANN_BEHIND);
    agent.players.set(ANN.uuid, { player: ANN_BEHIND, server: null, joinedAt: 0 });
    expect(await network.players.kick(ANN.uuid, 'go')).toBe(true);
    expect([agent.kicks.length, edge.kicks.length]).toEqual([1, 1]);
  });
});
