import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Opened } from './storage-database.ts';
import { FIRST_PAGE, somePlayer, someUuid, texts } from './storage-rows.ts';

export function playerContract(opened: () => Opened): void {
  const players = () => opened().storage.players;

  test('a saved player is found by uuid and by name in any case', async () => {
    const player = somePlayer({ name: 'Herobrine_1' });
    await players().save([player, somePlayer({ name: 'Other' })]);
    expect(await players().find(player.uuid)).toEqual(player);
    expect(await players().findByName('hEROBRINE_1')).toEqual(player);
  });

  test('an unknown player is undefined and has no address', async () => {
    expect(await players().find(someUuid())).toBeUndefined();
    expect(await players().findByName('Nobody')).toBeUndefined();
    expect(await players().lastAddress(someUuid())).toBe('');
  });

  test('a player whose numbers another program wrote is read, and saved again', async () => {
    const uuid = someUuid();
    await opened().database.run(
      `insert into NetworkPD (uuid, username, playtime, first_connection, last_connection)
        values ('${uuid}', 'Steve', 9223372036854775807, -9223372036854775808, 9223372036854775807)`,
    );
    const max = Number.MAX_SAFE_INTEGER;
    const player = { uuid, name: 'Steve', playtime: max, firstConnection: -max, lastConnection: max };
    expect(await players().find(uuid)).toEqual(player);
    await players().save([{ ...player, playtime: max + 3_600 }]);
    expect(await players().find(uuid)).toEqual(player);
  });

  test('saving again replaces the row', async () => {
    const player = somePlayer();
    await players().save([player]);
    const later = { ...player, name: 'Alex', playtime: 120, lastConnection: 1_770_000_000_000 };
    await players().save([later]);
    expect(await players().find(player.uuid)).toEqual(later);
    expect(await players().findByName('Steve')).toBeUndefined();
    expect((await players().page(FIRST_PAGE)).total).toBe(1);
  });

  test('of two rows for one player in one save the later one counts', async () => {
    const player = somePlayer();
    await players().save([player, { ...player, playtime: 99 }]);
    expect(await players().find(player.uuid)).toMatchObject({ playtime: 99 });
  });

  test('a name belongs to the player last seen under it', async () => {
    const [before, now] = [somePlayer({ lastConnection: 1_000 }), somePlayer({ lastConnection: 2_000 })];
    await players().save([now, before]);
    expect(await players().findByName('steve')).toEqual(now);
  });

  test('findMany returns the players that exist, each once', async () => {
    const saved = Array.from({ length: 700 }, (_, at) => somePlayer({ name: `P${at}` }));
    await players().save(saved);
    const asked = [...saved.map(({ uuid }) => uuid), saved[0]?.uuid ?? someUuid(), someUuid()];
    const found = await players().findMany(asked);
    expect(new Map(found.map((player) => [player.uuid, player]))).toEqual(
      new Map(saved.map((player) => [player.uuid, player])),
    );
    expect(found).toHaveLength(700);
    expect(await players().findMany([])).toEqual([]);
  });

  test('the last address given with a save is kept', async () => {
    const player = somePlayer();
    await players().save([{ ...player, ip: '203.0.113.7' }]);
    await players().save([player]);
    expect(await players().lastAddress(player.uuid)).toBe('203.0.113.7');
    await players().save([{ ...player, ip: '2001:db8::1' }]);
    expect(await players().lastAddress(player.uuid)).toBe('2001:db8::1');
  });

  test('twenty thousand players are saved in one call', async () => {
    const crowd = Array.from({ length: 20_000 }, (_, at) => somePlayer({ name: `Crowd${at}`, playtime: at }));
    await players().save(crowd);
    await players().save(crowd.map((player) => ({ ...player, playtime: player.playtime + 60 })));
    const page = await players().page({ ...FIRST_PAGE, sort: 'totalTime', order: 'desc', limit: 2 });
    expect(page.total).toBe(20_000);
    expect(page.rows.map(({ playtime }) => playtime)).toEqual([20_059, 20_058]);
  });

  test('a save that fails in one row changes nothing', async () => {
    const before = somePlayer();
    await players().save([before]);
    const crowd = Array.from({ length: 2_000 }, () => somePlayer());
    const broken = { ...somePlayer(), playtime: null as unknown as number };
    const saving = players().save([{ ...before, playtime: 1 }, ...crowd, broken]);
    await expect(saving).rejects.toMatchObject({ code: 'internal_error' });
    expect((await players().page(FIRST_PAGE)).rows).toEqual([before]);
  });

  test('saves of the same players at the same time all succeed', async () => {
    const crowd = Array.from({ length: 300 }, () => somePlayer());
    const saves = Array.from({ length: 12 }, (_, round) =>
      players().save(crowd.map((player) => ({ ...player, playtime: round })).sort(() => Math.random() - 0.5)),
    );
    await Promise.all(saves);
    const found = await players().findMany(crowd.map(({ uuid }) => uuid));
    expect(new Set(found.map(({ playtime }) => playtime)).size).toBe(1);
  });

  test('names come back byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(texts(40), async (name) => {
        const player = somePlayer({ name });
        await players().save([player]);
        expect(await players().find(player.uuid)).toEqual(player);
        expect(await players().findByName(name)).toMatchObject({ name });
      }),
      { numRuns: 60 },
    );
  });

  test('numbers keep every digit up to the largest safe one', async () => {
    const player = somePlayer({
      playtime: Number.MAX_SAFE_INTEGER,
      firstConnection: Number.MAX_SAFE_INTEGER - 1,
      lastConnection: 0,
    });
    await players().save([player]);
    expect(await players().find(player.uuid)).toEqual(player);
  });

  test('an error contains neither the query nor the address', async () => {
    const broken = { ...somePlayer({ name: 'secret-name' }), playtime: null as unknown as number };
    const error = await players()
      .save([broken])
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'internal_error', status: 500 });
    const text = JSON.stringify([
      String(error),
      (error as Error).cause,
      String((error as Error).cause),
      opened().log,
    ]);
    expect(text).not.toMatch(/insert|NetworkPD|secret-name|127\.0\.0\.1|root/i);
    expect(opened().log).toContainEqual(expect.objectContaining({ event: 'storage.refused' }));
  });
}
