import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { RandomChoice } from '../../src/simulator/random-choice.ts';
import { SimulatedParties } from '../../src/simulator/simulated-parties.ts';
import { offlineUuid } from '../../src/runtime/offline-uuid.ts';

const people = Array.from({ length: 12 }, (_, at) => offlineUuid(`Guest${at}`));
const guest = fc.constantFrom(...people);
const step = fc.oneof(
  fc.record({ form: fc.array(guest, { maxLength: 6 }) }),
  fc.record({ forget: guest }),
  fc.record({ end: fc.nat() }),
);

it('a party always has at least two members, its leader is one of them, and nobody is in two parties', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const book = new SimulatedParties('proxy-1');
      for (const what of steps) {
        if ('form' in what) book.form(what.form, 1);
        else if ('forget' in what) book.forget(what.forget);
        else book.endOne(new RandomChoice(what.end));
        const parties = [...book.parties];
        const members = parties.flatMap((party) => party.members);
        expect(new Set(members).size).toBe(members.length);
        for (const party of parties) {
          expect(party.members.length).toBeGreaterThanOrEqual(2);
          expect(party.members).toContain(party.leader);
        }
      }
    }),
  );
});

it('reports once that it has changed', () => {
  const book = new SimulatedParties('proxy-1');
  expect(book.takeStale()).toBe(false);
  book.form(people.slice(0, 3), 1);
  expect(book.takeStale()).toBe(true);
  expect(book.takeStale()).toBe(false);
});
