import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { RandomChoice } from '../../src/simulator/random-choice.ts';
import { SimulatedParties } from '../../src/simulator/simulated-parties.ts';
import { offlineUuid } from '../../src/runtime/offline-uuid.ts';

const players = Array.from({ length: 12 }, (_, at) => offlineUuid(`Player${at}`));
const player = fc.constantFrom(...players);
const step = fc.oneof(
  fc.record({ form: fc.array(player, { maxLength: 6 }) }),
  fc.record({ forget: player }),
  fc.record({ end: fc.nat() }),
);

it('a party always has at least two members, its leader is one of them, and nobody is in two parties', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const partiesOfProxy = new SimulatedParties('proxy-1');
      for (const what of steps) {
        if ('form' in what) partiesOfProxy.form(what.form, 1);
        else if ('forget' in what) partiesOfProxy.forget(what.forget);
        else partiesOfProxy.endOne(new RandomChoice(what.end));
        const parties = [...partiesOfProxy.parties];
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
  const partiesOfProxy = new SimulatedParties('proxy-1');
  expect(partiesOfProxy.takeStale()).toBe(false);
  partiesOfProxy.form(players.slice(0, 3), 1);
  expect(partiesOfProxy.takeStale()).toBe(true);
  expect(partiesOfProxy.takeStale()).toBe(false);
});
