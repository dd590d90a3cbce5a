import { expect, it, onTestFinished } from 'vitest';
import { AGENT_LIMITS } from '../../src/channel/server/agent-traffic.ts';
import { TURN_MS } from '../../src/channel/server/frame-turns.ts';
import { ALICE, greetedAgent, serveChannel } from '../channel/channel-fixture.ts';
import { FakeNetwork } from '../channel/fake-network.ts';
import { SyncTestClock } from '../fixtures/test-clock.ts';

const FRAMES = 5_000;

/** A channel where each search takes `costMs`, and the searches of each turn of the event loop are counted. */
async function searching(
  costMs: number,
  questions = { burst: 1_000_000, perSecond: 0 },
  maxWaiting?: number,
) {
  const clock = new SyncTestClock();
  const fake = new FakeNetwork();
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
  return { ...served, server, count, flood };
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
  const { port, server, flood } = await searching(TURN_MS, undefined, 10_000);
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
