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

test('dear work is shared out over turns by its time, in its order', async () => {
  const clock = new SyncTestClock();
  const turns = new RequestTurns(clock, faults);
  const done: number[] = [];
  const all = Array.from({ length: 9 }, (_, at) =>
    turns.share(
      () => {
        clock.advance(TURN_MS / 2);
        return done.push(at);
      },
      () => false,
    ),
  );
  expect(done).toEqual([0, 1]);
  await turn();
  expect(done).toEqual([0, 1, 2, 3]);
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('dear work of a client that is gone by its turn is not done, and what it throws rejects', async () => {
  const clock = new SyncTestClock();
  const turns = new RequestTurns(clock, faults);
  const here = () => false;
  const fail = () => {
    clock.advance(TURN_MS);
    throw new Error('wrong');
  };
  await expect(turns.share(fail, here)).rejects.toThrow('wrong');
  await turn();
  const first = turns.share(() => clock.advance(TURN_MS), here);
  const done: string[] = [];
  let isGone = false;
  void turns.share(
    () => done.push('gone'),
    () => isGone,
  );
  const last = turns.share(() => done.push('here'), here);
  expect(turns.waiting).toBe(2);
  isGone = true;
  await Promise.all([first, last]);
  expect(done).toEqual(['here']);
});

test('what may not wait is answered in the handler, or its connection is closed where the turn has no room', async () => {
  const turns = new RequestTurns(new SyncTestClock(), faults);
  let answered = 0;
  let closed = 0;
  const res = { ...response, close: () => void (closed += 1) };
  const ask = () => turns.answerNow(res, () => void (answered += 1));
  for (let at = 0; at < REQUESTS_A_TURN; at += 1) ask();
  expect([answered, closed]).toEqual([REQUESTS_A_TURN, 0]);
  ask();
  expect([answered, closed, turns.waiting]).toEqual([REQUESTS_A_TURN, 1, 0]);
  await turn();
  ask();
  expect([answered, closed]).toEqual([REQUESTS_A_TURN + 1, 1]);
});
