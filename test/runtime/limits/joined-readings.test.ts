import { expect, it } from 'vitest';
import { JoinedReadings } from '../../../src/runtime/limits/joined-readings.ts';
import { TestClock } from '../../fixtures/test-clock.ts';

interface Row {
  readonly key: number;
  readonly text: string;
}

/** A table of even keys that answers a question when the test says so. */
function stage() {
  const clock = new TestClock();
  const asked: (readonly number[])[] = [];
  const open: { answer: () => void; fail: (error: Error) => void }[] = [];
  const read = (keys: readonly number[]): Promise<Row[]> => {
    asked.push(keys);
    const rows = keys.filter((key) => key % 2 === 0).map((key) => ({ key, text: `row ${key}` }));
    return new Promise((resolve, reject) => void open.push({ answer: () => resolve(rows), fail: reject }));
  };
  const readings = new JoinedReadings<number, Row>({ read, keyOf: ({ key }) => key, clock });
  const answers: unknown[] = [];
  const find = (...keys: number[]): void => {
    const at = answers.push('waits') - 1;
    readings.find(keys).then(
      (rows) => (answers[at] = rows.map(({ text }) => text)),
      (error: unknown) => (answers[at] = error),
    );
  };
  const answer = async (count = Infinity): Promise<void> => {
    for (const question of open.splice(0, count)) question.answer();
    await clock.advance(0);
  };
  const fail = async (error: Error): Promise<void> => {
    open.shift()?.fail(error);
    await clock.advance(0);
  };
  return { clock, asked, answers, find, answer, fail };
}

const sizes = (asked: readonly (readonly number[])[]): number[] => asked.map(({ length }) => length);
const range = (length: number, from = 0): number[] => Array.from({ length }, (_, at) => from + at);
const TOO_LATE = expect.objectContaining({
  code: 'storage_unavailable',
  message: 'The database did not answer in time',
});
const TOO_MUCH = expect.objectContaining({
  code: 'storage_unavailable',
  message: 'Too much waits for the database',
});

it('who comes alone reads at once, one after the other', async () => {
  const { clock, asked, answers, find, answer } = stage();
  for (const key of [2, 4, 5]) {
    find(key);
    expect(asked.at(-1)).toEqual([key]);
    await answer();
  }
  expect(answers).toEqual([['row 2'], ['row 4'], []]);
  expect(clock.pending).toBe(0);
});

it('those who come while a question is under way share the next one, and each gets their own', async () => {
  const { clock, asked, answers, find, answer } = stage();
  find(2);
  find(4, 6);
  find(6, 7);
  find(2);
  await answer();
  await answer();
  expect(asked).toEqual([[2], [4, 6, 7, 2]]);
  expect(answers).toEqual([['row 2'], ['row 4', 'row 6'], ['row 6'], ['row 2']]);
  await clock.advance(50);
  expect(clock.pending).toBe(0);
});

it('nobody is answered by a question that began before they came', async () => {
  const { asked, answers, find, answer } = stage();
  find(2);
  find(2);
  await answer();
  expect(answers).toEqual([['row 2'], 'waits']);
  await answer();
  expect([asked, answers[1]]).toEqual([[[2], [2]], ['row 2']]);
});

it('where several come at a time, questions begin five milliseconds apart, and then at once again', async () => {
  const { clock, asked, find, answer } = stage();
  find(2);
  find(4);
  find(6);
  await answer();
  await answer();
  find(8);
  find(10);
  await clock.advance(4);
  expect(sizes(asked)).toEqual([1, 2]);
  await clock.advance(1);
  expect(sizes(asked)).toEqual([1, 2, 2]);
  await answer();
  await clock.advance(5);
  find(12);
  expect(sizes(asked)).toEqual([1, 2, 2, 1]);
});

it('many who come together wait for nobody more', async () => {
  const { clock, asked, find, answer } = stage();
  for (const key of range(63)) find(key);
  await answer();
  await answer();
  for (const key of range(63)) find(key);
  await clock.advance(0);
  expect(sizes(asked)).toEqual([1, 62]);
  find(99);
  expect(sizes(asked)).toEqual([1, 62, 64]);
});

it('a fault reaches all who wait for its question, and no other', async () => {
  const { answers, find, answer, fail } = stage();
  const fault = new Error('away');
  for (const key of [2, 4, 6]) find(key);
  await answer();
  await fail(fault);
  find(8);
  expect(answers).toEqual([['row 2'], fault, fault, 'waits']);
});

it('goes on after a fault', async () => {
  const { clock, answers, find, answer, fail } = stage();
  find(2);
  find(4);
  await fail(new Error('away'));
  await answer();
  find(6);
  await answer();
  expect(answers.slice(1)).toEqual([['row 4'], ['row 6']]);
  expect(clock.pending).toBe(0);
});

it('a question has at most 512 keys, unless one caller wants more', async () => {
  const { clock, asked, answers, find, answer } = stage();
  find(-2);
  for (const key of range(600)) find(key);
  find(...range(700));
  for (let round = 0; round < 4; round += 1) {
    await answer();
    await clock.advance(5);
  }
  expect(sizes(asked)).toEqual([1, 512, 88, 700]);
  expect(answers).not.toContain('waits');
});

it('a question that hangs holds up the next for 50 ms, and eight that hang all others', async () => {
  const { clock, asked, answers, find, answer } = stage();
  for (const key of range(20)) {
    find(key);
    await clock.advance(50);
  }
  expect(sizes(asked)).toEqual(range(8).map(() => 1));
  await answer(1);
  await answer();
  expect(sizes(asked)).toEqual([...range(8).map(() => 1), 12]);
  expect(answers).not.toContain('waits');
});

it('a late answer does not let on two questions', async () => {
  const { clock, asked, find, answer } = stage();
  find(2);
  await clock.advance(50);
  find(4);
  await answer(1);
  find(6);
  expect(asked).toEqual([[2], [4]]);
});

it('nobody waits for longer than five seconds for a question that is not answered', async () => {
  const { clock, answers, find } = stage();
  find(2);
  find(4);
  await clock.advance(4_999);
  expect(answers).toEqual(['waits', 'waits']);
  await clock.advance(51);
  expect(answers).toEqual([TOO_LATE, TOO_LATE]);
  expect(clock.pending).toBe(0);
});

it('what is too much is refused at once, and those who wait are answered', async () => {
  const { clock, answers, find, answer } = stage();
  find(2);
  find(...range(9_999));
  find(2, 4);
  find(6);
  await clock.advance(0);
  expect(answers).toEqual(['waits', 'waits', TOO_MUCH, 'waits']);
  for (let round = 0; round < 3; round += 1) await answer();
  expect(answers).not.toContain('waits');
  find(8);
  await answer();
  expect(answers.at(-1)).toEqual(['row 8']);
});

it('one caller may want any number, and nothing is asked about no keys', async () => {
  const { asked, answers, find, answer } = stage();
  find();
  find(...range(20_000));
  await answer();
  expect([sizes(asked), answers[0]]).toEqual([[20_000], []]);
  expect(answers).not.toContain('waits');
});

it('answers each caller all rows of their keys, where keys have several', async () => {
  const clock = new TestClock();
  const rows: Row[] = [2, 4, 2, 4, 2].map((key, at) => ({ key, text: `row ${at}` }));
  const readings = new JoinedReadings<number, Row>({
    read: (keys) => Promise.resolve(rows.filter(({ key }) => keys.includes(key))),
    keyOf: ({ key }) => key,
    clock,
  });
  const texts = (found: readonly Row[]): string[] => found.map(({ text }) => text);
  const answers = Promise.all([[4], [2, 3], [4, 2]].map((keys) => readings.find(keys)));
  await clock.advance(1_000);
  expect((await answers).map(texts)).toEqual([
    ['row 1', 'row 3'],
    ['row 0', 'row 2', 'row 4'],
    ['row 1', 'row 3', 'row 0', 'row 2', 'row 4'],
  ]);
});
