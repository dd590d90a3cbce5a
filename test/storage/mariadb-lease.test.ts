import { createConnection } from 'mysql2/promise';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_PROXY_SETTINGS } from '../../src/domain/proxy-status.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { SqlLeaseRows } from '../../src/storage/lease/sql-lease-rows.ts';
import { openMysql } from '../../src/storage/mysql/open-mysql.ts';
import { StoreWatch } from '../../src/storage/store-watch.ts';
import { parseStorageUrl } from '../../src/storage/storage-url.ts';
import { nameTables } from '../../src/storage/table-names.ts';
import { open as openDatabase, type Opened } from '../contract/storage-database.ts';
import { ADMIN, someBan, somePlayer, someUuid } from '../contract/storage-rows.ts';
import { mariaDbMissing } from '../fixtures/mariadb.ts';
import { databaseOfEachTest } from '../fixtures/mariadb-of-block.ts';

const AWAY = { code: 'storage_unavailable' };
const external = process.env['PORTCULLIS_TEST_MYSQL'] !== undefined;
const LEASE_MS = 1_000;
const QUIET = {
  nameTables: nameTables(''),
  clock: systemClock,
  logger: { debug() {}, info() {}, warn() {}, error() {} },
};

// When MariaDB is not installed, mariadb.test.ts says so.
describe.skipIf(mariaDbMissing() !== null)('a held database', () => {
  const url = databaseOfEachTest();
  let opened: Opened[] = [];
  afterEach(async () => {
    for (const { storage } of opened) await storage.close();
    opened = [];
  });

  async function open(holdAs?: string): Promise<Opened> {
    const options = { leaseMs: LEASE_MS, ...(holdAs === undefined ? {} : { holdAs }) };
    const one = await openDatabase({ url: url(), dataFolder: '', run: async () => [] }, options);
    opened.push(one);
    return one;
  }

  async function run(...statements: string[]): Promise<void> {
    const connection = await createConnection(url());
    try {
      for (const statement of statements) await connection.query(statement);
    } finally {
      connection.destroy();
    }
  }

  it('takes no write of a coordinator that it was taken from', async () => {
    const { storage, log } = await open('one');
    const agent = { name: 'proxy-1', role: 'proxy', mayBan: false, secretHash: 'x', createdAt: 1 } as const;
    await storage.agents.add(agent);
    await run("update NetworkLeader set epoch = 2, node = 'two'");
    const server = {
      name: 'arena',
      type: 'GAME',
      maxPlayers: 1,
      serverId: '',
      gameName: '',
      gameData: '',
      canRejoin: false,
      address: null,
    } as const;
    const name = { key: 'a', uuid: someUuid(), provedBy: null, provedAt: 0, firstSeen: 0, lastSeen: 0 };
    const writes: (() => Promise<unknown>)[] = [
      () => storage.bans.save(someBan(), ADMIN),
      () => storage.bans.lift(someUuid(), 1, ADMIN),
      () => storage.bans.settleExpired(1),
      () => storage.bans.noteAddress(someUuid(), '192.0.2.1'),
      () => storage.players.save([somePlayer()]),
      () => storage.servers.save(server),
      () => storage.servers.remove('arena'),
      () => storage.history.append({ timestamp: 0, count: 1 }),
      () => storage.tokens.revoke('token', 1, 0),
      () => storage.loginBlocks.save([{ hash: 'x', lastLogin: 1 }], 0, 10),
      () => storage.agents.add({ ...agent, name: 'proxy-2' }),
      () => storage.agents.revoke('proxy-1', 5),
      () => storage.agents.forget('proxy-1'),
      () => storage.agents.noteSeen([{ ...agent, lastSeen: 1, version: '1' }]),
      () => storage.names.save([name]),
      () => storage.settings.save(DEFAULT_PROXY_SETTINGS),
    ];
    for (const write of writes) await expect(write(), write.toString()).rejects.toMatchObject(AWAY);
    expect(await storage.lease?.lost).toBe('two');
    expect(storage.lease?.mayDecide()).toBe(false);
    expect(log.filter(({ event }) => event === 'storage.lost')).toHaveLength(1);
  });

  it('is written all the same by a command that holds nothing', async () => {
    await open('one');
    const { storage } = await open();
    const agent = { name: 'proxy-1', role: 'proxy', mayBan: false, secretHash: 'x', createdAt: 1 } as const;
    expect(await storage.agents.add(agent)).toBe(true);
    expect(storage.lease).toBeUndefined();
  });

  it('is not migrated under its holder', async () => {
    await open('one');
    await run('delete from NetworkMigrations where version > 8', 'drop table NetworkLoginBlocks');
    await expect(open('two')).rejects.toThrow('in use by another coordinator (one');
    await expect(run('select 1 from NetworkLoginBlocks')).rejects.toThrow('exist');
  });

  it('stays with its holder when somebody empties the tables, and is nobody’s own to lose', async () => {
    const { storage } = await open('one');
    await run('delete from NetworkLeader', 'delete from NetworkLeaderSeen');
    await expect.poll(() => storage.bans.save(someBan(), ADMIN).catch(() => undefined)).toBeDefined();
    await expect.poll(() => storage.lease?.mayDecide()).toBe(true);
    await expect(open('two')).rejects.toThrow('in use by another coordinator (one');
  });

  // MySQL has no such limit (docs/decisions/0118).
  it.skipIf(external)(
    'can be taken from a coordinator that was stopped in the middle of a write',
    async () => {
      await (await open('one')).storage.close();
      const address = parseStorageUrl(url(), '');
      if (address.dialect !== 'mysql') throw new Error('this is about MySQL');
      const silent = await openMysql({
        ...QUIET,
        watch: new StoreWatch({ ...QUIET, explain: () => undefined }),
        address,
        poolSize: 1,
        limitMs: 5_000,
        leaseMs: LEASE_MS,
      });
      const [locked, taken] = [signal(), signal()];
      const write = silent.writer.transaction().execute(async (transaction) => {
        await new SqlLeaseRows(silent).holds(transaction, 1);
        locked.give();
        await taken.given;
        await transaction.insertInto('NetworkHistory').values({ at: 1, players: 1 }).execute();
      });
      const refused = expect(write).rejects.toMatchObject(AWAY);
      await locked.given;
      const { storage } = await open('two');
      taken.give();
      await refused;
      expect(await storage.history.load(0)).toEqual([]);
      await silent.close();
    },
  );
});

function signal() {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}
