import { expect, it, onTestFinished } from 'vitest';
import { TURN_MS } from '../../src/channel/server/frame-turns.ts';
import { hello, openAgent, serveChannel } from '../channel/channel-fixture.ts';
import { FakeNetwork } from '../channel/fake-network.ts';
import { SyncTestClock } from '../fixtures/test-clock.ts';

const AGENTS = 80;

/** A channel where to take each game server in costs so much, after which all of them say hello at once. */
async function greeting(costMs: number) {
  const clock = new SyncTestClock();
  const fake = new FakeNetwork();
  const { network } = fake;
  const count = { all: 0, thisTurn: 0, mostInATurn: 0 };
  const attachBackend: typeof network.agents.attachBackend = (...given) => {
    clock.advance(costMs);
    count.all += 1;
    count.thisTurn += 1;
    count.mostInATurn = Math.max(count.mostInATurn, count.thisTurn);
    return network.agents.attachBackend(...given);
  };
  const agents = { ...network.agents, attachBackend };
  const served = await serveChannel(fake, { network: { ...network, agents }, clock });
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
  const opened = await Promise.all(Array.from({ length: AGENTS }, () => openAgent(served.port)));
  for (const [at, agent] of opened.entries()) agent.send(hello('backend', { name: `server-${at}` }));
  const outcomes = await Promise.all(
    opened.map((agent) =>
      Promise.race([agent.next('welcome').then(() => 'welcome'), agent.closed.then(({ reason }) => reason)]),
    ),
  );
  return { count, outcomes };
}

it('agents that all say hello at once hold no turn of the event loop up', async () => {
  const { count, outcomes } = await greeting(1);
  expect(new Set(outcomes)).toEqual(new Set(['welcome']));
  // A turn as counted here may see the end of one of the channel's and the start of the next.
  expect(count.mostInATurn).toBeLessThanOrEqual(2 * TURN_MS + 1);
});

it('an agent whose hello waits for its turn is not closed for having said none', async () => {
  const { count, outcomes } = await greeting(200);
  expect(new Set(outcomes)).toEqual(new Set(['welcome']));
  expect(count.all).toBe(AGENTS);
});
