import { expect, test } from 'vitest';
import type { BanPageQuery, BanStore } from '../../src/actors/ports.ts';
import { ADMIN, someBan } from './storage-rows.ts';

const EVERYTHING: BanPageQuery = { sort: 'date', order: 'desc', search: '', limit: null, offset: 0 };

/** In which order bans come; also of the storage in memory, with which the rest of the tests is run. */
export function banOrderContract(bans: () => BanStore): void {
  test('pages sort by name, count, date and expiry, where permanent is the latest', async () => {
    const [a, b, c] = [
      someBan({ name: 'anna', bannedAt: 30, expires: 0 }),
      someBan({ name: 'Bert', bannedAt: 10, expires: 900 }),
      someBan({ name: 'carl', bannedAt: 20, expires: 500 }),
    ];
    for (const ban of [a, b, c, c, c, b]) await bans().save(ban, ADMIN);
    const order = async (sort: BanPageQuery['sort'], direction: BanPageQuery['order']) =>
      (await bans().page({ ...EVERYTHING, sort, order: direction })).rows.map(({ name }) => name);
    expect(await order('name', 'asc')).toEqual(['anna', 'Bert', 'carl']);
    expect(await order('times', 'asc')).toEqual(['anna', 'Bert', 'carl']);
    expect(await order('date', 'desc')).toEqual(['anna', 'carl', 'Bert']);
    expect(await order('expires', 'desc')).toEqual(['anna', 'Bert', 'carl']);
    expect(await order('expires', 'asc')).toEqual(['carl', 'Bert', 'anna']);
  });

  test('pages with a limit show every ban once, although all sort keys are equal', async () => {
    const crowd = Array.from({ length: 23 }, () => someBan());
    for (const ban of crowd) await bans().save(ban, ADMIN);
    for (const sort of ['name', 'expires', 'times', 'date'] as const) {
      const seen: string[] = [];
      for (let offset = 0; offset < 25; offset += 5) {
        const page = await bans().page({ ...EVERYTHING, sort, limit: 5, offset });
        expect(page.total).toBe(23);
        seen.push(...page.rows.map(({ uuid }) => uuid));
      }
      expect(seen).toEqual(
        crowd
          .map(({ uuid }) => uuid)
          .sort()
          .toReversed(),
      );
    }
  });

  test('the whole list is sorted like the pages, permanent bans as the latest to end', async () => {
    const crowd = [0, 900, 0, 500].map((expires) => someBan({ expires }));
    for (const ban of crowd) await bans().save(ban, ADMIN);
    for (const order of ['asc', 'desc'] as const) {
      const query = { ...EVERYTHING, sort: 'expires', order } as const;
      const found: number[] = [];
      for await (const batch of (await bans().whole(query)).batches)
        found.push(...batch.map(({ expires }) => expires));
      expect(found).toEqual(order === 'asc' ? [500, 900, 0, 0] : [0, 0, 900, 500]);
    }
  });
}
