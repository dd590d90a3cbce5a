import { expect, it } from 'vitest';
import { AGENT_LIMITS, AgentTraffic, ReportedChanges } from '../../../src/channel/server/agent-traffic.ts';
import { SyncTestClock } from '../../fixtures/test-clock.ts';
import { ALICE, BOB, RawAgent, type Served, serveChannel } from '../channel-fixture.ts';

const LIMITS = {
  bytes: { burst: 100_000, perSecond: 1_000 },
  messages: { burst: 20, perSecond: 1 },
  changes: { burst: 5, perSecond: 1 },
  members: { burst: 10, perSecond: 1 },
  questions: { burst: 12, perSecond: 1 },
  commands: { burst: 2, perSecond: 1 },
  connections: { burst: 10, perSecond: 1 },
};

const hello = { type: 'hello', name: 'p', version: '1.0.0', epoch: 1, protocol: 1 };

async function connect(served: Served, role: 'proxy' | 'backend' = 'proxy'): Promise<RawAgent> {
  const agent = new RawAgent(served.port);
  agent.socket.on('open', () =>
    agent.send({ ...hello, role, platform: role === 'proxy' ? 'modern' : 'server' }),
  );
  await Promise.race([agent.next('welcome'), agent.closed]);
  return agent;
}

const exceeded = ({ log }: Served) => log.lines.filter(({ event }) => event === 'channel.exceeded');
const join = { type: 'player.join', uuid: ALICE, name: 'Alice', ip: '' };

it('an agent that sends too many frames is closed, logged once, and not let in for longer each time', async () => {
  const served = await serveChannel(undefined, { limits: { proxy: LIMITS, backend: LIMITS } });
  const agent = await connect(served);
  for (let at = 0; at < 100; at += 1) agent.send({ type: 'pong', at: 1 });
  expect(await agent.closed).toMatchObject({ code: 4001 });
  expect(exceeded(served)).toEqual([
    {
      event: 'channel.exceeded',
      agent: 'p',
      reason: 'it sends more than 1 messages a second, and 20 at once',
      pauseMs: 5_000,
    },
  ]);
  const early = await connect(served);
  expect(await early.closed).toMatchObject({ code: 4001 });
  expect(exceeded(served)).toHaveLength(1);
  served.clock.advance(5_000);
  const again = await connect(served);
  for (let at = 0; at < 100; at += 1) again.send({ type: 'pong', at: 1 });
  expect(await again.closed).toMatchObject({ code: 4001 });
  expect(exceeded(served)[1]).toMatchObject({ pauseMs: 10_000 });
  served.close();
});

it('an agent whose players come and go too often is closed', async () => {
  const served = await serveChannel(undefined, { limits: { proxy: LIMITS, backend: LIMITS } });
  const agent = await connect(served);
  for (let at = 0; at < 6; at += 1) agent.send(join);
  await agent.closed;
  expect(exceeded(served)[0]?.['reason']).toBe(
    'it sends more than 1 changes of players a second, and 5 at once',
  );
  served.close();
});

it('frames that are not permitted are one line of the log for each agent and minute', async () => {
  const served = await serveChannel();
  const agent = await connect(served, 'backend');
  for (let at = 0; at < 100; at += 1) {
    agent.send({ type: 'player.leave', uuid: ALICE });
    agent.send({ type: 'pong', at: 1 });
  }
  await expect.poll(() => agent.frames.filter(({ type }) => type === 'error').length).toBe(100);
  expect(served.log.lines.filter(({ event }) => event === 'channel.bad_frame')).toHaveLength(1);
  served.close();
});

it('the biggest honest proxy passes: its whole list, everybody leaving, and its list once more', () => {
  const clock = new SyncTestClock();
  const traffic = new AgentTraffic(AGENT_LIMITS.proxy, clock);
  const frame = (bytes: number, changes: number) => traffic.frame(bytes) ?? traffic.changes(changes);
  const list = () => Array.from({ length: 500 }, () => frame(64 * 1024, 400));
  expect(list().filter((reason) => reason !== undefined)).toEqual([]);
  clock.advance(300_000);
  for (let player = 0; player < 200_000; player += 1) expect(frame(80, 1)).toBeUndefined();
  expect(list().filter((reason) => reason !== undefined)).toEqual([]);
});

it('an agent whose parties have too many members in all is closed', async () => {
  const served = await serveChannel(undefined, { limits: { proxy: LIMITS, backend: LIMITS } });
  const agent = await connect(served);
  const party = { id: 'p', leader: ALICE, members: [ALICE, BOB, ALICE, BOB], createdAt: 1 };
  agent.send({ type: 'parties', parties: [party, party] });
  expect(await served.fake.called('parties')).toHaveLength(2);
  agent.send({ type: 'parties', parties: [{ ...party, members: [] }] });
  expect(await agent.closed).toMatchObject({ code: 4001 });
  expect(exceeded(served)[0]?.['reason']).toContain('members of parties');
  served.close();
});

it('the biggest honest game server passes: its list of 5 000 three times a second, with 70 new players', () => {
  const clock = new SyncTestClock();
  const traffic = new AgentTraffic(AGENT_LIMITS.backend, clock);
  const changes = new ReportedChanges();
  expect(changes.in({ type: 'server.update', players: [ALICE] })).toBe(1);
  expect(changes.in({ type: 'server.update', players: [ALICE, BOB] })).toBe(1);
  expect(changes.in({ type: 'server.update', players: [] })).toBe(0);
  expect(traffic.changes(5_000)).toBeUndefined();
  for (let third = 0; third < 900; third += 1) {
    clock.advance(1_000 / 3);
    expect(traffic.frame(200 * 1024) ?? traffic.changes(24)).toBeUndefined();
  }
});

it('an agent that connects again and again is not let in any more', () => {
  const traffic = new AgentTraffic(AGENT_LIMITS.proxy, new SyncTestClock());
  const reasons = Array.from({ length: 61 }, () => traffic.connection());
  expect(reasons.filter((reason) => reason !== undefined)).toHaveLength(1);
});

it('an agent that looks up more than it may is told so, and what it reports counts all the same', async () => {
  const served = await serveChannel(undefined, { limits: { proxy: LIMITS, backend: LIMITS } });
  const agent = await connect(served, 'backend');
  for (let id = 1; id <= 3; id += 1) agent.send({ type: 'player.search', id, search: 'a' });
  agent.send({ type: 'server.update', gameName: 'x' });
  agent.send({ type: 'player.facts', id: 4, uuid: ALICE });
  agent.send({ type: 'player.send', id: 5, uuid: ALICE, server: 'hub' });
  await agent.next('ok', ({ re }) => re === 5);
  const overloaded = agent.frames.filter(({ code }) => code === 'overloaded').map(({ re }) => re);
  expect(overloaded).toEqual([2, 3]);
  served.close();
});

it('an agent that bans or restarts more often than anybody types is told so', async () => {
  const served = await serveChannel(undefined, { limits: { proxy: LIMITS, backend: LIMITS } });
  const agent = await connect(served, 'backend');
  for (let id = 1; id <= 4; id += 1) agent.send({ type: 'server.restart', id, by: null });
  agent.send({ type: 'player.send', id: 5, uuid: ALICE, server: 'hub' });
  await agent.next('ok', ({ re }) => re === 5);
  const overloaded = agent.frames.filter(({ code }) => code === 'overloaded').map(({ re }) => re);
  expect(overloaded).toEqual([3, 4]);
  served.close();
});

it('of an agent no more waits than it may send at once', () => {
  const traffic = new AgentTraffic(LIMITS, new SyncTestClock());
  expect(traffic.waits({ frames: 19, characters: 99_999 })).toBeUndefined();
  expect(traffic.waits({ frames: 20, characters: 0 })).toBeDefined();
  expect(traffic.waits({ frames: 0, characters: 100_000 })).toBeDefined();
});

it('an agent that is left out because there was no memory is left out as long each time, and later for no longer', () => {
  const clock = new SyncTestClock();
  const traffic = new AgentTraffic(LIMITS, clock);
  for (let times = 0; times < 5; times += 1) {
    expect(traffic.pauseForOthers()).toBe(5_000);
    expect(traffic.isPaused).toBe(true);
    clock.advance(5_000);
    expect(traffic.isPaused).toBe(false);
  }
  expect(traffic.pause()).toBe(5_000);
  expect(traffic.pause()).toBe(10_000);
  // It ends no longer pause earlier, and an excess is forgotten no later.
  expect(traffic.pauseForOthers()).toBe(5_000);
  clock.advance(9_999);
  expect(traffic.isPaused).toBe(true);
  clock.advance(300_001);
  expect(traffic.pause()).toBe(5_000);
});
