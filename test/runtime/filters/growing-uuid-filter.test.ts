import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { GrowingUuidFilter } from '../../../src/runtime/filters/growing-uuid-filter.ts';

const uuidAt = (at: number) => `${at.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000` as Uuid;

/** A set with its filter, and how often the set was walked through. */
function filteredSet() {
  const members = new Set<Uuid>();
  const walked = { most: 0, now: 0 };
  const keys = function* (): Generator<Uuid> {
    for (const uuid of members) {
      walked.now += 1;
      yield uuid;
    }
  };
  const filter = new GrowingUuidFilter(() => ({ size: members.size, keys }));
  const add = (uuid: Uuid): void => {
    members.add(uuid);
    walked.now = 0;
    filter.add(uuid);
    walked.most = Math.max(walked.most, walked.now);
  };
  return { members, filter, walked, add };
}

it('has every member at every step, while it grows and members leave and come back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 7 }), (step, leaving) => {
      const { members, filter, add } = filteredSet();
      const check = (): boolean => [...members].every((uuid) => filter.mayHave(uuid));
      for (let at = 0; at < 20_000; at += 1) {
        add(uuidAt(at * step));
        if (at % 8 < leaving) members.delete(uuidAt((at >> 1) * step));
        if (at % 16 === 15) add(uuidAt((at >> 2) * step));
        if (at % 1_999 === 0 || (at > 4_090 && at < 4_170 && at % 13 === 0)) expect(check()).toBe(true);
      }
      expect(check()).toBe(true);
    }),
    { numRuns: 5 },
  );
});

it('takes few over at a time, so that a million stop nothing, and most of all others are told apart', () => {
  const { filter, walked, add } = filteredSet();
  for (let at = 0; at < 200_000; at += 1) add(uuidAt(at));
  expect(walked.most).toBeLessThanOrEqual(64);
  const others = Array.from({ length: 10_000 }, (_, at) => uuidAt(at + 1_000_000));
  expect(others.filter((uuid) => filter.mayHave(uuid)).length).toBeLessThan(2_500);
});
