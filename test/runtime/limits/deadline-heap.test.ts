import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { DeadlineHeap } from '../../../src/runtime/limits/deadline-heap.ts';

const steps = fc.array(fc.oneof(fc.integer({ min: 0, max: 50 }), fc.constant('pop' as const)), {
  maxLength: 60,
});

it('always hands out the item with the earliest deadline', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const heap = new DeadlineHeap<number>((deadline) => deadline);
      const model: number[] = [];
      for (const step of all) {
        if (step === 'pop') expect(heap.pop()).toBe(model.shift());
        else {
          heap.push(step);
          model.push(step);
          model.sort((one, other) => one - other);
        }
        expect([heap.peek(), heap.size]).toEqual([model[0], model.length]);
      }
    }),
    { examples: [[[3, 1, 2, 'pop', 0, 5, 4, 'pop', 'pop', 'pop', 'pop', 'pop', 'pop']]] },
  );
});
