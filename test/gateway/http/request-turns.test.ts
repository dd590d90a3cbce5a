import { expect, test } from 'vitest';
import {
  ALWAYS_ANSWERED,
  REQUESTS_A_TURN,
  RequestTurns,
  TURN_MS,
} from '../../../src/gateway/http/request-turns.ts';
import { SyncTestClock, turn } from '../../fixtures/test-clock.ts';

/** Asks for so many requests in one turn; each that is answered takes `cost` ms. Returns their numbers, as they are answered. */
function asking(times: number, cost = 0) {
  const clock = new SyncTestClock();
  const turns = new RequestTurns(clock);
  const answered: number[] = [];
  const ask = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      const answer = () => {
        clock.advance(cost);
        answered.push(at);
      };
      const later = turns.take();
      if (later === undefined) answer();
      else void later.then(answer);
    }
  };
  ask(0, times);
  return { answered, ask };
}

test('a turn answers so many requests and no more, and the others follow in their order', async () => {
  const { answered, ask } = asking(3 * REQUESTS_A_TURN);
  expect(answered).toHaveLength(REQUESTS_A_TURN);
  await turn();
  expect(answered).toHaveLength(2 * REQUESTS_A_TURN);
  // The answers that were put off have used this turn up.
  ask(3 * REQUESTS_A_TURN, 3 * REQUESTS_A_TURN + 1);
  expect(answered).toHaveLength(2 * REQUESTS_A_TURN);
  await turn();
  await turn();
  expect(answered).toEqual(Array.from({ length: 3 * REQUESTS_A_TURN + 1 }, (_, at) => at));
});

test('a turn whose time is used up answers no more, and requests that are put off use it up too', async () => {
  const { answered } = asking(100, TURN_MS / 20);
  expect(answered).toHaveLength(20);
  await turn();
  // One more may be under way when the time is looked at.
  expect(answered.length).toBeGreaterThanOrEqual(40);
  expect(answered.length).toBeLessThanOrEqual(41);
});

test('a process that is slower than the limit answers a few requests a turn', async () => {
  const { answered } = asking(3 * ALWAYS_ANSWERED, 2 * TURN_MS);
  for (let at = 1; at <= 3; at += 1) {
    expect(answered).toHaveLength(at * ALWAYS_ANSWERED);
    await turn();
  }
});

test('a quiet turn forgets what the one before used', async () => {
  const { answered, ask } = asking(REQUESTS_A_TURN);
  await turn();
  ask(REQUESTS_A_TURN, 2 * REQUESTS_A_TURN);
  expect(answered).toHaveLength(2 * REQUESTS_A_TURN);
});
