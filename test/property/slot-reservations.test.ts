import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { RESERVATION_MS, SlotReservations } from '../../src/actors/admission/slot-reservations.ts';
import { parseUuid, type Uuid } from '../../src/domain/uuid.ts';

const PLAYERS = Array.from({ length: 6 }, (_, at) => {
  const uuid = parseUuid(`0000000${at}-0000-4000-8000-000000000000`);
  if (uuid === undefined) throw new Error('not a uuid');
  return uuid;
});

const player = fc.constantFrom(...PLAYERS);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('login' as const), uuid: player }) },
  fc.record({ do: fc.constantFrom('cancel' as const, 'release' as const), uuid: player }),
  fc.record({ do: fc.constant('join-full' as const) }),
  fc.record({ do: fc.constant('wait' as const), milliseconds: fc.nat(RESERVATION_MS) }),
);

it('slots end and are displaced in the order in which they were last asked for, whatever happens', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const slots = new SlotReservations(Number.POSITIVE_INFINITY);
      /** In order: whose they are, when they end, for how many logins. */
      let model: { uuid: Uuid; end: number; logins: number }[] = [];
      let now = 0;
      for (const one of steps) {
        if (one.do === 'wait') now += one.milliseconds;
        model = model.filter(({ end }) => end > now);
        expect(slots.reservedAt(now)).toBe(model.length);
        const held = 'uuid' in one ? model.find(({ uuid }) => uuid === one.uuid) : model[0];
        const others = model.filter((slot) => slot !== held);
        if (one.do === 'login') {
          // Of unknown addresses, so that only their order decides.
          slots.reserve(one.uuid, 'proxy#1', '', now);
          model = [...others, { uuid: one.uuid, end: now + RESERVATION_MS, logins: (held?.logins ?? 0) + 1 }];
        } else if (one.do === 'cancel') {
          if (held !== undefined) held.logins -= 1;
          expect(slots.cancel(one.uuid, 'proxy#1')).toBe(held?.logins === 0);
          if (held?.logins === 0) model = others;
        } else if (one.do === 'release') {
          slots.release(one.uuid);
          model = others;
        } else if (one.do === 'join-full') {
          expect(slots.displaceForJoin(now)?.uuid).toBe(held?.uuid);
          model = others;
        }
        expect(PLAYERS.filter((uuid) => slots.has(uuid)).toSorted()).toEqual(
          model.map(({ uuid }) => uuid).toSorted(),
        );
      }
    }),
    { numRuns: 1_000 },
  );
});
