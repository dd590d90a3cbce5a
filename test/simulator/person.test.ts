import { expect, it } from 'vitest';
import { isPlayerName } from '../../src/domain/player-name.ts';
import { offlineUuid } from '../../src/runtime/offline-uuid.ts';
import { PEOPLE, personOf } from '../../src/simulator/person.ts';

it.each([
  ['Notch', 'b50ad385-829d-3141-a216-7e7d7539ba7f'],
  ['notch', '42653081-a90e-3475-b3d6-3550cdb43f8e'],
  ['Tester_1', 'c5837432-680b-39cb-ade0-9b01977671f3'],
])('%s has the uuid that servers in offline mode give', (name, uuid) => {
  expect(offlineUuid(name)).toBe(uuid);
});

it('every person has a valid name, and no two are equal', () => {
  const people = Array.from({ length: 100_000 }, (_, index) => personOf(4_294_967_295, index));
  expect(people.filter(({ name }) => !isPlayerName(name))).toEqual([]);
  expect(new Set(people.map(({ name }) => name)).size).toBe(100_000);
  expect(new Set(people.map(({ ip }) => ip.split('.').slice(0, 2).join('.')))).toEqual(
    new Set(['198.18', '198.19']),
  );
});

it('the last person there is has a valid name, whatever the words before the number', () => {
  const last = Array.from({ length: 1_000 }, (_, index) => personOf(7, PEOPLE - 1 - index));
  expect(last.filter(({ name }) => !isPlayerName(name))).toEqual([]);
  expect(Math.max(...last.map(({ name }) => name.length))).toBe(16);
});

it('the same number of the same seed is the same person', () => {
  expect(personOf(3, 17)).toEqual(personOf(3, 17));
  expect(personOf(3, 17)).not.toEqual(personOf(4, 17));
});
