import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { StorageOptions } from '../../src/storage/open-storage.ts';
import { open as openDatabase, type Opened } from '../contract/storage-database.ts';
import { ADMIN, FIRST_PAGE, someBan, somePlayer, someUuid } from '../contract/storage-rows.ts';
import { type MariaDb, type MariaDbPower, mariaDbMissing, startMariaDb } from '../fixtures/mariadb.ts';

const external = process.env['PORTCULLIS_TEST_MYSQL'] !== undefined;
if (external)
  process.stdout.write(
    'skipped: failures of MariaDB, because these tests must not kill the server of PORTCULLIS_TEST_MYSQL\n',
  );

const AWAY = { code: 'storage_unavailable', facts: { retryAfterSeconds: expect.any(Number) } };

// When MariaDB is not installed, mariadb.test.ts says so.
describe.skipIf(external || mariaDbMissing() !== null)('when MariaDB fails', () => {
  let server: MariaDb;
  let power: MariaDbPower;
  let opened: Opened[] = [];

  beforeAll(async () => {
    server = await startMariaDb();
    if (server.power === null) throw new Error('these tests need a server of their own');
    power = server.power;
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    const logged = JSON.stringify(opened.map(({ log }) => log));
    for (const { storage } of opened) await storage.close();
    opened = [];
    // No log line may contain a password or a query, whatever went wrong.
    expect(logged).not.toMatch(/hush|select |insert /i);
  });

  const open = async (url: string, options: Partial<StorageOptions> = {}) => {
    const one = await openDatabase({ url, dataFolder: '', run: async () => [] }, options);
    opened.push(one);
    return one;
  };
  const events = ({ log }: Opened) =>
    log.map(({ event }) => event).filter((event) => event !== 'storage.migrated');
  const works = ({ storage }: Opened) =>
    vi.waitUntil(() => storage.now().catch(() => undefined), { timeout: 20_000, interval: 50 });

  test('killed while it writes, it loses nothing acknowledged, keeps no half transaction, and is used again after its restart', async () => {
    const one = await open(await server.createDatabase());
    const { players, bans } = one.storage;
    const kept = Array.from({ length: 5 }, () => someBan());
    for (const ban of kept) await bans.save(ban, ADMIN);
    const crowd = Array.from({ length: 20_000 }, () => somePlayer());
    const lost = someBan();
    const saving = players.save(crowd);
    const outcome = expect(saving).rejects.toMatchObject(AWAY);
    await bans.save(someBan(), ADMIN);
    await power.kill();
    await outcome;
    await expect(bans.save(lost, ADMIN)).rejects.toMatchObject(AWAY);
    await expect(one.storage.now()).rejects.toMatchObject(AWAY);
    expect(events(one)).toEqual(['storage.unavailable']);
    await power.start();
    await works(one);
    expect(events(one)).toEqual(['storage.unavailable', 'storage.recovered']);
    expect(await bans.findMany(kept.map(({ uuid }) => uuid))).toHaveLength(kept.length);
    expect(await bans.find(lost.uuid)).toBeUndefined();
    expect((await players.page(FIRST_PAGE)).total).toBe(0);
    await players.save(crowd);
    expect((await players.page(FIRST_PAGE)).total).toBe(20_000);
  });

  test('too slow to answer, it is unavailable for every caller in time, and a change that timed out is not written later', async () => {
    const one = await open(await server.createDatabase(), { queryTimeoutMs: 400, poolSize: 3 });
    const player = somePlayer();
    await one.storage.players.save([player]);
    const ban = someBan();
    power.pause();
    try {
      const asked = [
        one.storage.bans.save(ban, ADMIN),
        ...Array.from({ length: 30 }, () => one.storage.players.find(player.uuid)),
      ];
      for (const outcome of await Promise.allSettled(asked)) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: AWAY });
      }
      await expect(one.storage.now()).rejects.toMatchObject(AWAY);
    } finally {
      power.resume();
    }
    await works(one);
    expect(await one.storage.players.find(player.uuid)).toEqual(player);
    expect(await one.storage.bans.find(ban.uuid)).toBeUndefined();
    expect(await one.storage.bans.save(ban, ADMIN)).toMatchObject({ count: 1 });
  });

  /** Another transaction wins against the next `times` of ours that write players. */
  async function withDeadlocks(url: string, times: number): Promise<void> {
    const name = new URL(url).pathname.slice(1);
    await server.run(
      // No rollback takes back what is counted there.
      `create table ${name}.lost (at int) engine = MyISAM`,
      `create trigger ${name}.loses before insert on ${name}.NetworkPD for each row
        if (select count(*) from ${name}.lost) < ${times} then
          insert into ${name}.lost values (1);
          signal sqlstate '40001' set mysql_errno = 1213, message_text = 'Deadlock';
        end if`,
    );
  }

  test('as a change loses deadlocks and is stored in the end, nothing is said; one that loses them all is said once', async () => {
    const url = await server.createDatabase();
    const one = await open(url);
    await withDeadlocks(url, 4);
    const player = somePlayer();
    await one.storage.players.save([player]);
    expect(await one.storage.players.find(player.uuid)).toEqual(player);
    expect(events(one)).toEqual([]);
    const other = await server.createDatabase();
    const two = await open(other);
    await withDeadlocks(other, 5);
    await expect(two.storage.players.save([player])).rejects.toMatchObject(AWAY);
    expect(events(two)).toEqual(['storage.unavailable']);
    await two.storage.players.save([player]);
    expect(events(two)).toEqual(['storage.unavailable', 'storage.recovered']);
  });

  test('one slow query times out, on the server too, while others go on', async () => {
    const url = await server.createDatabase();
    const database = new URL(url).pathname.slice(1);
    const [me, friend] = [someUuid(), someUuid()];
    await server.run(
      `create table ${database}.friends (player varchar(36), friend varchar(36))`,
      `insert into ${database}.friends values ('${me}', '${friend}')`,
      `create view ${database}.FriendsRelationsPD as select player, friend, sleep(20) as since from ${database}.friends`,
    );
    const one = await open(url, { queryTimeoutMs: 500 });
    const slow = expect(one.storage.friends.friendsOf(me)).rejects.toMatchObject(AWAY);
    await one.storage.players.save([somePlayer()]);
    expect((await one.storage.players.page(FIRST_PAGE)).total).toBe(1);
    await slow;
    expect(await one.storage.players.find(someUuid())).toBeUndefined();
  });

  test('a read-only server is unavailable for writes and still answers reads', async () => {
    const url = new URL(await server.createDatabase());
    await server.run(
      `create or replace user clerk@'%' identified by 'hush'`,
      `grant all on ${url.pathname.slice(1)}.* to clerk@'%'`,
    );
    url.username = 'clerk';
    url.password = 'hush';
    const one = await open(url.href);
    const ban = someBan();
    await one.storage.bans.save(ban, ADMIN);
    await server.run('set global read_only = 1');
    try {
      await expect(one.storage.bans.save(someBan(), ADMIN)).rejects.toMatchObject(AWAY);
      await expect(one.storage.players.save([somePlayer()])).rejects.toMatchObject(AWAY);
      expect(await one.storage.bans.find(ban.uuid)).toMatchObject({ count: 1 });
      const second = await open(url.href);
      expect(await second.storage.bans.find(ban.uuid)).toMatchObject({ count: 1 });
    } finally {
      await server.run('set global read_only = 0');
    }
    expect(await one.storage.bans.save(ban, ADMIN)).toMatchObject({ count: 2 });
  });

  describe('what was there is taken away while it runs', () => {
    const MANY_TRIES = { timeout: 20_000, interval: 50 };
    const save = ({ storage }: Opened) => storage.bans.save(someBan(), ADMIN);
    const noticed = ({ storage }: Opened, state: string) =>
      vi.waitUntil(() => storage.state() === state, MANY_TRIES);
    const said = ({ log }: Opened) =>
      log.filter(({ event }) => event !== 'storage.migrated' && event !== 'storage.taken');

    test.each(['', 'as its holder'])(
      'a table that was dropped is said once, by its name, what needs it is unavailable, and it is not made anew %s',
      async (holding) => {
        const url = await server.createDatabase();
        const name = new URL(url).pathname.slice(1);
        const one = await open(url, holding === '' ? {} : { holdAs: 'a test', leaseMs: 300 });
        await save(one);
        await server.run(`rename table ${name}.NetworkBans to ${name}.Elsewhere`);
        for (let time = 0; time < 20; time += 1) await expect(save(one)).rejects.toMatchObject(AWAY);
        await noticed(one, 'away');
        expect(said(one)).toEqual([
          {
            event: 'storage.unavailable',
            code: 'TABLES_MISSING',
            detail: expect.stringContaining(`/${name} has lost NetworkBans`),
          },
        ]);
        await server.run(`rename table ${name}.Elsewhere to ${name}.NetworkBans`);
        await noticed(one, 'ok');
        await save(one);
        expect(said(one).map(({ event }) => event)).toEqual(['storage.unavailable', 'storage.recovered']);
      },
    );

    test('a database that was dropped is noticed while nobody writes, and by who holds it too', async () => {
      const url = await server.createDatabase();
      const name = new URL(url).pathname.slice(1);
      const one = await open(url, { holdAs: 'a test', leaseMs: 300 });
      await server.run(`drop database ${name}`);
      await noticed(one, 'away');
      await expect(save(one)).rejects.toMatchObject(AWAY);
      expect(said(one)).toContainEqual(
        expect.objectContaining({ event: 'storage.unavailable', detail: expect.stringContaining(name) }),
      );
      // An old connection lacks the tables, a new one the database.
      expect(said(one).length).toBeLessThanOrEqual(2);
      await server.run(`create database ${name}`);
    });

    test('rights and a password that were taken are said with the user and what to do', async () => {
      const url = new URL(await server.createDatabase());
      const name = url.pathname.slice(1);
      await server.run(
        `create or replace user clerk@'%' identified by 'hush'`,
        `grant all on ${name}.* to clerk@'%'`,
      );
      url.username = 'clerk';
      url.password = 'hush';
      const one = await open(url.href);
      await save(one);
      await server.run(
        `alter user clerk@'%' identified by 'another'`,
        `begin not atomic for one in (select id from information_schema.processlist where user = 'clerk')
          do execute immediate concat('kill ', one.id); end for; end`,
      );
      await noticed(one, 'away');
      await expect(save(one)).rejects.toMatchObject({ ...AWAY, facts: { advice: expect.any(String) } });
      const line = said(one).find(({ code }) => code === 'ER_ACCESS_DENIED_ERROR');
      expect(line?.['detail']).toContain('the server refuses the user clerk');
    });
  });

  test('connections that were cut are replaced', async () => {
    const url = await server.createDatabase();
    const one = await open(url, { poolSize: 4 });
    await Promise.all(Array.from({ length: 8 }, () => one.storage.now()));
    await server.run(
      `begin not atomic for one in (select id from information_schema.processlist where db = '${new URL(url).pathname.slice(1)}')
        do execute immediate concat('kill ', one.id); end for; end`,
    );
    await works(one);
    await Promise.all(Array.from({ length: 8 }, () => one.storage.now()));
  });

  test('a wrong password, a missing database and a closed port are storage_unavailable, and no error names them', async () => {
    const url = await server.createDatabase();
    const wrong = new URL(url);
    wrong.password = 'hush';
    const missing = new URL(url);
    missing.pathname = '/never_made';
    const closed = new URL(url);
    closed.port = '1';
    for (const [address, code] of [
      [wrong, 'ER_ACCESS_DENIED_ERROR'],
      [missing, 'ER_BAD_DB_ERROR'],
      [closed, 'ECONNREFUSED'],
    ] as const) {
      const error = await open(address.href).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ ...AWAY, cause: { code } });
      const { message, stack, cause } = error as Error;
      expect([message, stack, String(cause), (cause as Error).stack].join()).not.toMatch(
        /127\.0\.0\.1|hush|never_made/,
      );
    }
  });

  test('closing finishes running queries and refuses later ones', async () => {
    const url = await server.createDatabase();
    const one = await open(url);
    const crowd = Array.from({ length: 3_000 }, () => somePlayer());
    const saving = one.storage.players.save(crowd);
    const closing = one.storage.close();
    await expect(one.storage.now()).rejects.toMatchObject(AWAY);
    await closing;
    await saving;
    const again = await open(url);
    expect((await again.storage.players.page(FIRST_PAGE)).total).toBe(3_000);
  });

  test('closing does not wait for ever for a silent server', async () => {
    const one = await open(await server.createDatabase(), { queryTimeoutMs: 300 });
    power.pause();
    // The signal takes a moment to stop every thread of the server.
    await pause(100);
    try {
      const asked = expect(one.storage.now()).rejects.toMatchObject(AWAY);
      await one.storage.close();
      await asked;
    } finally {
      power.resume();
    }
  });
});
