import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeEntry, type OnlineEntry } from '../../src/actors/models/online-entry.ts';
import { OnlinePlayers } from '../../src/actors/models/online-players.ts';
import type { OnlineQuery } from '../../src/actors/network.ts';
import { Views } from '../../src/actors/models/views.ts';
import { dateTextIn } from '../../src/domain/time/date-text.ts';
import { testPlayer } from '../actors/test-players.ts';
import { runs } from '../actors/runs.ts';
import { TestClock } from '../fixtures/test-clock.ts';

const SERVERS = ['lobby', 'game'];

/** Characters special in regular expressions, cases that change their length, combining marks, and plain letters. */
const letter = fc.constantFrom(...Array.from('aAbB_.*+?^$()[]{}|\\/%"\'İßΣςéÉ😀ǅ 0'));
const name = fc.string({ unit: letter, minLength: 1, maxLength: 6 });
const search = fc.oneof(
  fc.constant(''),
  fc.string({ unit: fc.oneof(letter, fc.constant('\n')), minLength: 1, maxLength: 2 }),
);
const query = fc.record({
  sort: fc.constantFrom('onlineTime', 'totalTime', 'name'),
  order: fc.constantFrom('asc', 'desc'),
  search,
  limit: fc.option(fc.integer({ min: 0, max: 12 })),
  offset: fc.integer({ min: 0, max: 12 }),
});

const who = fc.integer({ min: 1, max: 30 });
const change = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('add'), who, name, ago: fc.nat(5000) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('crowd'), size: fc.integer({ min: 500, max: 1200 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove'), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move'), who, server: fc.constantFrom(...SERVERS) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('settle'), who, base: fc.nat(20), first: fc.nat(1e9) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('ban'), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass'), ms: fc.constantFrom(1, 999, 1000, 61_000) }) },
);
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

/** The lists in their simplest form: all players, filtered, sorted, cut. */
class PlainLists {
  readonly clock = new TestClock();
  readonly banned = new Set<string>();
  readonly views = new Views(dateTextIn('UTC'), (uuid) => this.banned.has(uuid));
  readonly online = new OnlinePlayers({
    clock: this.clock,
    instanceId: 'boot',
    write: (entry, now) => this.views.onlinePlayerText(entry, now),
  });
  readonly entries = new Map<number, OnlineEntry>();

  async apply(one: Change): Promise<void> {
    if ('ms' in one) return this.clock.advance(one.ms);
    if ('size' in one) {
      for (let number = 0; number < one.size; number += 1) {
        this.#add(1000 + this.entries.size, `Crowd${number % 97}`, (number * 7919) % 100_000);
      }
      return;
    }
    if ('ago' in one) return this.#add(one.who, one.name, one.ago);
    const entry = this.entries.get(one.who);
    if (entry === undefined) return;
    if ('server' in one) this.online.move(entry, one.server);
    else if ('base' in one) this.online.settle(entry, one.base, one.first);
    else if (one.do === 'remove') {
      this.entries.delete(one.who);
      this.online.remove(entry);
    } else {
      this.banned.add(entry.uuid);
      this.online.touch();
    }
  }

  leave(number: number): void {
    const entry = this.entries.get(number);
    if (entry === undefined) return;
    this.entries.delete(number);
    this.online.remove(entry);
  }

  expected(asked: OnlineQuery): { body: string; total: number } {
    const now = this.clock.now();
    const rows = [...this.entries.values()]
      .map((entry) => this.views.onlinePlayer(entry, now))
      .filter((row) => row.name.toLowerCase().includes(asked.search.toLowerCase()));
    rows.sort((a, b) => {
      const [one, other] =
        asked.sort === 'name' ? [a.name.toLowerCase(), b.name.toLowerCase()] : [a[asked.sort], b[asked.sort]];
      return one < other ? -1 : one > other ? 1 : a.uuid < b.uuid ? -1 : 1;
    });
    if (asked.order === 'desc') rows.reverse();
    const page = rows.slice(asked.offset, asked.limit === null ? undefined : asked.offset + asked.limit);
    return { body: JSON.stringify(page), total: rows.length };
  }

  #add(number: number, called: string, ago: number): void {
    if (this.entries.has(number)) return;
    const { uuid, ip } = testPlayer(number);
    const presence = { lease: 'p#1', ip, server: null, joinedAt: this.clock.now() - ago };
    const entry = makeEntry(uuid, called, presence);
    this.entries.set(number, entry);
    this.online.add(entry);
  }
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('the lists of online players', () => {
  it('show what plain lists would, for every sort, order, search and page, after every change', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(change, fc.array(query, { minLength: 1, maxLength: 4 })), {
          maxLength: 40,
          size: 'max',
        }),
        async (steps) => {
          const lists = new PlainLists();
          for (const [one, asked] of steps) {
            await lists.apply(one);
            for (const question of asked as OnlineQuery[]) {
              const page = lists.online.page(question);
              const expected = lists.expected(question);
              expect({ body: text(page.bytes), total: page.total }).toEqual(expected);
              const list = lists.online.inPieces(question);
              if (list === null) continue;
              const texts: string[] = [];
              for await (const piece of list.pieces) texts.push(piece);
              const body = `[${texts.join(',')}]`;
              expect({ body, total: list.total }).toEqual(expected);
              expect(list.etag).toBe(page.etag);
            }
          }
          for (const server of SERVERS) {
            const there = [...lists.entries.values()].filter((entry) => entry.server === server);
            expect(new Set(lists.online.on(server))).toEqual(new Set(there));
          }
        },
      ),
      runs(40),
    ));

  it('find everybody of a name, whatever its case, and nobody else', () =>
    fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 60, size: 'max' }), async (changes) => {
        const lists = new PlainLists();
        for (const one of changes) await lists.apply(one);
        const all = [...lists.entries.values()];
        for (const name of new Set([...all.map((entry) => entry.name), 'crowd7', 'nobody'])) {
          const same = all.filter((entry) => entry.name.toLowerCase() === name.toLowerCase());
          expect(new Set(lists.online.named(name))).toEqual(new Set(same));
        }
      }),
      runs(40),
    ));

  it('show in pieces who was online when they were asked for, whatever changes until the last piece', () =>
    fc.assert(
      fc.asyncProperty(query, fc.array(change, { maxLength: 40, size: 'max' }), async (question, changes) => {
        const lists = new PlainLists();
        await lists.apply({ do: 'crowd', size: 1200 });
        const asked = { ...question, search: '', limit: null, offset: 0 } as OnlineQuery;
        const uuids = (body: string) => (JSON.parse(body) as { uuid: string }[]).map(({ uuid }) => uuid);
        const expected = uuids(lists.expected(asked).body);
        const pieces = lists.online.inPieces(asked)?.pieces as Iterable<string>;
        const texts: string[] = [];
        const left = [...changes];
        for (const piece of pieces) {
          texts.push(piece);
          for (const one of left.splice(0, 10)) await lists.apply(one);
          // Somebody from the middle of every order leaves.
          lists.leave(1000 + texts.length * 7);
        }
        expect(uuids(`[${texts.join(',')}]`)).toEqual(expected);
      }),
      runs(40),
    ));

  it('encode a body once as long as nothing can have changed, and never show two bodies under one ETag', () =>
    fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 40, size: 'max' }), query, async (changes, question) => {
        const lists = new PlainLists();
        const asked = question as OnlineQuery;
        const shown = new Map<string, string>();
        for (const one of changes) {
          await lists.apply(one);
          const page = lists.online.page(asked);
          const again = lists.online.page(asked);
          expect(again.etag).toBe(page.etag);
          if (asked.search === '') expect(again.bytes).toBe(page.bytes);
          expect(shown.get(page.etag) ?? text(page.bytes)).toBe(text(page.bytes));
          shown.set(page.etag, text(page.bytes));
        }
      }),
      runs(40),
    ));
});
