import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { SlicedWork, type Work } from '../../../src/runtime/limits/sliced-work.ts';

const STEPS = 50;

/** Work whose turns the test takes, and counts. */
function stage() {
  const due: (() => void)[] = [];
  const failures: unknown[] = [];
  const work = new SlicedWork({ steps: STEPS, next: (run) => due.push(run) }, (error) =>
    failures.push(error),
  );
  return { work, failures, turn: () => due.shift()?.(), isQuiet: () => due.length === 0 };
}

it('work is done in the order of its lane, at most so many steps a turn, and none is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(120), { maxLength: 30 }), (sizes) => {
      const { work, turn, isQuiet } = stage();
      const lane = work.lane();
      const done: string[] = [];
      let inTurn = 0;
      const step = (text: string): void => {
        done.push(text);
        inTurn += 1;
        expect(inTurn).toBeLessThanOrEqual(STEPS);
      };
      const expected: string[] = [];
      for (const [at, size] of sizes.entries()) {
        const steps = Array.from({ length: size }, (_, number) => `${at}.${number}`);
        expected.push(...steps);
        const single: Work = () => step(steps[0] ?? '');
        lane.run(size === 1 ? single : each(steps, step));
      }
      while (!isQuiet()) {
        inTurn = 0;
        turn();
      }
      expect(done).toEqual(expected);
    }),
  );
});

function* each(steps: readonly string[], step: (text: string) => void): Iterator<number> {
  for (const text of steps) {
    step(text);
    yield 1;
  }
}

it('a lane with endless work keeps no other waiting for more than a turn', () => {
  const { work, turn } = stage();
  const endless = function* (): Iterator<number> {
    for (;;) yield 1;
  };
  work.lane().run(endless());
  let isDone = false;
  const other = work.lane();
  other.run(() => (isDone = true));
  expect(isDone).toBe(false);
  turn();
  expect(isDone).toBe(true);
});

it('work that throws is reported, and what follows it is done', () => {
  const { work, failures } = stage();
  const lane = work.lane();
  let isDone = false;
  lane.run(() => {
    throw new Error('broken');
  });
  lane.run(() => (isDone = true));
  expect([failures, isDone]).toEqual([[new Error('broken')], true]);
});

it('nothing is done after the end', () => {
  const { work, turn } = stage();
  const lane = work.lane();
  let done = 0;
  lane.run(each(Array.from({ length: 200 }, String), () => (done += 1)));
  work.close();
  turn();
  lane.run(() => (done += 1));
  expect(done).toBe(STEPS);
});
