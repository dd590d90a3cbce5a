import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MariaDb, mariaDbMissing, startMariaDb } from '../fixtures/mariadb.ts';
import { Operator, secretsOf } from './operator.ts';
import { begin, type CoordinatorProcess, runToEnd, startCoordinator } from './process.ts';
import { ProxyAgent } from './proxy-agent.ts';

const missing = mariaDbMissing();
const external = process.env['PORTCULLIS_TEST_MYSQL'] !== undefined;
if (missing !== null) process.stdout.write(`skipped: the process on MariaDB, since there is ${missing}\n`);
if (external) process.stdout.write('skipped: a MariaDB that dies, since PORTCULLIS_TEST_MYSQL is not ours\n');

const NOTCH = '069a79f4-44e9-4726-a5be-fca90e38aaf5';
const ALEX = 'ec561538-f3fd-461d-aff5-086b22154bce';
const STEVE = '8667ba71-b85a-4004-af54-457a9734eed7';
const MANY_TRIES = { timeout: 20_000, interval: 50 };

describe.skipIf(missing !== null)('the coordinator on MariaDB', { timeout: 90_000 }, () => {
  let server: MariaDb;
  let url: string;
  let folder: string;
  let running: CoordinatorProcess[] = [];

  beforeAll(async () => {
    server = await startMariaDb();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-mariadb-e2e-'));
    url = await server.createDatabase();
  });
  afterEach(async () => {
    await Promise.all(running.map((coordinator) => coordinator.end('SIGKILL')));
    running = [];
    await rm(folder, { recursive: true });
  });

  /** A coordinator on the database, an operator with its API key, and a proxy. */
  async function start(settings: Readonly<Record<string, string>> = {}) {
    const env = { PORTCULLIS_STORAGE_URL: url, ...settings };
    const coordinator = await startCoordinator(folder, { env });
    running.push(coordinator);
    const { apiKey, channelSecret } = await secretsOf(folder);
    const operator = new Operator(coordinator.url, apiKey);
    return { coordinator, operator, proxy: () => ProxyAgent.open(coordinator.url, channelSecret) };
  }

  async function query(sql: string): Promise<RowDataPacket[]> {
    const connection = await createConnection({ uri: url });
    try {
      const [rows] = await connection.query<RowDataPacket[]>(sql);
      return rows;
    } finally {
      connection.destroy();
    }
  }

  const ban = (uuid: string, name: string) => ({ uuid, name, time: 'perma', reason: `no ${name} 💎 "%"` });

  it('creates the documented tables in utf8mb4', async () => {
    await start();
    const rows = await query(
      `select table_name as tab, group_concat(column_name order by ordinal_position) as cols
       from information_schema.columns where table_schema = database() group by table_name`,
    );
    const columns = new Map(rows.map((row) => [String(row['tab']), String(row['cols'])]));
    expect(columns.get('NetworkPD')).toMatch(/^uuid,username,playtime,first_connection,last_connection/);
    expect(columns.get('NetworkBans')).toMatch(
      /^uuid,username,expiration,reason,ip,ban_count,banned_at,active/,
    );
    const others = [
      'NetworkServers',
      'NetworkSettings',
      'NetworkHistory',
      'NetworkBanLog',
      'NetworkMigrations',
    ];
    expect([...columns.keys()]).toEqual(expect.arrayContaining(others));
    const sets = await query(
      `select distinct ccsa.character_set_name as charset from information_schema.tables t
       join information_schema.collation_character_set_applicability ccsa
         on ccsa.full_collation_name = t.table_collation or ccsa.collation_name = t.table_collation
       where t.table_schema = database()`,
    );
    expect(sets.map((row) => row['charset'])).toEqual(['utf8mb4']);
  });

  it('finds everything as it was after kill -9: bans, players, maintenance, bypass, settings, servers', async () => {
    const before = await start();
    const proxy = await before.proxy();
    const stream = await before.operator.follow('/api/players/events');
    await proxy.login(STEVE, 'Steve');
    proxy.join(STEVE, 'Steve');
    await stream.next('player_join', { uuid: STEVE });
    const put = { maintenance: true, motd: '#FF8800Bun 💎', maxPlayers: 4321, maintenanceBypass: ['Alex'] };
    expect((await before.operator.ask('PUT', '/api/proxy/status', put)).status).toBe(200);
    const game = { name: 'arena-1', type: 'GAME', gameName: 'Arena “1”', gameData: '{"map":"🏝"}' };
    expect((await before.operator.ask('POST', '/api/servers', game)).status).toBe(201);
    expect((await before.operator.ask('POST', '/api/bans', ban(NOTCH, 'Notch'))).status).toBe(201);
    expect((await before.operator.ask('POST', '/api/bans', ban(ALEX, 'Alex'))).status).toBe(201);
    expect((await before.operator.ask('DELETE', `/api/bans/${ALEX}`)).status).toBe(200);
    const bans = await before.operator.read('/api/bans');
    // A join is stored within a quarter of a second; requesting the list waits for it.
    expect(await before.operator.read('/api/players/all')).toHaveLength(1);
    await before.coordinator.end('SIGKILL');

    const { operator, proxy: openProxy } = await start();
    expect(await operator.read('/api/bans')).toEqual(bans);
    expect(await operator.read('/api/proxy/status')).toMatchObject(put);
    expect(await operator.read('/api/servers/arena-1')).toMatchObject({ ...game, state: 'OFFLINE' });
    expect(await operator.read('/api/players/all')).toMatchObject([{ uuid: STEVE, name: 'Steve' }]);
    const again = await openProxy();
    expect(await again.login(NOTCH, 'Notch')).toMatchObject({ allow: false, code: 'banned' });
    expect(await again.login(STEVE, 'Steve')).toMatchObject({ allow: false, code: 'maintenance' });
    expect(await again.login(ALEX, 'Alex')).toMatchObject({ allow: true });
  });

  it('reads friends from FriendsRelationsPD in both directions and does not change the table', async () => {
    await query(
      `create table FriendsRelationsPD (player_uuid char(36), friend_uuid char(36), friend_since datetime)
       default charset utf8mb4`,
    );
    await query(`insert into FriendsRelationsPD values
      ('${STEVE}', '${ALEX}', '2024-02-29 12:30:00'), ('${NOTCH}', '${STEVE}', '2025-01-01 00:00:00')`);
    const { operator, proxy } = await start();
    const stream = await operator.follow('/api/players/events');
    (await proxy()).join(ALEX, 'Alex');
    await stream.next('player_join', { uuid: ALEX });
    const friends = () => operator.read<{ uuid: string; name: string }[]>(`/api/players/${STEVE}/friends`);
    // Names come from NetworkPD, where a join is stored a moment later.
    await expect
      .poll(friends, MANY_TRIES)
      .toContainEqual({ uuid: ALEX, name: 'Alex', friendSince: '2024-02-29 12:30:00' });
    expect(await friends()).toContainEqual({
      uuid: NOTCH,
      name: expect.any(String),
      friendSince: '2025-01-01 00:00:00',
    });
    expect(await friends()).toHaveLength(2);
    expect(await query('select count(*) as rows_left from FriendsRelationsPD')).toEqual([{ rows_left: 2 }]);
  });

  it('says at once what is wrong with the address or the account, with host and user and without the password', async () => {
    const here = new URL(url);
    const name = here.pathname.slice(1);
    const place = `${here.host}/${name}`;
    await server.run(
      `create or replace user visitor@'%' identified by 'hush-hush'`,
      `grant select on ${name}.* to visitor@'%'`,
    );
    const as = (user: string, password: string, path = here.pathname) => {
      const address = new URL(url);
      Object.assign(address, { username: user, password, pathname: path });
      return address.href;
    };
    const cases: readonly (readonly [string, RegExp])[] = [
      [as('visitor', 'wrong-hush'), /refuses the user visitor.*ER_ACCESS_DENIED_ERROR/],
      [as('visitor', 'hush-hush'), /visitor lacks rights.*grant all on .*ER_TABLEACCESS_DENIED_ERROR/],
      [
        as('visitor', 'hush-hush', '/mysql'),
        /visitor may not use the database mysql.*ER_DBACCESS_DENIED_ERROR/,
      ],
      [as(here.username, here.password, '/never_made'), /there is no database never_made.*ER_BAD_DB_ERROR/],
    ];
    for (const [address, words] of cases) {
      const { code, errors, log } = await runToEnd(['proxy', '--data', folder, '--listen', '127.0.0.1:0'], {
        PORTCULLIS_STORAGE_URL: address,
      });
      expect(code).toBe(1);
      expect(errors).toMatch(words);
      expect(errors).toContain(place.replace(name, new URL(address).pathname.slice(1)));
      expect(errors + JSON.stringify(log)).not.toContain('hush-hush');
      expect(log.map(({ event }) => event)).not.toContain('storage.awaited');
    }
  });

  it('refuses to start when its tables were dropped, all or one', async () => {
    const { coordinator } = await start();
    await coordinator.end();
    const ends = () =>
      runToEnd(['proxy', '--data', folder, '--listen', '127.0.0.1:0'], { PORTCULLIS_STORAGE_URL: url });
    await query('drop table NetworkBans');
    const one = await ends();
    expect([one.code, one.errors]).toEqual([
      1,
      expect.stringContaining('lacks NetworkBans, which an earlier'),
    ]);
    const name = new URL(url).pathname.slice(1);
    await server.run(`drop database ${name}`, `create database ${name}`);
    const all = await ends();
    expect([all.code, all.errors]).toEqual([1, expect.stringContaining(`/${name} is empty or gone`)]);
    expect(await query('show tables')).toEqual([]);
  });

  describe.skipIf(external)('that dies', () => {
    it('answers 503 meanwhile, announces nothing, goes on admitting, and is back by itself', async () => {
      const power = powerOf(server);
      const { coordinator, operator, proxy } = await start();
      const agent = await proxy();
      const stream = await operator.follow('/api/players/events');
      expect((await operator.ask('POST', '/api/bans', ban(NOTCH, 'Notch'))).status).toBe(201);

      // During a request: the statement is sent, and the server is killed.
      power.pause();
      const caught = operator.ask('POST', '/api/bans', ban(ALEX, 'Alex'));
      await operator.ask('GET', '/healthz');
      await power.kill();
      const refused = await caught;
      expect(refused.status).toBe(503);
      expect(refused.json).toMatchObject({ code: 'storage_unavailable' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.text).not.toMatch(/root|127\.0\.0\.1|insert|ECONN|Network/i);

      for (const [method, path, body] of [
        ['POST', '/api/bans', ban(STEVE, 'Steve')],
        ['DELETE', `/api/bans/${NOTCH}`, undefined],
        ['PUT', '/api/proxy/status', { maintenance: true }],
        ['POST', '/api/servers', { name: 'arena-2', type: 'GAME' }],
        ['GET', '/api/players/all', undefined],
      ] as const) {
        const { status, headers } = await operator.ask(method, path, body);
        expect([method, path, status]).toEqual([method, path, 503]);
        expect(headers).toHaveProperty('retry-after');
      }
      const ready = await operator.ask('GET', '/readyz');
      expect([ready.status, ready.json]).toMatchObject([503, { ready: false, storage: 'away' }]);
      expect((await operator.ask('GET', '/healthz')).status).toBe(200);

      expect(await agent.login(NOTCH, 'Notch')).toMatchObject({ allow: false, code: 'banned' });
      expect(await agent.login(ALEX, 'Alex')).toMatchObject({ allow: true });
      agent.join(ALEX, 'Alex');
      await stream.next('player_join', { uuid: ALEX });
      expect(await operator.read('/api/players')).toMatchObject([{ uuid: ALEX, isBanned: false }]);
      expect(await operator.read('/api/proxy/status')).toMatchObject({ maintenance: false });

      await power.start();
      await expect.poll(async () => (await operator.ask('GET', '/readyz')).status, MANY_TRIES).toBe(200);
      expect((await operator.ask('POST', '/api/bans', ban(ALEX, 'Alex'))).status).toBe(201);
      await stream.next('ban_update', { uuid: ALEX });
      const told = stream.inbox.items.filter(({ event }) => event === 'ban_update');
      expect(told.map(({ data }) => [data['uuid'], data['action']])).toEqual([
        [NOTCH, 'ban'],
        [ALEX, 'ban'],
      ]);
      expect(agent.inbox.items.filter(({ type }) => type === 'player.kick')).toHaveLength(1);
      expect(await operator.read('/api/servers')).toEqual([]);
      await expect
        .poll(async () => (await operator.read<unknown[]>('/api/players/all')).length, MANY_TRIES)
        .toBe(1);

      const { code, log } = await coordinator.end();
      expect(code).toBe(0);
      const events = log.map(({ event }) => event);
      expect(events.filter((event) => event === 'storage.unavailable')).toHaveLength(1);
      expect(events.filter((event) => event === 'storage.recovered')).toHaveLength(1);
      expect(log.filter(({ level }) => level === 'error')).toEqual([]);
    });

    it('and one that falls silent: changes are refused within the time limit of a query', async () => {
      const power = powerOf(server);
      const { operator, proxy } = await start({ PORTCULLIS_STORAGE_QUERY_TIMEOUT_MS: '1000' });
      const agent = await proxy();
      power.pause();
      try {
        const { status, json } = await operator.ask('POST', '/api/bans', ban(NOTCH, 'Notch'));
        expect([status, json]).toMatchObject([503, { code: 'storage_unavailable' }]);
        expect(await agent.login(NOTCH, 'Notch')).toMatchObject({ allow: true });
      } finally {
        power.resume();
      }
      await expect.poll(async () => (await operator.ask('GET', '/readyz')).status, MANY_TRIES).toBe(200);
      expect((await operator.ask('POST', '/api/bans', ban(ALEX, 'Alex'))).status).toBe(201);
    });

    it('is waited for at the start, as after a power cut', async () => {
      const power = powerOf(server);
      await power.kill();
      const starting = start();
      await power.start();
      const { operator } = await starting;
      expect((await operator.ask('GET', '/readyz')).status).toBe(200);
    });

    it('ends within ten seconds when it is stopped while it waits for a silent one', async () => {
      const power = powerOf(server);
      power.pause();
      try {
        const env = {
          PORTCULLIS_STORAGE_URL: url,
          PORTCULLIS_STORAGE_QUERY_TIMEOUT_MS: '60000',
          PORTCULLIS_TIMEZON: 'x',
        };
        const coordinator = begin(['proxy', '--data', folder, '--listen', '127.0.0.1:0'], env);
        await coordinator.logged('config.warning');
        const { log, code } = await coordinator.end();
        expect(log.at(-1)).toMatchObject({ event: 'process.stop-timed-out', afterMs: 9_000 });
        expect(code).toBe(1);
      } finally {
        power.resume();
      }
    });
  });
});

function powerOf({ power }: MariaDb) {
  if (power === null) throw new Error('this needs a server of its own');
  return power;
}
