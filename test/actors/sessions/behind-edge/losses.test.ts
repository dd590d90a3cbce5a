import { describe, expect, it } from 'vitest';
import { ANN, ANN_BEHIND, openBehindEdge } from './behind-edge-fixture.ts';

const GRACE_MS = 10_000;

async function openShared() {
  const fixture = await openBehindEdge();
  fixture.agent.enter(ANN_BEHIND, 'lobby');
  fixture.edge.join(ANN);
  return fixture;
}

describe('a session of an edge and an agent', () => {
  it('goes on by the agent, without an event, when the edge is lost for good', async () => {
    const { network, clock, edge, story, serverOf, notes } = await openShared();
    edge.drop();
    await clock.advance(60_000);
    expect(story()).toEqual(['join']);
    expect(serverOf(ANN.uuid)).toBe('lobby');
    expect(network.players.onlineCount).toBe(1);
    expect(notes()).not.toContain('proxy.not-behind-edge');
  });

  it('goes on by the edge when the agent is lost for good, on a server that nobody knows after the grace', async () => {
    const { clock, agent, story, serverOf, edge } = await openShared();
    agent.drop();
    await clock.advance(GRACE_MS - 1);
    expect(serverOf(ANN.uuid)).toBe('lobby');
    await clock.advance(1);
    expect(serverOf(ANN.uuid)).toBe('');
    expect(story()).toEqual(['join']);
    edge.leave(ANN.uuid);
    expect(story()).toEqual(['join', 'leave']);
  });

  it('shows where game servers list the player once the agent is lost for good', async () => {
    const { clock, agent, backend, serverOf } = await openShared();
    backend('game')
      .connect()
      .session.report({ players: [ANN.uuid] });
    agent.drop();
    await clock.advance(GRACE_MS);
    expect(serverOf(ANN.uuid)).toBe('game');
    agent.connect();
    await clock.advance(0);
    expect(serverOf(ANN.uuid)).toBe('lobby');
  });

  it.each([
    ['edge', 'agent'],
    ['agent', 'edge'],
  ] as const)('ends when both are lost, the %s first, with the grace of the last', async (first, last) => {
    const fixture = await openShared();
    fixture[first].drop();
    await fixture.clock.advance(5_000);
    fixture[last].drop();
    await fixture.clock.advance(GRACE_MS - 1);
    expect(fixture.story()).toEqual(['join']);
    await fixture.clock.advance(1);
    expect(fixture.story()).toEqual(['join', 'leave']);
  });

  it.each([
    ['edge', 'agent'],
    ['agent', 'edge'],
  ] as const)(
    'goes on without an event when both are back with the same epoch, the %s first',
    async (first, last) => {
      const fixture = await openShared();
      const { edge, agent, clock, story, serverOf } = fixture;
      edge.drop();
      agent.drop();
      fixture[first].connect();
      await clock.advance(9_000);
      fixture[last].connect();
      await clock.advance(60_000);
      expect(story()).toEqual(['join']);
      expect(serverOf(ANN.uuid)).toBe('lobby');
      expect([...edge.kicks, ...agent.kicks]).toEqual([]);
    },
  );

  it.each([
    ['edge', 'agent'],
    ['agent', 'edge'],
  ] as const)(
    'is one after a restart of the coordinator too, the list of the %s first',
    async (first, last) => {
      const { reopen, edge, agent } = await openShared();
      const next = await reopen();
      const again = {
        edge: next.proxy('edge', { platform: 'edge' }),
        agent: next.proxy('agent', { behindEdge: true }),
      };
      for (const [uuid, one] of edge.players) again.edge.players.set(uuid, one);
      for (const [uuid, one] of agent.players) again.agent.players.set(uuid, one);
      again[first].connect();
      again[last].connect();
      await next.clock.advance(60_000);
      expect(next.events('player_join')).toHaveLength(1);
      expect(next.events('player_leave')).toEqual([]);
      expect(next.network.players.search('', 9).players).toMatchObject([{ uuid: ANN.uuid, server: 'lobby' }]);
      expect([...again.edge.kicks, ...again.agent.kicks]).toEqual([]);
    },
  );

  it('ends by the list in which the agent no longer has the player', async () => {
    const { clock, edge, agent, story } = await openShared();
    agent.drop();
    agent.players.clear();
    agent.connect();
    edge.leave(ANN.uuid);
    await clock.advance(60_000);
    expect(story()).toEqual(['join', 'leave']);
  });

  it('is not begun anew by the list of one whose session the other has just ended', async () => {
    const { clock, edge, agent, story } = await openShared();
    edge.leave(ANN.uuid);
    agent.connect();
    expect(story()).toEqual(['join', 'leave']);
    agent.leave(ANN.uuid);
    await clock.advance(60_000);
    expect(story()).toEqual(['join', 'leave']);
  });

  it('leaves the count of the network whole when an edge is lost whose players the agents have', async () => {
    const { network, clock, edge } = await openShared();
    edge.drop();
    await clock.advance(GRACE_MS);
    expect(network.status.current().counted).toBe(true);
  });

  it('has the later of two agents that both say the player', async () => {
    const { network, clock, agent, agentNamed, serverOf, edge } = await openShared();
    const later = agentNamed('later');
    await clock.advance(1_000);
    later.enter(ANN_BEHIND, 'game');
    await clock.advance(0);
    expect(agent.players.size).toBe(0);
    expect(serverOf(ANN.uuid)).toBe('game');
    later.drop();
    agent.players.set(ANN.uuid, { player: ANN_BEHIND, server: 'lobby', joinedAt: clock.now() - 60_000 });
    agent.connect();
    await clock.advance(0);
    expect(agent.players.size).toBe(0);
    expect(serverOf(ANN.uuid)).toBe('game');
    expect(edge.kicks).toEqual([]);
    expect(network.players.onlineCount).toBe(1);
  });
});

describe('two clients of one player', () => {
  it('at two edges: the later one stays, and the first is closed after five seconds', async () => {
    const { network, clock, edge, edgeNamed, agent } = await openShared();
    const second = edgeNamed('second');
    await clock.advance(1_000);
    second.join(ANN);
    await clock.advance(4_999);
    expect(edge.kicks).toEqual([]);
    await clock.advance(1);
    expect(edge.kicks).toHaveLength(1);
    expect(second.kicks).toEqual([]);
    agent.leave(ANN.uuid);
    await clock.advance(60_000);
    expect(network.players.onlineCount).toBe(1);
  });

  it('at two edges: when the proxy ends the first, the other one goes on without an event', async () => {
    const { clock, edge, edgeNamed, agent, story } = await openShared();
    const second = edgeNamed('second');
    second.join(ANN);
    agent.leave(ANN.uuid);
    edge.leave(ANN.uuid);
    await clock.advance(60_000);
    expect(story()).toEqual(['join']);
    second.leave(ANN.uuid);
    expect(story()).toEqual(['join', 'leave']);
  });

  it('one of them at a proxy of its own: the later one stays, and the first is kicked by both sides', async () => {
    const { network, clock, edge, agent, proxy } = await openShared();
    const home = proxy('home').connect();
    await clock.advance(1_000);
    home.enter(ANN, 'game');
    await clock.advance(60_000);
    expect([edge.players.size, agent.players.size, home.players.size]).toEqual([0, 0, 1]);
    expect(network.players.onlineCount).toBe(1);
  });
});

describe('an agent that is not behind an edge after all', () => {
  it('has ordinary players after 30 s, with its own word on their address, and one line in the log', async () => {
    const { clock, agent, notes, story, addressOf } = await openBehindEdge();
    agent.enter(ANN_BEHIND);
    await clock.advance(29_999);
    expect(notes()).not.toContain('proxy.not-behind-edge');
    await clock.advance(1);
    expect(notes().filter((note) => note === 'proxy.not-behind-edge')).toHaveLength(1);
    expect(story()).toEqual(['join']);
    expect(await addressOf(ANN)).toBe(ANN_BEHIND.ip);
  });

  it('shares them with an edge that has them later', async () => {
    const { clock, edge, agent, story, addressOf } = await openBehindEdge();
    agent.enter(ANN_BEHIND);
    await clock.advance(60_000);
    edge.join(ANN);
    await clock.advance(60_000);
    expect(story()).toEqual(['join']);
    expect([...edge.kicks, ...agent.kicks]).toEqual([]);
    expect(await addressOf(ANN)).toBe(ANN.ip);
  });
});
