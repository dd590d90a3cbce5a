import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LogFields } from '../../src/runtime/logger.ts';
import type { Storage } from '../../src/actors/ports.ts';
import { open, type Opened, type TestDatabase } from '../contract/storage-database.ts';
import { FIRST_PAGE, somePlayer, someUuid } from '../contract/storage-rows.ts';
import { databaseAt, type MariaDb, mariaDbMissing, startMariaDb } from '../fixtures/mariadb.ts';

const missing = mariaDbMissing();
if (missing !== null) process.stdout.write(`skipped: the index of names on MariaDB, ${missing}\n`);

const PATIENCE = { timeout: 20_000, interval: 20 };
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

  /** More than a start writes before it goes on, and as many more as two steps need, in a table that lacks them. */
  async function withManyUnindexed(count = 40_001): Promise<void> {
    await withPlayers();
    await database.run('drop trigger NetworkPDNames_insert');
    await database.run(`insert into NetworkPD (uuid, username)
      select concat(lpad(seq, 8, '0'), '-0000-4000-8000-000000000000'), concat('Name', seq) from seq_1_to_${count}`);
  }

  const indexed = ({ log }: Opened) =>
    vi.waitFor(() => expect(about(log, 'storage.names-indexed')).toHaveLength(1), PATIENCE);

  /**
   * A database whose index was begun and has three steps to go, held in the first until the returned function is called: a part that it is
   * to write is there, and locked. Others may write.
   */
  async function withHeldSteps(): Promise<() => Promise<void>> {
    await withManyUnindexed();
    await (await open(database)).storage.close();
    await database.run('delete from NetworkPDNames');
    const part = `'name1', unhex('00000001000040008000000000000000')`;
    await database.run(`insert into NetworkPDNames values ('', ''), (${part})`);
    const connection = await createConnection(database.url);
    await connection.query('start transaction');
    await connection.query(`select * from NetworkPDNames where (part, uuid) = (${part}) for update`);
    return async () => {
      await connection.query('rollback').catch(() => undefined);
      connection.destroy();
    };
  }

  test('has the players of an older version soon after the start, which is said when it begins and when it is done', async () => {
    await withManyUnindexed();
    const opened = await open(database);
    await indexed(opened);
    expect(opened.log).toMatchObject([
      { event: 'storage.names-indexing', players: 40_001 },
      { event: 'storage.names-indexed', players: 40_001, seconds: expect.any(Number) },
    ]);
    await database.run(`delete from NetworkPDNames where part = 'ame40001'`);
    // It is asked now.
    await vi.waitFor(async () => expect(await namesWith(opened.storage, 'ame40001')).toEqual([]));
    expect(await namesWith(opened.storage, 'ame20000')).toEqual(['Name20000']);
    expect(await namesWith(opened.storage, 'ame20001')).toEqual(['Name20001']);
    await opened.storage.close();
    expect((await reopened()).log).toEqual([]);
  });

  test('does not keep the start waiting: searches read all names until it is whole, and new names are kept', async () => {
    const release = await withHeldSteps();
    const opened = await open(database);
    expect(about(opened.log, 'storage.names-indexed')).toEqual([]);
    expect(await namesWith(opened.storage, 'ame40001')).toEqual(['Name40001']);
    await opened.storage.players.save([somePlayer({ name: 'Stella' })]);
    expect(await namesWith(opened.storage, 'stell')).toEqual(['Stella']);
    await release();
    await indexed(opened);
    expect(await partsOf('stella')).toEqual(['lla', 'ella', 'tella', 'stella']);
    expect(await partsOf('name40001')).toHaveLength(7);
    await opened.storage.close();
  });

  test('stops being filled when the storage is closed, and the next start goes on', async () => {
    const release = await withHeldSteps();
    const { storage, log } = await open(database);
    await vi.waitFor(() => expect(about(log, 'storage.names-indexing')).toHaveLength(1), PATIENCE);
    await storage.close();
    const [running] = await database.run(`select count(*) as count from information_schema.processlist
      where db = database() and info like 'insert ignore into NetworkPDNames%'`);
    expect(Number(running?.['count'])).toBe(0);
    await release();
    const opened = await open(database);
    await indexed(opened);
    expect(about(log, 'storage.names-indexed')).toEqual([]);
    expect(about(log, 'storage.names-unindexed')).toEqual([]);
    await opened.storage.close();
  });

  test('is filled once where two open the database', async () => {
    const release = await withHeldSteps();
    const first = await open(database);
    await vi.waitFor(() => expect(about(first.log, 'storage.names-indexing')).toHaveLength(1), PATIENCE);
    const second = await open(database);
    expect(await namesWith(second.storage, 'ame40001')).toEqual(['Name40001']);
    await release();
    await indexed(first);
    expect(second.log).toEqual([]);
    await second.storage.close();
    await first.storage.close();
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

  test('is made anew at once where it is dropped while it is in use: searches find what they found, and nothing is said to be lost', async () => {
    await withPlayers('Steve');
    const opened = await open(database);
    expect(await namesWith(opened.storage, 'eve')).toEqual(['Steve']);
    await database.run('drop table NetworkPDNames');
    await database.run(`insert into NetworkPD (uuid, username) values ('${someUuid()}', 'Stella')`);
    expect(await namesWith(opened.storage, 'ste')).toEqual(['Stella', 'Steve']);
    await indexed(opened);
    expect(await partsOf('stella')).toHaveLength(4);
    await database.run(`delete from NetworkPDNames where part = 'stella'`);
    await vi.waitFor(async () => expect(await namesWith(opened.storage, 'stella')).toEqual([]), PATIENCE);
    expect(opened.log).toMatchObject([{ event: 'storage.names-indexed' }]);
    await opened.storage.close();
  });

  /** An open transaction of another program that changed a player; the returned function ends it. */
  async function withHeldPlayer(): Promise<() => Promise<void>> {
    const connection = await createConnection(database.url);
    await connection.query('start transaction');
    await connection.query('update NetworkPD set playtime = 1');
    return async () => {
      await connection.query('rollback');
      connection.destroy();
    };
  }

  test('is not waited for by a start while another program holds a player: it is made once that one lets go', async () => {
    await withPlayers('Steve');
    await database.run('drop table NetworkPDNames');
    const release = await withHeldPlayer();
    const opened = await open(database);
    expect(about(opened.log, 'storage.names-waiting')).toEqual([
      {
        event: 'storage.names-waiting',
        code: 'ER_LOCK_WAIT_TIMEOUT',
        detail: expect.stringContaining('NetworkPD'),
      },
    ]);
    expect(await namesWith(opened.storage, 'eve')).toEqual(['Steve']);
    await release();
    await indexed(opened);
    expect(await partsOf('steve')).toHaveLength(3);
    expect(opened.log.map(({ event }) => event)).toEqual(['storage.names-waiting', 'storage.names-indexed']);
    await opened.storage.close();
  }, 40_000);

  test('is no longer waited for when the storage is closed', async () => {
    await withPlayers('Steve');
    await database.run('drop table NetworkPDNames');
    const release = await withHeldPlayer();
    const { storage, log } = await open(database);
    await storage.close();
    const running = await database.run(`select info from information_schema.processlist
      where db = database() and info like '%trigger%' and id <> connection_id()`);
    expect(running).toEqual([]);
    await release();
    expect(about(log, 'storage.names-unindexed')).toEqual([]);
  }, 40_000);

  test('has a step written again that lost a deadlock', async () => {
    await withManyUnindexed(20_002);
    await (await open(database)).storage.close();
    await database.run('delete from NetworkPDNames');
    const [first, second] = ['00001000', '00002000'].map(
      (start) => `'000', unhex('${start}000040008000000000000000')`,
    );
    await database.run(`insert into NetworkPDNames values ('', ''), (${first}), (${second})`);
    // Heavier than a step at its first parts, which therefore is the one that loses.
    await database.run('create table Heavy (id int primary key)');
    const connection = await createConnection(database.url);
    await connection.query('start transaction');
    await connection.query('insert into Heavy select seq from seq_1_to_5000');
    await connection.query(`select * from NetworkPDNames where (part, uuid) = (${second}) for update`);
    const opened = await open(database);
    // The server does not look anew for who asks ten times a second.
    await vi.waitFor(
      async () => {
        const waiting = await database.run(
          `select 1 from information_schema.innodb_trx where trx_state = 'LOCK WAIT'`,
        );
        expect(waiting).not.toEqual([]);
      },
      { ...PATIENCE, interval: 250 },
    );
    await connection.query(`select * from NetworkPDNames where (part, uuid) = (${first}) for update`);
    await connection.query('rollback');
    connection.destroy();
    await indexed(opened);
    expect(opened.log.map(({ event }) => event)).toEqual(['storage.names-indexing', 'storage.names-indexed']);
    await opened.storage.close();
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
