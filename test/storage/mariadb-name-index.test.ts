import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LogFields } from '../../src/runtime/logger.ts';
import type { Storage } from '../../src/actors/ports.ts';
import { open, type Opened, type TestDatabase } from '../contract/storage-database.ts';
import { FIRST_PAGE, somePlayer, someUuid } from '../contract/storage-rows.ts';
import { type MariaDb, mariaDbMissing, startMariaDb } from '../fixtures/mariadb.ts';
import { RunningClock } from '../fixtures/test-clock.ts';

const missing = mariaDbMissing();
if (missing !== null) process.stdout.write(`skipped: the index of names on MariaDB, ${missing}\n`);

const uuidOf = (at: number) => `0000000${at}-0000-4000-8000-000000000000`;

describe.skipIf(missing !== null)('the index of names on MariaDB', () => {
  let server: MariaDb;
  let database: TestDatabase;
  beforeAll(async () => {
    server = await startMariaDb();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    database = databaseAt(await server.createDatabase());
  });

  function databaseAt(url: string): TestDatabase {
    return {
      url,
      dataFolder: '',
      run: async (statement) => {
        const connection = await createConnection(url);
        try {
          const [rows] = await connection.query<RowDataPacket[]>(statement);
          return Array.isArray(rows) ? rows : [];
        } finally {
          connection.destroy();
        }
      },
    };
  }

  /** The same database, by an account that has only these rights. */
  async function asAccount(name: string, rights: string): Promise<TestDatabase> {
    const address = new URL(database.url);
    await server.run(
      `create or replace user ${name}@'127.0.0.1' identified by 'secret'`,
      `grant ${rights} on \`${address.pathname.slice(1)}\`.* to ${name}@'127.0.0.1'`,
    );
    address.username = name;
    address.password = 'secret';
    return databaseAt(address.href);
  }

  const ALL_BUT_TRIGGER = 'select, insert, update, delete, create, drop, index, alter, references';

  const namesWith = async (storage: Storage, search: string): Promise<string[]> =>
    (await storage.players.page({ ...FIRST_PAGE, sort: 'name', search })).rows.map(({ name }) => name);
  const partsOf = async (name: string): Promise<unknown[]> =>
    (
      await database.run(`select distinct convert(part using utf8mb4) as part from NetworkPDNames
        where part <> '' and '${name}' like concat('%', convert(part using utf8mb4)) order by length(part)`)
    ).map(({ part }) => part);
  const about = (log: readonly LogFields[], event: string) => log.filter((line) => line.event === event);

  /** A database that was closed, with players that another program wrote. */
  async function withPlayers(...names: readonly string[]): Promise<void> {
    await (await open(database)).storage.close();
    for (const [at, name] of names.entries())
      await database.run(`insert into NetworkPD (uuid, username) values ('${uuidOf(at)}', '${name}')`);
  }

  async function reopened(): Promise<Opened> {
    const opened = await open(database);
    await opened.storage.close();
    return opened;
  }

  test('has the parts of three letters and more of each name, and none of names that are gone', async () => {
    await withPlayers('Steve', 'Al');
    expect(await partsOf('steve')).toEqual(['eve', 'teve', 'steve']);
    await database.run(`update NetworkPD set username = 'Alex' where username = 'Steve'`);
    expect(await partsOf('steve')).toEqual([]);
    expect(await partsOf('alex')).toEqual(['lex', 'alex']);
    await database.run('delete from NetworkPD');
    expect(await database.run(`select * from NetworkPDNames where part <> ''`)).toEqual([]);
  });

  test('is asked for rare words only: for a word that most names have, reading all is quicker', async () => {
    await withPlayers();
    await database.run(`insert into NetworkPD (uuid, username)
      select uuid(), concat('Steve', seq, if(seq = 777, 'Rare', '')) from seq_1_to_20002`);
    const { storage } = await open(database);
    // What the index does not know is found by reading all names.
    await database.run(`delete from NetworkPDNames where part like '%777rare' or part = 'rare'`);
    expect(await namesWith(storage, 'rare')).toEqual([]);
    expect((await storage.players.page({ ...FIRST_PAGE, search: 'STEVE' })).total).toBe(20_002);
    expect(await namesWith(storage, 're')).toEqual(['Steve777Rare']);
    await storage.close();
  });

  test('has the players of an older version after the start, in steps that say how far they are', async () => {
    await withPlayers();
    await database.run('drop trigger NetworkPDNames_insert');
    await database.run(`insert into NetworkPD (uuid, username)
      select concat(lpad(seq, 8, '0'), '-0000-4000-8000-000000000000'), concat('Name', seq) from seq_1_to_40001`);
    const clock = new RunningClock();
    const elapsed = clock.elapsed.bind(clock);
    let looks = 0;
    clock.elapsed = () => elapsed() + 6_000 * looks++;
    const { storage, log } = await open(database, { clock });
    expect(log).toMatchObject([
      { event: 'storage.names-indexing', players: 20_000, of: 40_001 },
      { event: 'storage.names-indexing', players: 40_000, of: 40_001 },
      { event: 'storage.names-indexing', players: 40_001, of: 40_001 },
      { event: 'storage.names-indexed', players: 40_001, seconds: expect.any(Number) },
    ]);
    expect(await namesWith(storage, 'ame40001')).toEqual(['Name40001']);
    expect(await namesWith(storage, 'ame20000')).toEqual(['Name20000']);
    expect(await namesWith(storage, 'ame20001')).toEqual(['Name20001']);
    await storage.close();
    expect((await reopened()).log).toEqual([]);
  });

  test('is filled on where a start was killed', async () => {
    await withPlayers('Steve', 'Stella', 'Stewart');
    await database.run(`delete from NetworkPDNames`);
    await database.run(`insert into NetworkPDNames values ('', '${uuidOf(0)}')`);
    const { log } = await reopened();
    expect(log).toMatchObject([{ event: 'storage.names-indexed', players: 2 }]);
    expect(await partsOf('steve')).toEqual([]);
    expect(await partsOf('stella')).toHaveLength(4);
    expect(await partsOf('stewart')).toHaveLength(5);
  });

  test.each(['insert', 'update', 'delete'])(
    'is made anew where the trigger of %s is gone: names may be missing',
    async (which) => {
      await withPlayers('Steve');
      await database.run(`drop trigger NetworkPDNames_${which}`);
      await database.run(`insert into NetworkPD (uuid, username) values ('${someUuid()}', 'Stella')`);
      await database.run(`update NetworkPD set username = 'Boris' where username = 'Steve'`);
      const { storage } = await open(database);
      expect(await namesWith(storage, 'stella')).toEqual(['Stella']);
      expect(await namesWith(storage, 'boris')).toEqual(['Boris']);
      await storage.players.save([somePlayer({ name: 'Stewart' })]);
      expect(await namesWith(storage, 'ste')).toEqual(['Stella', 'Stewart']);
      await storage.close();
    },
  );

  test('is made anew where the table of players alone was restored, with its triggers', async () => {
    await withPlayers('Steve');
    const [table] = await database.run('show create table NetworkPD');
    const triggers = [];
    for (const which of ['insert', 'update', 'delete'])
      triggers.push(...(await database.run(`show create trigger NetworkPDNames_${which}`)));
    await database.run('drop table NetworkPD');
    await database.run(String(table?.['Create Table']));
    await database.run(`insert into NetworkPD (uuid, username) values ('${someUuid()}', 'Stella')`);
    for (const trigger of triggers) await database.run(String(trigger['SQL Original Statement']));
    const { storage } = await open(database);
    expect(await namesWith(storage, 'ste')).toEqual(['Stella']);
    await storage.close();
  });

  test('may be dropped: players are written, and the next start makes it anew', async () => {
    await withPlayers('Steve');
    await database.run('drop table NetworkPDNames');
    await database.run(`insert into NetworkPD (uuid, username) values ('${someUuid()}', 'Stella')`);
    await database.run(`update NetworkPD set username = 'Boris' where username = 'Steve'`);
    const { storage } = await open(database);
    expect(await namesWith(storage, 'stell')).toEqual(['Stella']);
    expect(await namesWith(storage, 'boris')).toEqual(['Boris']);
    await storage.close();
  });

  test('is made anew for another account, or the server would refuse all writes once the first is removed', async () => {
    await withPlayers('Steve');
    const former = await asAccount('former', 'all');
    for (const which of ['insert', 'update', 'delete'])
      await database.run(`drop trigger NetworkPDNames_${which}`);
    await (await open(former)).storage.close();
    await server.run(`drop user former@'127.0.0.1'`);
    const { storage } = await open(database);
    await storage.players.save([somePlayer({ name: 'Stella' })]);
    expect(await namesWith(storage, 'ste')).toEqual(['Stella', 'Steve']);
    await storage.close();
  });

  test('is not there without the right TRIGGER: one line says so, and a search reads all names', async () => {
    const poor = await asAccount('poor', ALL_BUT_TRIGGER);
    const { storage, log } = await open(poor);
    expect(about(log, 'storage.names-unindexed')).toEqual([
      {
        event: 'storage.names-unindexed',
        code: 'ER_TABLEACCESS_DENIED_ERROR',
        detail: expect.stringContaining('TRIGGER'),
      },
    ]);
    await storage.players.save([somePlayer({ name: 'Steve' })]);
    expect(await namesWith(storage, 'EVE')).toEqual(['Steve']);
    await storage.close();
    const rich = await open(await asAccount('poor', 'all'));
    expect(rich.log).toMatchObject([{ event: 'storage.names-indexed', players: 1 }]);
    expect(await namesWith(rich.storage, 'EVE')).toEqual(['Steve']);
    await rich.storage.close();
  });

  test('is not there where the right TRIGGER is that of a role: triggers do not have it, and would stop other programs', async () => {
    await withPlayers('Steve');
    for (const which of ['insert', 'update', 'delete'])
      await database.run(`drop trigger NetworkPDNames_${which}`);
    const poor = await asAccount('byrole', ALL_BUT_TRIGGER);
    const schema = new URL(database.url).pathname.slice(1);
    await server.run(
      'create or replace role maker',
      `grant trigger on \`${schema}\`.* to maker`,
      `grant maker to byrole@'127.0.0.1'`,
      `set default role maker for byrole@'127.0.0.1'`,
    );
    const { storage, log } = await open(poor);
    expect(about(log, 'storage.names-unindexed')).toMatchObject([{ code: 'ER_TABLEACCESS_DENIED_ERROR' }]);
    await storage.players.save([somePlayer({ name: 'Stella' })]);
    await database.run(`insert into NetworkPD (uuid, username) values ('${someUuid()}', 'Stewart')`);
    expect(await namesWith(storage, 'ste')).toEqual(['Stella', 'Steve', 'Stewart']);
    await storage.close();
  });

  test('never takes the table of another program', async () => {
    await database.run('create table NetworkPDNames (id int, name varchar(16))');
    await database.run(`insert into NetworkPDNames values (1, 'theirs')`);
    const { storage, log } = await open(database);
    expect(about(log, 'storage.names-unindexed')).toMatchObject([{ code: 'TABLE_OF_ANOTHER_PROGRAM' }]);
    await storage.players.save([somePlayer({ name: 'Steve' })]);
    expect(await namesWith(storage, 'eve')).toEqual(['Steve']);
    await storage.close();
    expect(await database.run('select * from NetworkPDNames')).toMatchObject([{ name: 'theirs' }]);
  });

  test('is one for each prefix', async () => {
    for (const tablePrefix of ['one_', 'two_']) {
      const { storage } = await open(database, { tablePrefix });
      await storage.players.save([somePlayer({ name: `${tablePrefix}Steve` })]);
      expect(await namesWith(storage, 'steve')).toEqual([`${tablePrefix}Steve`]);
      await storage.close();
    }
    expect(await database.run(`select part from one_NetworkPDNames where part like 'two%'`)).toEqual([]);
  });
});
