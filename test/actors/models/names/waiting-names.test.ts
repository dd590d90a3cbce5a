import { expect, it } from 'vitest';
import { WaitingNames } from '../../../../src/actors/models/names/waiting-names.ts';
import type { NameRecord } from '../../../../src/actors/ports.ts';
import type { Uuid } from '../../../../src/domain/uuid.ts';
import { testPlayer } from '../../test-players.ts';

const ANN = testPlayer(1, 'Ann').uuid;
const BEN = testPlayer(2, 'Ben').uuid;

function record(key: string, uuid: Uuid, provedAt = 0): NameRecord {
  return { key, uuid, provedBy: null, provedAt, firstSeen: 1, lastSeen: 1 };
}

const keysOf = (names: WaitingNames, uuid: Uuid) => [...names.of(uuid)].map(({ key }) => key);

it('finds the names of a player, and of nobody else', () => {
  const names = new WaitingNames();
  for (const [key, uuid] of [
    ['a', ANN],
    ['b', BEN],
    ['c', ANN],
  ] as const)
    names.set(record(key, uuid));
  expect([keysOf(names, ANN), keysOf(names, BEN)]).toEqual([['a', 'c'], ['b']]);
  names.delete('a');
  names.delete('none');
  expect([keysOf(names, ANN), names.size]).toEqual([['c'], 2]);
  names.clear();
  expect([keysOf(names, ANN), names.size]).toEqual([[], 0]);
});

it('has a name once: for the player whose it became last, as it was said last, in the order in which names came', () => {
  const names = new WaitingNames();
  for (const key of ['a', 'b']) names.set(record(key, ANN));
  names.set(record('a', BEN));
  names.set(record('b', ANN, 5));
  expect([...names.of(BEN)]).toEqual([record('a', BEN)]);
  expect([...names.of(ANN)]).toEqual([record('b', ANN, 5)]);
  expect([names.first(2), names.first(1), names.first(9)]).toEqual([['a', 'b'], ['a'], ['a', 'b']]);
});
