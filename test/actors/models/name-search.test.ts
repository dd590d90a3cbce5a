import { expect, it } from 'vitest';
import { NameSearch } from '../../../src/actors/models/name-search.ts';
import { makeEntry, type OnlineEntry } from '../../../src/actors/models/online-entry.ts';
import { ORDERS, SortedEntries } from '../../../src/actors/models/sorted-entries.ts';
import { testPlayer } from '../test-players.ts';

const PLAYERS = 5000;

it('a search after a join or a leave reads the names of one block again, and not of the whole list', () => {
  let reads = 0;
  const order = new SortedEntries(ORDERS.onlineTime);
  const join = (number: number): OnlineEntry => {
    const { uuid, ip } = testPlayer(number);
    const presence = { lease: 'p#1', ip, server: null, joinedAt: number * 1000 };
    const entry = makeEntry(uuid, `Player${number}`, presence);
    const { folded } = entry;
    Object.defineProperty(entry, 'folded', {
      get: () => {
        reads += 1;
        return folded;
      },
    });
    order.insert(entry);
    return entry;
  };
  const entries = Array.from({ length: PLAYERS }, (_, at) => join(at));
  const names = new NameSearch();
  const found = () => names.find(order.snapshot(), 'er77').length;

  expect(found()).toBe(11);
  expect(reads).toBe(PLAYERS);
  expect(found()).toBe(11);
  expect(reads).toBe(PLAYERS);

  for (const entry of entries.slice(770, 771)) order.remove(entry);
  expect(found()).toBe(10);
  join(77_000);
  expect(found()).toBe(11);
  expect(reads).toBeLessThan(PLAYERS + 2 * 512);
});

it('a search for the first few keeps no others, and counts them all', () => {
  const order = new SortedEntries(ORDERS.name);
  for (let at = 0; at < PLAYERS; at += 1) {
    const { uuid, ip } = testPlayer(at);
    order.insert(makeEntry(uuid, `Player${at}`, { lease: 'p#1', ip, server: null, joinedAt: 0 }));
  }
  const { rows, total } = new NameSearch().first(order.snapshot(), 'player', 3);
  expect(rows.map(({ name }) => name)).toEqual(['Player0', 'Player1', 'Player10']);
  expect(total).toBe(PLAYERS);
});
