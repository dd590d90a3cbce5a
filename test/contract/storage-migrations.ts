import { expect, test } from 'vitest';
import type { Migration } from '../../src/storage/migrations/migration.ts';
import { ALL_MIGRATIONS } from '../../src/storage/migrations/versions/all-migrations.ts';
import { RunningClock } from '../fixtures/test-clock.ts';
import { ADMIN, FIRST_PAGE, someBan, somePlayer, someUuid } from './storage-rows.ts';
import { type Implementation, open, type TestDatabase } from './storage-database.ts';

const COUNT = ALL_MIGRATIONS.length;
const NEWEST = ALL_MIGRATIONS.at(-1)?.version ?? 0;

async function versions(database: TestDatabase): Promise<unknown[]> {
  const rows = await database.run('select version from NetworkMigrations order by version');
  return rows.map((row) => row['version']);
}

/** As when the process is killed: on MySQL what was done until then stays. */
function cutOffAfter(migration: Migration, allowed: number): Migration {
  return {
    ...migration,
    up: async (schema) => {
      let left = allowed;
      const step = async (work: () => Promise<void>): Promise<void> => {
        await work();
        left -= 1;
        if (left === 0) throw new Error('cut off');
      };
      await migration.up({
        dialect: schema.dialect,
        run: (statement) => step(() => schema.run(statement)),
        index: (...index) => step(() => schema.index(...index)),
        column: (...column) => step(() => schema.column(...column)),
      });
    },
  };
}

export function migrationContract(implementation: () => Implementation): void {
  test('migrations are numbered from 1 in their order, without a gap', () => {
    const numbers = ALL_MIGRATIONS.map(({ version }) => version);
    expect(numbers).toEqual(Array.from({ length: COUNT }, (_, at) => at + 1));
  });

  test.each(Array.from({ length: COUNT }, (_, at) => at))(
    'a database of version %i becomes the newest, with all its rows',
    async (version) => {
      const database = await implementation().createDatabase();
      const old = await open(database, { migrations: ALL_MIGRATIONS.slice(0, version) });
      await old.storage.close();
      const uuid = someUuid();
      if (version > 0) {
        await database.run(
          `insert into NetworkPD (uuid, username, playtime) values ('${uuid}', 'Veteran😀', 9000000000)`,
        );
      }
      const { storage } = await open(database);
      if (version > 0) {
        expect(await storage.players.find(uuid)).toMatchObject({
          name: 'Veteran😀',
          playtime: 9_000_000_000,
        });
        expect((await storage.players.page({ ...FIRST_PAGE, search: 'etera' })).total).toBe(1);
      }
      await storage.players.save([somePlayer({ name: 'Newcomer' })]);
      expect((await storage.players.page({ ...FIRST_PAGE, search: 'newc' })).total).toBe(1);
      await storage.close();
      expect(await versions(database)).toEqual(ALL_MIGRATIONS.map((migration) => migration.version));
    },
  );

  test('the names of known players are taken over without a proof, the latest player of each', async () => {
    const database = await implementation().createDatabase();
    const old = await open(database, { migrations: ALL_MIGRATIONS.slice(0, 4) });
    const [before, after] = [somePlayer({ name: 'Steve' }), somePlayer({ name: 'STEVE' })];
    await old.storage.close();
    for (const [{ uuid, name }, seen] of [
      [before, 10],
      [after, 20],
    ] as const) {
      await database.run(
        `insert into NetworkPD (uuid, username, last_connection) values ('${uuid}', '${name}', ${seen})`,
      );
    }
    const { storage } = await open(database);
    expect(await storage.names.findMany(['steve'])).toEqual([
      { key: 'steve', uuid: after.uuid, provedBy: null, provedAt: 0, firstSeen: 0, lastSeen: 20 },
    ]);
    await storage.close();
  });

  test.each([9, 11])(
    'of the agents of version %i only game servers may ban: nobody gave proxies that right',
    async (version) => {
      const database = await implementation().createDatabase();
      const old = await open(database, { migrations: ALL_MIGRATIONS.slice(0, version) });
      await old.storage.close();
      for (const role of ['backend', 'edge', 'proxy']) {
        await database.run(
          `insert into NetworkAgents (name, role, secret_hash, created, revoked, last_seen, version)
            values ('of-${role}', '${role}', '${role.padEnd(64, '0')}', 1, 0, 0, '')`,
        );
      }
      const { storage } = await open(database);
      expect((await storage.agents.all()).map(({ role, mayBan }) => [role, mayBan])).toEqual([
        ['backend', true],
        ['edge', false],
        ['proxy', false],
      ]);
      await storage.close();
    },
  );

  test('the database of a newer Portcullis is refused and left unchanged', async () => {
    const database = await implementation().createDatabase();
    const { storage } = await open(database);
    await storage.close();
    await database.run(
      `insert into NetworkMigrations (version, name, applied_at) values (${NEWEST + 1}, 'future', 0)`,
    );
    await expect(open(database)).rejects.toThrow(
      new RegExp(`newer Portcullis.*version ${NEWEST + 1}.*up to ${NEWEST}`),
    );
    expect(await versions(database)).toHaveLength(COUNT + 1);
  });

  test('opening again changes nothing and keeps everything', async () => {
    const database = await implementation().createDatabase();
    const first = await open(database);
    const player = somePlayer();
    await first.storage.players.save([player]);
    await first.storage.close();
    const second = await open(database);
    expect(await second.storage.players.find(player.uuid)).toEqual(player);
    expect(second.log).toEqual([]);
    await second.storage.close();
  });

  test('several storages that open an empty database at once migrate it once', async () => {
    const database = await implementation().createDatabase();
    const all = await Promise.all(Array.from({ length: 4 }, () => open(database)));
    expect(all.flatMap(({ log }) => log.filter(({ event }) => event === 'storage.migrated'))).toHaveLength(
      COUNT,
    );
    await Promise.all(all.map(({ storage }, at) => storage.players.save([somePlayer({ name: `P${at}` })])));
    expect((await all[0]?.storage.players.page(FIRST_PAGE))?.rows).toHaveLength(4);
    await Promise.all(all.map(({ storage }) => storage.close()));
  });

  test('an interrupted migration is run again', async () => {
    const database = await implementation().createDatabase();
    const [first, ...rest] = ALL_MIGRATIONS;
    const broken = rest.map((migration) => ({
      ...migration,
      up: async (schema: Parameters<typeof migration.up>[0]) => {
        await migration.up(schema);
        throw new Error('cut off');
      },
    }));
    await expect(
      open(database, { migrations: first === undefined ? [] : [first, ...broken] }),
    ).rejects.toThrow('cut off');
    const { storage } = await open(database);
    await storage.players.save([somePlayer()]);
    await storage.close();
    expect(await versions(database)).toEqual(ALL_MIGRATIONS.map(({ version }) => version));
  });

  test('a migration that ends after any of its steps is finished by the next start', {
    timeout: 120_000,
  }, async () => {
    const database = await implementation().createDatabase();
    const uuid = someUuid();
    const isOneByOne = implementation().dialect === 'mysql';
    let starts = 0;
    for (let allowed = 1, done = 0; done < COUNT; starts += 1) {
      const next = done + 1;
      const migrations = ALL_MIGRATIONS.map((migration) =>
        // On SQLite all of them are one transaction, so the later ones may not always end it.
        cutOffAfter(migration, isOneByOne && migration.version !== next ? 1 : allowed),
      );
      const opened = await open(database, { migrations }).catch((error: unknown) => {
        if (!(error instanceof Error && error.message === 'cut off')) throw error;
      });
      const before = done;
      done = opened === undefined ? await appliedIn(database) : COUNT;
      // Its first step was the last of this start.
      allowed = isOneByOne && done > before ? 2 : allowed + 1;
      await opened?.storage.close();
      if (done > 0 && before === 0)
        await database.run(`insert into NetworkPD (uuid, username) values ('${uuid}', 'Veteran')`);
    }
    expect(starts).toBeGreaterThan(COUNT);
    const { storage } = await open(database);
    expect((await storage.players.page({ ...FIRST_PAGE, search: 'etera' })).rows).toMatchObject([{ uuid }]);
    await storage.close();
    const untouched = await implementation().createDatabase();
    await (await open(untouched)).storage.close();
    expect(await schemaOf(database)).toEqual(await schemaOf(untouched));
  });

  test('a migration that takes long says how far it is', async () => {
    const clock = new RunningClock();
    let runs = 0;
    const slow: Migration = {
      version: 1,
      name: 'slow',
      async up(schema) {
        await schema.run('create table if not exists NetworkSlow (id int)');
        // The first run only counts.
        runs += 1;
        if (runs > 1) clock.push(25_000);
        await schema.index('NetworkSlow', 'NetworkSlow_id', 'id');
      },
    };
    const database = await implementation().createDatabase();
    const { storage, log } = await open(database, { migrations: [slow], clock });
    await storage.close();
    expect(log).toMatchObject([
      { event: 'storage.migrating', version: 1, name: 'slow', step: 1, steps: 2 },
      { event: 'storage.migrating', seconds: expect.any(Number) },
      { event: 'storage.migrated' },
    ]);
  });

  async function appliedIn(database: TestDatabase): Promise<number> {
    return (await versions(database).catch(() => [])).length;
  }

  /** All indexes and columns, in words of the database. */
  async function schemaOf(database: TestDatabase): Promise<unknown[]> {
    return database.run(
      implementation().dialect === 'mysql'
        ? `select table_name, index_name, seq_in_index, column_name from information_schema.statistics
           where table_schema = database() order by 1, 2, 3`
        : 'select type, name, sql from sqlite_schema order by 1, 2',
    );
  }

  test('a table of the same name without a column of ours is an error that names the column', async () => {
    const database = await implementation().createDatabase();
    await database.run('create table NetworkPD (uuid varchar(36), name varchar(16))');
    await expect(open(database)).rejects.toThrow(/NetworkPD.*username/);
  });

  test.each([
    ['NetworkPD', 'uuid varchar(36), name varchar(16)'],
    ['NetworkHistory', 'day varchar(10), what varchar(36)'],
    ['NetworkMigrations', 'id int, file varchar(36)'],
  ])('a start that is refused for a foreign %s leaves nothing behind', async (table, columns) => {
    const database = await implementation().createDatabase();
    await database.run(`create table ${table} (${columns})`);
    await expect(open(database)).rejects.toThrow(
      new RegExp(`table ${table} of another program.*lacks.*storage\\.tablePrefix.*Nothing was changed`),
    );
    expect(await tablesOf(database)).toEqual([table]);
  });

  test('with a prefix everything has a place of its own beside a program with tables of the same names', async () => {
    const database = await implementation().createDatabase();
    await database.run('create table NetworkPD (uuid varchar(36), name varchar(16))');
    await database.run(`insert into NetworkPD values ('${someUuid()}', 'Foreign')`);
    await database.run('create table FriendsRelationsPD (player varchar(36), friend varchar(36))');
    const [me, friend] = [somePlayer({ name: 'Mine' }), somePlayer({ name: 'Friend' })];
    await database.run(`insert into FriendsRelationsPD values ('${me.uuid}', '${friend.uuid}')`);
    for (const tablePrefix of ['pc_', 'other_']) {
      const { storage } = await open(database, { tablePrefix });
      expect((await storage.players.page(FIRST_PAGE)).rows).toEqual([]);
      await storage.players.save([me, friend]);
      expect((await storage.players.page({ ...FIRST_PAGE, search: 'min' })).rows).toEqual([me]);
      const ban = someBan();
      expect(await storage.bans.save(ban, ADMIN)).toMatchObject({ count: 1 });
      expect(await storage.bans.save(ban, ADMIN)).toMatchObject({ count: 2 });
      expect(await storage.friends.friendsOf(me.uuid)).toMatchObject([{ name: 'Friend' }]);
      await storage.close();
    }
    const again = await open(database, { tablePrefix: 'pc_' });
    expect(again.log).toEqual([]);
    expect((await again.storage.players.page(FIRST_PAGE)).total).toBe(2);
    await again.storage.close();
    expect(await database.run('select name from NetworkPD')).toMatchObject([{ name: 'Foreign' }]);
    const others = (await tablesOf(database)).filter((name) => !/^(pc_|other_)/.test(name));
    expect(others).toEqual(['FriendsRelationsPD', 'NetworkPD']);
  });

  /** Without what SQLite makes for itself. */
  async function tablesOf(database: TestDatabase): Promise<string[]> {
    const rows = await database.run(
      implementation().dialect === 'mysql'
        ? 'select table_name as name from information_schema.tables where table_schema = database()'
        : "select name from sqlite_schema where type = 'table'",
    );
    return rows.map(({ name }) => String(name)).sort();
  }

  test('a table that another program made with our columns is used', async () => {
    const database = await implementation().createDatabase();
    const uuid = someUuid();
    await database.run(`create table NetworkPD (uuid varchar(36) primary key, username varchar(16) not null,
      playtime bigint not null, first_connection bigint not null, last_connection bigint not null)`);
    await database.run(`insert into NetworkPD values ('${uuid}', 'Elder', 1, 2, 3)`);
    const { storage } = await open(database);
    expect((await storage.players.page({ ...FIRST_PAGE, search: 'ELD' })).rows).toMatchObject([{ uuid }]);
    await storage.close();
  });
}
