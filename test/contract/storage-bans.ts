import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BanPageQuery } from '../../src/actors/ports.ts';
import type { Ban, BanAuthor } from '../../src/domain/ban.ts';
import type { Opened } from './storage-database.ts';
import { ADMIN, NOW, someBan, someUuid, texts } from './storage-rows.ts';

const EVERYTHING: BanPageQuery = { sort: 'date', order: 'desc', search: '', limit: null, offset: 0 };

export function banContract(opened: () => Opened): void {
  const bans = () => opened().storage.bans;
  const active = async (now: number) => {
    const found: Ban[] = [];
    for await (const batch of bans().active(now)) found.push(...batch);
    return found;
  };

  test('a saved ban comes back as it was, active and counted', async () => {
    const ban = someBan();
    const saved = await bans().save(ban, ADMIN);
    expect(saved).toEqual({ ...ban, count: 1, active: true });
    expect(await bans().find(ban.uuid)).toEqual(saved);
    expect(await bans().find(someUuid())).toBeUndefined();
  });

  test('a later ban replaces the one before and raises the count, also after an unban', async () => {
    const first = someBan();
    await bans().save(first, ADMIN);
    await bans().lift(first.uuid, NOW + 1, ADMIN);
    const second = { ...first, name: 'Renamed', reason: 'Again', bannedAt: NOW + 5, expires: 0, ip: '' };
    expect(await bans().save(second, ADMIN)).toEqual({ ...second, count: 2, active: true });
    expect(await bans().findMany([first.uuid, someUuid()])).toEqual([{ ...second, count: 2, active: true }]);
  });

  test('a lifted ban stays as an inactive row', async () => {
    const ban = await bans().save(someBan(), ADMIN);
    const lifted = { ...ban, active: false };
    expect(await bans().lift(ban.uuid, NOW + 1, ADMIN)).toEqual(lifted);
    expect(await bans().find(ban.uuid)).toEqual(lifted);
    expect(await bans().lift(someUuid(), NOW, ADMIN)).toBeUndefined();
  });

  test('a ban that moves is lifted from whom it moves in the same step', async () => {
    const moving = someBan({ expires: 0 });
    await bans().save(moving, ADMIN);
    const ban = { ...moving, uuid: someUuid() };
    const movedFrom = { uuid: moving.uuid, at: NOW + 9 };
    const moved = { ...ban, count: 1, active: true };
    expect(await bans().save({ ...ban, movedFrom }, ADMIN)).toEqual(moved);
    expect(await bans().find(moving.uuid)).toMatchObject({ active: false, name: moving.name });
    // Its answer was lost: it is written once.
    expect(await bans().save({ ...ban, movedFrom }, ADMIN)).toEqual(moved);
    const log = await opened().database.run('select action, uuid, at from NetworkBanLog order by id');
    expect(log.slice(1)).toMatchObject([
      { action: 'ban', uuid: ban.uuid, at: ban.bannedAt },
      { action: 'unban', uuid: moving.uuid, at: NOW + 9 },
    ]);
  });

  test('a ban that was lifted is not written for whom it was to move to', async () => {
    const moving = someBan({ expires: 0 });
    await bans().save(moving, ADMIN);
    await bans().lift(moving.uuid, NOW + 1, ADMIN);
    const [to, banned] = [someUuid(), await bans().save(someBan(), ADMIN)];
    for (const [uuid, from] of [
      [to, moving.uuid],
      [banned.uuid, moving.uuid],
      [to, someUuid()],
    ] as const) {
      const save = bans().save({ ...moving, uuid, movedFrom: { uuid: from, at: NOW + 9 } }, ADMIN);
      await expect(save).rejects.toMatchObject({ code: 'player_not_banned' });
    }
    expect(await bans().find(to)).toBeUndefined();
    expect(await bans().find(banned.uuid)).toEqual(banned);
    expect(await bans().find(moving.uuid)).toMatchObject({ active: false });
    const log = await opened().database.run(`select * from NetworkBanLog where uuid = '${to}'`);
    expect(log).toEqual([]);
  });

  test('a ban that moves leaves another one that was set in its place', async () => {
    const moving = someBan({ expires: 0 });
    const other = await bans().save({ ...moving, bannedAt: moving.bannedAt + 1 }, ADMIN);
    const ban = { ...moving, uuid: someUuid(), movedFrom: { uuid: moving.uuid, at: NOW + 9 } };
    expect(await bans().save(ban, ADMIN)).toMatchObject({ uuid: ban.uuid, count: 1, active: true });
    expect(await bans().find(other.uuid)).toEqual(other);
    expect(await opened().database.run("select * from NetworkBanLog where action = 'unban'")).toEqual([]);
  });

  test('the log keeps author, action, time and way of every change, each once', async () => {
    const author: BanAuthor = { via: 'menu', name: 'O\'Mod "x"', uuid: someUuid() };
    const ban = someBan({ expires: 0 });
    await bans().save(ban, author);
    await bans().lift(ban.uuid, NOW + 9, ADMIN);
    await bans().lift(ban.uuid, NOW + 10, ADMIN);
    const log = await opened().database.run('select * from NetworkBanLog order by id');
    const common = { uuid: ban.uuid, username: ban.name, reason: ban.reason, expires: 0 };
    expect(log.map((row) => ({ ...row }))).toEqual([
      {
        ...common,
        id: expect.any(Number),
        action: 'ban',
        at: NOW,
        via: 'menu',
        author_name: author.name,
        author_uuid: author.uuid,
      },
      {
        ...common,
        id: expect.any(Number),
        action: 'unban',
        at: NOW + 9,
        via: 'api',
        author_name: 'admin',
        author_uuid: null,
      },
    ]);
  });

  test('bans of one player at the same time are all counted and all logged', async () => {
    const ban = someBan();
    const saved = await Promise.all(Array.from({ length: 24 }, () => bans().save(ban, ADMIN)));
    expect(saved.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 24 }, (_, at) => at + 1),
    );
    expect(await bans().find(ban.uuid)).toMatchObject({ count: 24 });
    expect(await opened().database.run('select id from NetworkBanLog')).toHaveLength(24);
  });

  test('bans and unbans of many players at the same time all succeed', async () => {
    const crowd = Array.from({ length: 40 }, () => someBan());
    await Promise.all(
      crowd.flatMap((ban) => [
        bans().save(ban, ADMIN),
        bans().lift(ban.uuid, NOW, ADMIN),
        bans().save(ban, ADMIN),
      ]),
    );
    const found = await bans().findMany(crowd.map(({ uuid }) => uuid));
    expect(found.map(({ count }) => count)).toEqual(crowd.map(() => 2));
  });

  test('the index at start gets every active ban, and no other', async () => {
    const permanent = someBan({ expires: 0 });
    const running = someBan({ expires: NOW + 1 });
    const over = someBan({ expires: NOW });
    const lifted = someBan({ expires: 0 });
    for (const ban of [permanent, running, over, lifted]) await bans().save(ban, ADMIN);
    await bans().lift(lifted.uuid, NOW, ADMIN);
    expect(new Set((await active(NOW)).map(({ uuid }) => uuid))).toEqual(
      new Set([permanent.uuid, running.uuid]),
    );
  });

  test('the index gets bans of more than one batch, each once', async () => {
    const uuids = Array.from({ length: 20_500 }, () => someUuid());
    for (let from = 0; from < uuids.length; from += 500) {
      const rows = uuids.slice(from, from + 500).map((uuid) => `('${uuid}', 'x', 0, 'y', ${NOW})`);
      await opened().database.run(
        `insert into NetworkBans (uuid, username, expiration, reason, banned_at) values ${rows.join(',')}`,
      );
    }
    const found = await active(NOW);
    expect(found).toHaveLength(uuids.length);
    expect(new Set(found.map(({ uuid }) => uuid))).toEqual(new Set(uuids));
  });

  describe('that another program wrote with a number that is none of a date', () => {
    const LONG_MAX = '9223372036854775807';
    const write = (uuids: readonly string[], expiration: string) =>
      opened().database.run(
        `insert into NetworkBans (uuid, username, expiration, reason, banned_at, ban_count)
          values ${uuids.map((uuid) => `('${uuid}', 'x', ${expiration}, 'y', ${NOW}, 1)`).join(',')}`,
      );

    test('are read as the last whole number, like all others', async () => {
      const uuid = someUuid();
      await write([uuid], LONG_MAX);
      await write([someUuid()], String(NOW + 1));
      expect(new Set((await active(NOW)).map(({ expires }) => expires))).toEqual(
        new Set([NOW + 1, Number.MAX_SAFE_INTEGER]),
      );
      expect(await bans().find(uuid)).toMatchObject({ expires: Number.MAX_SAFE_INTEGER, count: 1 });
    });

    test('can be lifted, which the log takes', async () => {
      const uuid = someUuid();
      await write([uuid], LONG_MAX);
      expect(await bans().lift(uuid, NOW, ADMIN)).toMatchObject({ active: false });
      expect(await opened().database.run('select expires from NetworkBanLog')).toEqual([
        { expires: Number.MAX_SAFE_INTEGER },
      ]);
    });

    test.each(['asc', 'desc'] as const)('are listed %s, each once, however many', async (order) => {
      const uuids = Array.from({ length: 2_100 }, () => someUuid()).sort((one, other) =>
        one < other ? -1 : 1,
      );
      await write(uuids.slice(0, 1_100), LONG_MAX);
      await write(uuids.slice(1_100), '5');
      const { total, batches } = await bans().whole({ sort: 'expires', order, search: '', offset: 0 });
      const found: string[] = [];
      for await (const batch of batches) found.push(...batch.map(({ uuid }) => uuid));
      const expected = [...uuids.slice(1_100), ...uuids.slice(0, 1_100)];
      expect(total).toBe(2_100);
      expect(found).toEqual(order === 'asc' ? expected : expected.toReversed());
    });
  });

  test('a reader of the index may stop early', async () => {
    await bans().save(someBan(), ADMIN);
    for await (const batch of bans().active(NOW)) {
      expect(batch).toHaveLength(1);
      break;
    }
    expect(await active(NOW)).toHaveLength(1);
  });

  test('settling makes expired bans inactive, once, and does not change permanent ones', async () => {
    const over = someBan({ expires: NOW });
    const permanent = someBan({ expires: 0 });
    for (const ban of [over, permanent, someBan({ expires: NOW + 1 })]) await bans().save(ban, ADMIN);
    expect(await bans().settleExpired(NOW)).toBe(1);
    expect(await bans().settleExpired(NOW)).toBe(0);
    expect(await bans().find(over.uuid)).toMatchObject({ active: false });
    expect(await bans().find(permanent.uuid)).toMatchObject({ active: true });
  });

  test('a noted address is part of the ban', async () => {
    const ban = await bans().save(someBan({ ip: '' }), ADMIN);
    await bans().noteAddress(ban.uuid, '2001:db8::7');
    expect(await bans().find(ban.uuid)).toMatchObject({ ip: '2001:db8::7' });
  });

  const SORTS = ['name', 'expires', 'times', 'date'] as const;
  const ORDERS = ['asc', 'desc'] as const;

  /** More than are read in one statement. */
  async function saveCrowd(): Promise<void> {
    const crowd = Array.from({ length: 1100 }, (_, at) =>
      someBan({ name: `Crowd${at % 50}`, bannedAt: 1000 + (at % 70), expires: at % 3 === 0 ? 0 : at % 40 }),
    );
    for (const ban of crowd) await bans().save(ban, ADMIN);
  }

  test('the whole list is in the same order as its pages, for every sort, order, search and offset', {
    timeout: 60_000,
  }, async () => {
    await saveCrowd();
    for (const sort of SORTS) {
      for (const order of ORDERS) {
        for (const [search, offset] of [
          ['', 0],
          ['', 530],
          ['d1', 3],
        ] as const) {
          const query = { sort, order, search, offset };
          const { total, batches } = await bans().whole(query);
          const found: Ban[] = [];
          for await (const batch of batches) found.push(...batch);
          const page = await bans().page({ ...query, limit: 2000 });
          expect([total, found]).toEqual([page.total, page.rows]);
          const part = await bans().page({ ...query, limit: 7, offset: offset + 20 });
          expect(part.rows).toEqual(found.slice(20, 27));
        }
      }
    }
  });

  test('the whole list has every ban once, although bans are lifted and set anew while it is read', {
    timeout: 60_000,
  }, async () => {
    await saveCrowd();
    for (const sort of SORTS) {
      for (const order of ORDERS) {
        const query = { ...EVERYTHING, sort, order, offset: 0 };
        const { rows } = await bans().page({ ...query, limit: 2000 });
        const expected = rows.map(({ uuid }) => uuid);
        const { total, batches } = await bans().whole(query);
        const seen: string[] = [];
        for await (const batch of batches) {
          seen.push(...batch.map(({ uuid }) => uuid));
          // One that was sent, one that comes next and the last one move in every order.
          for (const ban of [rows[0], rows[seen.length], rows[1090]]) {
            if (ban === undefined) continue;
            await bans().lift(ban.uuid, NOW, ADMIN);
            const name = ban.name < 'Crowd3' ? 'Zed' : 'Abe';
            await bans().save(
              { ...ban, name, bannedAt: NOW + seen.length, expires: ban.expires === 0 ? 1 : 0 },
              ADMIN,
            );
          }
          await bans().save(someBan({ name: 'Newcomer' }), ADMIN);
        }
        expect(total).toBe(expected.length);
        expect(seen).toEqual(expected);
      }
    }
  });

  test('the whole list is of one moment and in order, also when it takes many statements to read', async () => {
    const values = Array.from(
      { length: 7000 },
      (_, at) => `('${someUuid()}', 'Crowd', 0, 'griefing', '', 1, ${at}, 1)`,
    );
    await opened().database.run(`insert into NetworkBans values ${values.join(',')}`);
    const first = await bans().page({ ...EVERYTHING, order: 'asc', limit: 500 });
    let isRead = false;
    const reading = bans()
      .whole({ ...EVERYTHING, order: 'asc' })
      .finally(() => (isRead = true));
    // They move to the end of the list that is being read.
    for (const ban of first.rows) {
      if (isRead) break;
      await bans().save({ ...ban, bannedAt: NOW }, ADMIN);
    }
    const { total, batches } = await reading;
    const seen: string[] = [];
    for await (const batch of batches) seen.push(...batch.map(({ uuid }) => uuid));
    expect([total, seen.length, new Set(seen).size]).toEqual([7000, 7000, 7000]);
    for (const sort of SORTS) {
      for (const order of ORDERS) {
        const query = { ...EVERYTHING, sort, order };
        const { rows } = await bans().page({ ...query, limit: 7000 });
        const found: Ban[] = [];
        for await (const batch of (await bans().whole(query)).batches) found.push(...batch);
        expect(found).toEqual(rows);
      }
    }
  });

  test('a search finds bans by a literal part of the name in any case', async () => {
    for (const name of ['Steve', 'sTEfan', 'a%b', 'a_b']) await bans().save(someBan({ name }), ADMIN);
    const found = async (search: string) =>
      (await bans().page({ ...EVERYTHING, sort: 'name', order: 'asc', search })).rows.map(({ name }) => name);
    expect(await found('ste')).toEqual(['sTEfan', 'Steve']);
    expect(await found('%')).toEqual(['a%b']);
    expect(await found('_')).toEqual(['a_b']);
    expect(await found('\\')).toEqual([]);
  });

  test('reasons and names come back byte for byte, from the row and from the log', async () => {
    await fc.assert(
      fc.asyncProperty(texts(40), texts(255), async (name, reason) => {
        const ban = someBan({ name, reason });
        await bans().save(ban, { ...ADMIN, name });
        expect(await bans().find(ban.uuid)).toMatchObject({ name, reason });
        const log = await opened().database.run(`select * from NetworkBanLog where uuid = '${ban.uuid}'`);
        expect(log).toMatchObject([{ username: name, reason, author_name: name }]);
      }),
      { numRuns: 60 },
    );
  });
}
