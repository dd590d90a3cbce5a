import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlayerPageQuery, PlayerRecord } from '../../src/actors/ports.ts';
import { FIRST_PAGE, somePlayer, texts } from './storage-rows.ts';
import type { Opened } from './storage-database.ts';

const SORTS = ['name', 'totalTime', 'joinedDate', 'lastOnline'] as const;

/** Few distinct values, so that equal sort keys are common; names that differ by case are equal too. */
function crowds(): fc.Arbitrary<PlayerRecord[]> {
  const player = fc.record({
    name: fc.constantFrom('Steve', 'steve', 'STEVE', 'Alex', 'aLEX', 'axx', 'Zed'),
    playtime: fc.integer({ min: 0, max: 3 }),
    firstConnection: fc.integer({ min: 0, max: 2 }),
    lastConnection: fc.constant(0),
  });
  return fc.array(player.map(somePlayer), { minLength: 5, maxLength: 25 });
}

function sorted(crowd: readonly PlayerRecord[], { sort, order }: PlayerPageQuery): PlayerRecord[] {
  const key = (player: PlayerRecord) =>
    ({
      name: player.name.toLowerCase(),
      totalTime: player.playtime,
      joinedDate: player.firstConnection,
      lastOnline: player.lastConnection,
    })[sort];
  const rising = crowd.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === b) return one.uuid < other.uuid ? -1 : 1;
    return a < b ? -1 : 1;
  });
  return order === 'asc' ? rising : rising.toReversed();
}

function matching(crowd: readonly PlayerRecord[], search: string): PlayerRecord[] {
  return crowd.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
}

export function pagingContract(opened: () => Opened): void {
  const players = () => opened().storage.players;
  const walk = async (query: PlayerPageQuery, byCursor: boolean) => {
    const seen: PlayerRecord[] = [];
    const totals = new Set<number>();
    let cursor: string | null = null;
    for (;;) {
      const page = await players().page({ ...query, cursor, offset: byCursor ? 0 : seen.length });
      seen.push(...page.rows);
      totals.add(page.total);
      if (page.next === null) return { seen, totals: [...totals] };
      if (byCursor) cursor = page.next;
    }
  };

  test.each(['asc', 'desc'] as const)(
    'pages %s show every player once whose date another program wrote beyond what is exact',
    async (order) => {
      const crowd = Array.from({ length: 5 }, () => somePlayer({ lastConnection: 7 })).sort((one, other) =>
        one.uuid < other.uuid ? -1 : 1,
      );
      await players().save(crowd);
      const late = crowd.slice(2).map(({ uuid }) => uuid);
      await opened().database.run(
        `update NetworkPD set last_connection = 9223372036854775807
          where uuid in (${late.map((uuid) => `'${uuid}'`).join(',')})`,
      );
      const { seen } = await walk({ ...FIRST_PAGE, sort: 'lastOnline', order, limit: 1 }, true);
      const expected = crowd.map(({ uuid }) => uuid);
      expect(seen.map(({ uuid }) => uuid)).toEqual(order === 'asc' ? expected : expected.toReversed());
    },
  );

  test('pages by cursor and by offset show every match once and in order, also with equal sort keys', async () => {
    const query = fc.record({
      sort: fc.constantFrom(...SORTS),
      order: fc.constantFrom('asc' as const, 'desc' as const),
      search: fc.constantFrom('', '', '', 'e', 'X', 'STE', 'teve', 'nobody'),
      limit: fc.integer({ min: 1, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(crowds(), query, async (crowd, wanted) => {
        await opened().database.run('delete from NetworkPD');
        await players().save(crowd);
        const whole = { ...FIRST_PAGE, ...wanted };
        const expected = sorted(matching(crowd, wanted.search), whole);
        for (const byCursor of [true, false]) {
          const { seen, totals } = await walk(whole, byCursor);
          expect(seen).toEqual(expected);
          expect(totals).toEqual([expected.length]);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a row added before the cursor does not make a page repeat rows', async () => {
    const crowd = Array.from({ length: 10 }, (_, at) => somePlayer({ name: `Player${at}` }));
    await players().save(crowd);
    const first = await players().page({ ...FIRST_PAGE, limit: 5 });
    await players().save([somePlayer({ name: 'Aaron' })]);
    const second = await players().page({ ...FIRST_PAGE, limit: 5, cursor: first.next });
    expect([...first.rows, ...second.rows].map(({ name }) => name)).toEqual(crowd.map(({ name }) => name));
    expect(second.total).toBe(11);
  });

  test('any name is found by any part of it, and every character of the search is literal', async () => {
    const cut = fc.tuple(texts(12), texts(12), texts(12));
    await fc.assert(
      fc.asyncProperty(cut, async ([before, search, after]) => {
        await opened().database.run('delete from NetworkPD');
        const player = somePlayer({ name: `${before}${search}${after}` });
        await players().save([player, somePlayer({ name: 'Unlike_0' })]);
        const { rows } = await players().page({ ...FIRST_PAGE, search });
        expect(rows).toContainEqual(player);
      }),
      { numRuns: 60 },
    );
  });

  test.each(['%', '_', '\\', '!', '"', "'", '%e', '_t_', '\\\\', '"ste'])(
    'a search for %s finds only names that have it',
    async (search) => {
      await players().save([somePlayer({ name: 'Steve' }), somePlayer({ name: 'Alexander' })]);
      expect(await players().page({ ...FIRST_PAGE, search })).toEqual({ rows: [], total: 0, next: null });
      const exact = somePlayer({ name: `a${search}b` });
      await players().save([exact]);
      expect((await players().page({ ...FIRST_PAGE, search })).rows).toEqual([exact]);
    },
  );

  test('a renamed player is found by the new name and no longer by the old one', async () => {
    const player = somePlayer({ name: 'OldNameHere' });
    await players().save([player]);
    await players().save([{ ...player, name: 'oldnamehere' }]);
    expect((await players().page({ ...FIRST_PAGE, search: 'OldName' })).total).toBe(1);
    await players().save([{ ...player, name: 'Fresh' }]);
    expect((await players().page({ ...FIRST_PAGE, search: 'OldName' })).total).toBe(0);
    expect((await players().page({ ...FIRST_PAGE, search: 'fresh' })).total).toBe(1);
  });

  test('an offset beyond the end gives an empty page with the right total', async () => {
    await players().save([somePlayer(), somePlayer()]);
    expect(await players().page({ ...FIRST_PAGE, offset: 50 })).toEqual({ rows: [], total: 2, next: null });
  });

  test('a cursor is valid only for its own sort, order and search', async () => {
    await players().save([somePlayer(), somePlayer()]);
    const { next: cursor } = await players().page({ ...FIRST_PAGE, limit: 1 });
    for (const other of [{ sort: 'totalTime' }, { order: 'desc' }, { search: 'e' }] as const) {
      await expect(players().page({ ...FIRST_PAGE, ...other, cursor })).rejects.toMatchObject({
        code: 'malformed_parameter',
      });
    }
  });

  test('anything else as a cursor is a malformed parameter', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.base64String(), fc.json()), async (text) => {
        const cursor = text.startsWith('[') ? Buffer.from(text).toString('base64url') : text;
        await expect(players().page({ ...FIRST_PAGE, cursor })).rejects.toMatchObject({
          code: 'malformed_parameter',
        });
      }),
    );
  });
}
