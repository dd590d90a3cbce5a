import { expect, it, onTestFinished } from 'vitest';
import { AGENT_LIMITS } from '../../src/channel/server/agent-traffic.ts';
import { type LaneKind, TURN_MS } from '../../src/channel/server/frame-turns.ts';
import { ALICE, greetedAgent, hello, openAgent, serveChannel } from '../channel/channel-fixture.ts';
import { FakeNetwork } from '../channel/fake-network.ts';
import { SyncTestClock } from '../fixtures/test-clock.ts';

const FRAMES = 5_000;
const OF_SERVER = 'oooooooooooooooooooooooooooooooO';
const OF_PROXY = 'pppppppppppppppppppppppppppppppP';
const PLENTY: Readonly<Record<LaneKind, number>> = { stranger: 1e9, server: 1e9, proxy: 1e9 };

/** A channel where each search takes `costMs`, and the searches of each turn of the event loop are counted. */
async function searching(
  costMs: number,
  questions = { burst: 1_000_000, perSecond: 0 },
  maxWaiting?: Readonly<Record<LaneKind, number>>,
) {
  const clock = new SyncTestClock();
  const fake = new FakeNetwork();
  fake.credentials.set(OF_SERVER, { name: 'own', role: 'backend', mayBan: false, secretHash: 'ff' });
  fake.credentials.set(OF_PROXY, { name: 'proxy', role: 'proxy', mayBan: false, secretHash: 'ee' });
  const count = { all: 0, thisTurn: 0, mostInATurn: 0 };
  const search = () => {
    clock.advance(costMs);
    count.all += 1;
    count.thisTurn += 1;
    count.mostInATurn = Math.max(count.mostInATurn, count.thisTurn);
    return { players: [], total: 0 };
  };
  const network = { ...fake.network, players: { ...fake.network.players, search } };
  const limits = { ...AGENT_LIMITS, backend: { ...AGENT_LIMITS.backend, questions } };
  const served = await serveChannel(fake, { network, clock, limits, maxWaiting });
  let isOver = false;
  const nextTurn = () => {
    count.thisTurn = 0;
    if (!isOver) setImmediate(nextTurn);
  };
  nextTurn();
  onTestFinished(() => {
    isOver = true;
    served.close();
  });
  const server = await greetedAgent(served.port, 'backend');
  const flood = (frames: number) => {
    for (let id = 1; id <= frames; id += 1) server.send({ type: 'player.search', id, search: 'a' });
  };
  return { ...served, clock, server, count, flood };
}

it('a game server that searches as often as it may holds no turn of the event loop, and nobody else up', async () => {
  const { port, server, count, flood } = await searching(1);
  const proxy = await greetedAgent(port, 'proxy');
  flood(FRAMES);
  proxy.send({ type: 'player.login', id: 1, uuid: ALICE, name: 'Alice', ip: '' });
  expect(await proxy.next('admission')).toMatchObject({ re: 1, allow: true });
  expect(count.all).toBeLessThan(FRAMES);
  await server.next('player.matches', ({ re }) => re === FRAMES);
  expect(count.all).toBe(FRAMES);
  // A turn as counted here may see the end of one of the channel's and the start of the next.
  expect(count.mostInATurn).toBeLessThanOrEqual(2 * TURN_MS + 1);
  const answers = server.frames.filter(({ type }) => type === 'player.matches').map(({ re }) => re);
  expect(answers).toEqual(Array.from({ length: FRAMES - 1 }, (_, at) => at + 1));
});

it('searches beyond what one agent may are answered "overloaded"', async () => {
  const { server, count, flood } = await searching(0, AGENT_LIMITS.backend.questions);
  flood(FRAMES);
  expect(await server.next('error', ({ re }) => re === FRAMES)).toMatchObject({ code: 'overloaded' });
  expect(count.all).toBe(500);
});

it('of agents that together have more waiting than there is memory for, the one with most of it is dropped', async () => {
  const { port, server, flood } = await searching(TURN_MS, undefined, { ...PLENTY, stranger: 10_000 });
  const proxy = await greetedAgent(port, 'proxy');
  flood(FRAMES);
  expect((await server.closed).code).toBe(4001);
  proxy.send({ type: 'player.login', id: 1, uuid: ALICE, name: 'Alice', ip: '' });
  expect(await proxy.next('admission')).toMatchObject({ re: 1, allow: true });
});

it('an agent is not closed as silent while what it sent waits here', async () => {
  const { server, count, flood } = await searching(100);
  flood(1_000);
  server.send({ type: 'pong', at: 1 });
  await server.next('player.matches', ({ re }) => re === 1_000);
  expect(count.all).toBe(1_000);
  expect(server.frames.some(({ type }) => type === 'ping')).toBe(true);
});

it('strangers drop no proxy that has a secret of its own, which has more waiting than each of them, and do not hold it up', async () => {
  const { port, count, flood } = await searching(TURN_MS, undefined, { ...PLENTY, stranger: 20_000 });
  const proxy = await openAgent(port, OF_PROXY);
  proxy.send(hello('proxy'));
  await proxy.next('welcome');
  flood(300);
  const name = (at: number) => `P${at}`.padEnd(16, 'x');
  const uuid = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
  const entries = Array.from({ length: 400 }, (_, at) => ({
    uuid: uuid(at),
    name: name(at),
    ip: '',
    server: null,
    joinedAt: 1,
  }));
  for (const part of [1, 2, 3]) proxy.send({ type: 'players', part, last: part === 3, players: entries });
  proxy.send({ type: 'player.login', id: 1, uuid: ALICE, name: 'Alice', ip: '' });
  expect(await proxy.next('admission')).toMatchObject({ re: 1, allow: true });
  expect(count.all).toBeLessThan(300);
});

it('who is dropped for the memory of all comes back after a pause that does not grow', async () => {
  const { port, clock, log } = await searching(TURN_MS, undefined, { ...PLENTY, server: 10_000 });
  for (let times = 1; times <= 3; times += 1) {
    const own = await openAgent(port, OF_SERVER);
    own.send(hello('backend', { name: 'own' }));
    await own.next('welcome');
    for (let id = 1; id <= FRAMES; id += 1) own.send({ type: 'player.search', id, search: 'a' });
    expect((await own.closed).code).toBe(4001);
    clock.advance(5_000);
  }
  const exceeded = log.lines.filter(({ event }) => event === 'channel.exceeded');
  expect(exceeded.map(({ pauseMs }) => pauseMs)).toEqual([5_000, 5_000, 5_000]);
});

it('while others are handled an agent that has not said who it is may have no more wait than a hello is long', async () => {
  const { port, flood } = await searching(TURN_MS, undefined, PLENTY);
  const early = await openAgent(port);
  flood(FRAMES);
  for (let count = 0; count < 3; count += 1) early.send('x'.repeat(2_000));
  expect((await early.closed).code).toBe(1009);
});
