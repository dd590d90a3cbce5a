import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { FIRST_PAGE, somePlayer, someUuid } from './storage-rows.ts';
import type { Opened } from './storage-database.ts';

/** Few letters, so that most words are found, often several times in a name; some of four bytes, some in two cases. */
const LETTERS = ['a', 'A', 'b', 'B', 'n', '_', '%', '\\', '!', "'", ' ', '1', '😀', '𝕏'];

function words(minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...LETTERS), { minLength, maxLength }).map((letters) => letters.join(''));
}

/** A search over all players finds what a plain filter finds, with an index of names or without. */
export function nameSearchContract(opened: () => Opened): void {
  const run = (statement: string) => opened().database.run(statement);
  const found = async (search: string) => {
    const { rows, total } = await opened().storage.players.page({ ...FIRST_PAGE, search });
    expect(total).toBe(rows.length);
    return rows.map(({ name }) => name);
  };
  beforeEach(() => run('delete from NetworkPD'));

  test('any word finds the players whose names have it, in any order of pages', async () => {
    const crowd = fc.array(words(1, 48), { minLength: 1, maxLength: 20 });
    const order = fc.constantFrom('asc' as const, 'desc' as const);
    await fc.assert(
      fc.asyncProperty(
        crowd,
        fc.array(words(1, 6), { minLength: 5 }),
        order,
        async (names, searches, way) => {
          await run('delete from NetworkPD');
          const players = names.map((name, playtime) => somePlayer({ name, playtime }));
          await opened().storage.players.save(players);
          for (const search of searches) {
            const query = { ...FIRST_PAGE, sort: 'totalTime', order: way, search, limit: 2 } as const;
            const matching = players.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
            const expected = way === 'asc' ? matching : matching.toReversed();
            const first = await opened().storage.players.page(query);
            expect([first.rows, first.total]).toEqual([expected.slice(0, 2), expected.length]);
            const second = await opened().storage.players.page({ ...query, cursor: first.next });
            if (first.next !== null) expect(second.rows).toEqual(expected.slice(2, 4));
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('three letters and more find a letter in either case, and no letter for another one', async () => {
    await opened().storage.players.save(
      ['Élodie', 'Elodie', 'ЖУК99', 'Strauß', '\u212Aelvin'].map((name) => somePlayer({ name })),
    );
    for (const [search, names] of [
      ['élo', ['Élodie']],
      ['ÉLO', ['Élodie']],
      ['elo', ['Elodie']],
      ['жук', ['ЖУК99']],
      ['AUß', ['Strauß']],
      ['kel', ['\u212Aelvin']],
    ] as const)
      expect(await found(search)).toEqual(names);
  });

  test('what another program writes, renames and removes is found at once, and no longer', async () => {
    const uuid = someUuid();
    const shouted = someUuid().toUpperCase();
    await run(
      `insert into NetworkPD (uuid, username) values ('${uuid}', 'Banana'), ('${shouted}', 'Bananas')`,
    );
    expect((await found('NAN')).sort()).toEqual(['Banana', 'Bananas']);
    expect((await found('anana')).sort()).toEqual(['Banana', 'Bananas']);
    await run(`update NetworkPD set username = 'Cherry' where uuid = '${uuid}'`);
    expect(await found('nan')).toEqual(['Bananas']);
    expect(await found('herr')).toEqual(['Cherry']);
    const moved = someUuid();
    await run(`update NetworkPD set uuid = '${moved}' where uuid = '${uuid}'`);
    expect((await opened().storage.players.page({ ...FIRST_PAGE, search: 'cherry' })).rows).toMatchObject([
      { uuid: moved },
    ]);
    await run(`delete from NetworkPD where uuid in ('${moved}', '${shouted}')`);
    expect(await found('cherry')).toEqual([]);
    await run(`insert into NetworkPD (uuid, username) values ('${uuid}', 'Banana')`);
    expect(await found('anan')).toEqual(['Banana']);
  });

  test('a player who only played on is found as before', async () => {
    const player = somePlayer({ name: 'Steve' });
    for (const playtime of [1, 2, 3]) await opened().storage.players.save([{ ...player, playtime }]);
    expect(await found('teve')).toEqual(['Steve']);
  });

  test('a word as long as a search may be is found', async () => {
    const name = '😀'.repeat(48);
    await opened().storage.players.save([somePlayer({ name }), somePlayer({ name: name.slice(2) })]);
    expect(await found(name)).toEqual([name]);
    expect(await found('😀'.repeat(50))).toEqual([]);
    expect(await found('x'.repeat(100))).toEqual([]);
  });
}
