import { expect, test } from 'vitest';
import {
  REQUESTS_A_LOOK,
  REQUESTS_A_TURN,
  RequestTurns,
  TURN_MS,
} from '../../../src/gateway/http/request-turns.ts';
import { SyncTestClock, turn } from '../../fixtures/test-clock.ts';

const faults = { caught: () => undefined };
const response = { onAborted: () => undefined, cork: (write: () => void) => write(), close: () => undefined };

/** Asks for so many requests in one turn; each that is answered takes `cost` ms. Returns their numbers, as they are answered. */
function asking(times: number, cost = 0) {
  const clock = new SyncTestClock();
  const turns = new RequestTurns(clock, faults);
  const answered: number[] = [];
  const ask = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      const answer = () => {
        clock.advance(cost);
        answered.push(at);
      };
      turns.answer(response, answer);
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
  const { answered } = asking(200, TURN_MS / (2 * REQUESTS_A_LOOK));
  // The time counts from the first look on.
  expect(answered).toHaveLength(3 * REQUESTS_A_LOOK);
  await turn();
  expect(answered).toHaveLength(5 * REQUESTS_A_LOOK);
});

test('a process that is slower than the limit answers a few requests a turn', async () => {
  const { answered } = asking(4 * REQUESTS_A_LOOK, 2 * TURN_MS);
  for (let at = 2; at <= 4; at += 1) {
    expect(answered).toHaveLength(at * REQUESTS_A_LOOK);
    await turn();
  }
});

test('a quiet turn forgets what the one before used', async () => {
  const { answered, ask } = asking(REQUESTS_A_TURN);
  await turn();
  ask(REQUESTS_A_TURN, 2 * REQUESTS_A_TURN);
  expect(answered).toHaveLength(2 * REQUESTS_A_TURN);
});

test('a client that is gone when its turn comes is not answered, and that is told', async () => {
  const turns = new RequestTurns(new SyncTestClock(), faults);
  for (let at = 0; at < REQUESTS_A_TURN; at += 1) turns.answer(response, () => undefined);
  const calls: string[] = [];
  let hangUp = (): void => undefined;
  const gone = {
    ...response,
    onAborted: (run: () => void) => {
      hangUp = run;
    },
  };
  turns.answer(
    gone,
    () => calls.push('answered'),
    () => calls.push('left'),
  );
  expect(turns.waiting).toBe(1);
  hangUp();
  await turn();
  expect([turns.waiting, calls]).toEqual([0, ['left']]);
});

test('what an answer throws closes its connection, and those behind it are answered', async () => {
  const caught: unknown[] = [];
  const closed: string[] = [];
  const turns = new RequestTurns(new SyncTestClock(), {
    caught: (error, close) => {
      caught.push(error);
      close();
    },
  });
  for (let at = 0; at < REQUESTS_A_TURN; at += 1) turns.answer(response, () => undefined);
  const failing = { ...response, close: () => closed.push('closed') };
  const bug = new TypeError('a bug');
  turns.answer(failing, () => {
    throw bug;
  });
  const answered: string[] = [];
  turns.answer(response, () => answered.push('answered'));
  await turn();
  expect([caught, closed, answered, turns.waiting]).toEqual([[bug], ['closed'], ['answered'], 0]);
});
