import { describe, expect, it } from 'vitest';
import { testPlayer } from '../../test-players.ts';
import { ANN, ANN_BEHIND, openBehindEdge } from './behind-edge-fixture.ts';

describe('an edge and the agent of a proxy behind it', () => {
  it.each(['edge', 'agent'] as const)(
    'have one session of a player, with one join and one leave, where the %s reports first',
    async (first) => {
      const { network, clock, edge, agent, story } = await openBehindEdge();
      edge.login(ANN);
      agent.login(ANN_BEHIND);
      expect(network.vitals().slotsReserved).toBe(1);
      if (first === 'edge') edge.join(ANN);
      agent.join(ANN_BEHIND);
      if (first === 'agent') edge.join(ANN);
      await clock.advance(60_000);
      expect(network.players.onlineCount).toBe(1);
      expect(network.vitals().slotsReserved).toBe(0);
      agent.leave(ANN.uuid);
      edge.leave(ANN.uuid);
      await clock.advance(60_000);
      expect(story()).toEqual(['join', 'leave']);
      expect([...edge.kicks, ...agent.kicks]).toEqual([]);
    },
  );

  it('show the server that the agent says, whatever game servers list, and the address that the edge says', async () => {
    const { clock, edge, agent, backend, serverOf, addressOf } = await openBehindEdge();
    const game = backend('game').connect();
    edge.join(ANN, 'game');
    agent.join(ANN_BEHIND);
    agent.switch(ANN.uuid, 'lobby');
    game.session.report({ players: [ANN.uuid] });
    edge.join(ANN, 'game');
    await clock.advance(20_000);
    expect(serverOf(ANN.uuid)).toBe('lobby');
    expect(await addressOf(ANN)).toBe(ANN.ip);
  });

  it('show the address of the login at the edge before the edge counts the player as online', async () => {
    const { edge, agent, addressOf } = await openBehindEdge();
    edge.login(ANN);
    agent.login(ANN_BEHIND);
    agent.join(ANN_BEHIND);
    expect(await addressOf(ANN)).toBe(ANN.ip);
  });

  it('need one slot of the network, and the edge’s stays when the agent’s login is cancelled', async () => {
    const { network, edge, agent } = await openBehindEdge();
    await network.proxy.update({ maxPlayers: 1 }, false);
    expect(edge.login(ANN).allow).toBe(true);
    expect(agent.login(ANN_BEHIND).allow).toBe(true);
    agent.cancel(ANN.uuid);
    expect(network.vitals().slotsReserved).toBe(1);
    edge.cancel(ANN.uuid);
    expect(network.vitals().slotsReserved).toBe(0);
  });

  it('need one slot also where the agent proves another uuid for the name, which the edge’s cancel gives back', async () => {
    const { network, edge, agent } = await openBehindEdge();
    await network.proxy.update({ maxPlayers: 1 }, false);
    const guessed = { ...ANN, uuid: testPlayer(9).uuid };
    expect(edge.login(guessed).allow).toBe(true);
    expect(agent.login(ANN_BEHIND).allow).toBe(true);
    expect(network.vitals().slotsReserved).toBe(1);
    agent.cancel(ANN.uuid);
    edge.cancel(guessed.uuid);
    expect(network.vitals().slotsReserved).toBe(0);
  });

  it('share no address block: logins that the agent asks about alone are not counted to the address of the edge', async () => {
    const { network, agent } = await openBehindEdge({ slotsPerAddress: 1 });
    for (const number of [1, 2, 3]) agent.login({ ...testPlayer(number), ip: '10.0.0.1' });
    expect(network.vitals().slotsReserved).toBe(3);
  });

  it('decide the login again at the agent: what changed meanwhile refuses it', async () => {
    const { network, edge, agent } = await openBehindEdge();
    edge.login(ANN);
    await network.proxy.update({ maintenance: true }, false);
    expect(agent.login(ANN_BEHIND)).toMatchObject({ allow: false, code: 'maintenance' });
  });

  it('let nobody in twice: a player whom one of them has joins by the other also in maintenance and a full network', async () => {
    const { network, clock, edge, agent } = await openBehindEdge();
    agent.enter(ANN_BEHIND);
    await network.proxy.update({ maintenance: true, maxPlayers: 1 }, false);
    edge.join(ANN);
    await clock.advance(60_000);
    expect(edge.kicks).toEqual([]);
    expect(network.players.onlineCount).toBe(1);
  });

  it('end the session with the edge’s leave, and the agent’s later one is nothing', async () => {
    const { clock, edge, agent, story } = await openBehindEdge();
    agent.enter(ANN_BEHIND);
    edge.join(ANN);
    edge.leave(ANN.uuid);
    expect(story()).toEqual(['join', 'leave']);
    agent.leave(ANN.uuid);
    await clock.advance(60_000);
    expect(story()).toEqual(['join', 'leave']);
  });

  it('begin the next session by the agent, which the late leave of the edge does not end', async () => {
    const { network, clock, edge, agent, story } = await openBehindEdge();
    agent.enter(ANN_BEHIND);
    edge.join(ANN);
    agent.leave(ANN.uuid);
    agent.enter(ANN_BEHIND);
    edge.leave(ANN.uuid);
    edge.join(ANN);
    await clock.advance(60_000);
    expect(story()).toEqual(['join', 'leave', 'join']);
    expect(network.players.onlineCount).toBe(1);
  });

  it('show a player again whom the one still has ten seconds after the other has ended the session', async () => {
    const { clock, edge, agent, story, notes } = await openBehindEdge();
    agent.enter(ANN_BEHIND);
    edge.join(ANN);
    edge.leave(ANN.uuid);
    await clock.advance(9_999);
    expect(story()).toEqual(['join', 'leave']);
    await clock.advance(1);
    expect(story()).toEqual(['join', 'leave', 'join']);
    edge.join(ANN);
    agent.leave(ANN.uuid);
    await clock.advance(10_000);
    expect(story()).toEqual(['join', 'leave', 'join', 'leave', 'join']);
    edge.leave(ANN.uuid);
    await clock.advance(60_000);
    expect(story().at(-1)).toBe('leave');
    expect(notes()).not.toContain('proxy.not-behind-edge');
  });

  it('have another edge beside the first: the player stays until the last lets them go', async () => {
    const { network, clock, edge, agent, edgeNamed } = await openBehindEdge();
    const second = edgeNamed('second');
    agent.enter(ANN_BEHIND);
    edge.join(ANN);
    second.join({ ...ANN, ip: '198.51.100.9' });
    edge.leave(ANN.uuid);
    expect(network.players.onlineCount).toBe(1);
    await clock.advance(60_000);
    expect([...edge.kicks, ...second.kicks, ...agent.kicks]).toEqual([]);
    second.leave(ANN.uuid);
    expect(network.players.onlineCount).toBe(0);
  });
});
