import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseText, plainText } from '../../src/domain/text/text.ts';
import { type EventReader, Operator, secretsOf } from '../e2e/operator.ts';
import { type CoordinatorProcess, startCoordinator } from '../e2e/process.ts';
import { type Frame, ProxyAgent } from '../e2e/proxy-agent.ts';
import { type MariaDb, mariaDbMissing, startMariaDb } from '../fixtures/mariadb.ts';

const missing = mariaDbMissing();
if (missing !== null) process.stdout.write(`skipped: texts through MariaDB, since there is ${missing}\n`);

/** Texts that users may write. Each is kept byte for byte. */
const KEPT = {
  emoji: '💎👨‍👩‍👧‍👦🏳️‍🌈 fin',
  'quotes of all kinds': `'"\`\\' OR '1'='1"; --`,
  'signs of patterns and formats': '100%_ %s %d {reason} ${x} {{y}} <b>&amp;</b>',
  'marks for right to left': '\u200fשלום\u202e gpj.exe\u202c\u2066\u2069',
  'joined and split characters': 'e\u0301 é \u{1F1E6}\u{1F1F9} \ufb01 İı ẞß',
  'codes and colours of the game': '§cred &l#FF0000\\#00ff00 §r',
  'spaces that matter': '  two before, two after, one of no width\u200b  ',
  'the longest reason': '💎'.repeat(127) + 'x',
  'invisible by itself': '\u2028\u2029\ufeff\u00ad',
  '': '',
} as const;

/** Texts that are refused with an error that names the field. */
const REFUSED = {
  'a zero byte': 'a\0b',
  'a line break': 'a\nb',
  'an escape of terminals': '\u001b[31mred',
  'a control character of the second row': 'a\u0085b',
  'half of a character': 'a\ud800b',
  '10 000 characters': 'x'.repeat(10_000),
  'one character more than allowed': 'x'.repeat(256),
} as const;

/** None of these is a player name; every place of the API has the same rule for names. */
const NO_NAMES = ['a\0b', '\u202eabc', 'a\u200bb', ' ', ' a', 'x'.repeat(49), 'x'.repeat(10_000), ''];
const STRANGE_NAMES = [
  '💎',
  'a"b',
  "O'Neil",
  '50%',
  '<b>&amp;',
  '*Steve-2',
  '§ared',
  '{name}',
  '_'.repeat(48),
  '大厅',
];

let folder: string;
let coordinator: CoordinatorProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-texts-'));
});
afterEach(async () => {
  await coordinator?.end('SIGKILL');
  await rm(folder, { recursive: true });
});

async function start(storageUrl?: string) {
  const env: Record<string, string> = storageUrl === undefined ? {} : { PORTCULLIS_STORAGE_URL: storageUrl };
  coordinator = await startCoordinator(folder, { env });
  const { apiKey, channelSecret } = await secretsOf(folder);
  const operator = new Operator(coordinator.url, apiKey);
  return { operator, agent: await ProxyAgent.open(coordinator.url, channelSecret) };
}

function uuidOf(at: number): string {
  return `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
}

/** What a player reads: the markup of the message is parsed, the reason is not. */
function wordsOf(frame: Frame): string {
  return plainText(parseText(String(frame['message'])));
}

type Reasons = (sql: string) => Promise<ReadonlyMap<string, unknown>>;

/** Sends a text through the API into the database and checks every place that shows it. */
async function keepsEveryText(reasonsIn: Reasons, storageUrl?: string): Promise<void> {
  const { operator, agent } = await start(storageUrl);
  const events = await operator.follow('/api/players/events');
  const texts = Object.values(KEPT);
  for (const [at, reason] of texts.entries()) {
    const uuid = uuidOf(at);
    agent.join(uuid, `Player${at}`);
    await events.next('player_join', { uuid });
    const answer = await operator.ask('POST', '/api/bans', {
      uuid,
      name: `Player${at}`,
      time: 'perma',
      reason,
    });
    expect([reason, answer.status, answer.json]).toMatchObject([reason, 201, { reason }]);
    expect((await events.next('ban_update', { uuid })).data).toMatchObject({ reason, action: 'ban' });
    const kick = await agent.hears('player.kick', (frame) => frame['uuid'] === uuid);
    expect(wordsOf(kick)).toContain(reason);
    expect(wordsOf(await agent.login(uuid, `Player${at}`))).toContain(reason);
    const added = await agent.hears('ban.add', ({ ban }) => (ban as { uuid: string }).uuid === uuid);
    expect(added['ban']).toMatchObject({ reason });
  }
  await coordinator?.end('SIGKILL');

  const again = await start(storageUrl);
  const listed = await again.operator.read<{ uuid: string; reason: string }[]>('/api/bans');
  const reasons = new Map(listed.map(({ uuid, reason }) => [uuid, reason]));
  const rows = await reasonsIn('select uuid, reason from NetworkBans');
  const { bans } = (await again.agent.hears(
    'bans',
    ({ bans: part }) => (part as []).length > 0,
  )) as unknown as {
    bans: { uuid: string; reason: string }[];
  };
  const book = new Map(bans.map(({ uuid, reason }) => [uuid, reason]));
  for (const [at, reason] of texts.entries()) {
    const uuid = uuidOf(at);
    expect([reasons.get(uuid), rows.get(uuid), book.get(uuid)]).toEqual([reason, reason, reason]);
  }
}

describe('a text comes back byte for byte', { timeout: 90_000 }, () => {
  it('from the embedded database', async () => {
    await keepsEveryText(async (sql) => {
      const database = new DatabaseSync(join(folder, 'portcullis.db'), { readOnly: true, timeout: 5_000 });
      const rows = database.prepare(sql).all();
      database.close();
      return new Map(rows.map((row) => [String(row['uuid']), row['reason']]));
    });
  });

  describe.skipIf(missing !== null)('on MariaDB', () => {
    let server: MariaDb;
    beforeAll(async () => {
      server = await startMariaDb();
    });
    afterAll(() => server.stop());

    it('from MariaDB', async () => {
      const uri = await server.createDatabase();
      await keepsEveryText(async (sql) => {
        const connection = await createConnection({ uri, charset: 'utf8mb4' });
        const [rows] = await connection.query<RowDataPacket[]>(sql);
        connection.destroy();
        return new Map(rows.map((row) => [String(row['uuid']), row['reason']]));
      }, uri);
    });
  });

  it('in proxy settings and server data, for dashboards and proxies alike', async () => {
    const { operator, agent } = await start();
    const events = await operator.follow('/api/proxy/events');
    for (const motd of [...Object.values(KEPT), '💎'.repeat(256)]) {
      const { status, json } = await operator.ask('PUT', '/api/proxy/status', {
        motd,
        maintenanceMotd: motd,
      });
      expect([motd, status, json]).toMatchObject([motd, 200, { motd, maintenanceMotd: motd }]);
      expect(await operator.read('/api/proxy/status')).toMatchObject({ motd, maintenanceMotd: motd });
      await heardMotd(events, motd);
      await agent.hears('status', (frame) => (frame['status'] as { motd: string }).motd === motd);
    }
    for (const [at, gameData] of ['{"a":"\\"\0\n💎\u202e"}', '💎'.repeat(2_048)].entries()) {
      const server = { name: `arena-${at}`, type: 'GAME', gameName: 'Arena ’💎%', gameData };
      expect((await operator.ask('POST', '/api/servers', server)).json).toMatchObject(server);
      expect(await operator.read(`/api/servers/arena-${at}`)).toMatchObject(server);
    }
  });
});

function heardMotd(events: EventReader, motd: string): Promise<unknown> {
  return events.next('proxy_update', { motd });
}

describe('a text that cannot be stored is refused with a clear error and changes nothing', {
  timeout: 90_000,
}, () => {
  it('as a reason, in every place', async () => {
    const { operator, agent } = await start();
    const events = await operator.follow('/api/players/events');
    const present = uuidOf(1);
    agent.join(present, 'Present');
    await events.next('player_join', { uuid: present });
    for (const [what, reason] of Object.entries(REFUSED)) {
      for (const [path, body] of [
        ['/api/bans', { uuid: uuidOf(2), name: 'Absent', time: 'perma', reason }],
        [`/api/players/${present}/ban`, { name: 'Present', time: '1h', reason }],
        [`/api/players/${present}/kick`, { reason }],
      ] as const) {
        const { status, json } = await operator.ask('POST', path, body);
        expect([what, path, status, json]).toMatchObject([
          what,
          path,
          422,
          { code: 'invalid_body', errors: [{ path: 'reason', message: expect.stringContaining('must be') }] },
        ]);
      }
    }
    expect(await operator.read('/api/bans')).toEqual([]);
    expect(await operator.read('/api/players')).toHaveLength(1);
    expect(events.inbox.items.filter(({ event }) => event !== 'player_join')).toEqual([]);
  });

  it('as a name, in a ban, on the bypass list and on the channel', async () => {
    const { operator, agent } = await start();
    for (const name of NO_NAMES) {
      const banned = await operator.ask('POST', '/api/bans', {
        uuid: uuidOf(1),
        name,
        time: '1h',
        reason: 'x',
      });
      expect([name, banned.status, banned.json]).toMatchObject([name, 422, { errors: [{ path: 'name' }] }]);
      const bypass = await operator.ask('POST', '/api/proxy/maintenance-bypass', { player: name });
      expect([name, bypass.status, bypass.json]).toMatchObject([name, 422, { errors: [{ path: 'player' }] }]);
      agent.say({ type: 'player.login', id: 9, uuid: uuidOf(1), name, ip: '::1' });
      const refused = await agent.hears('error', ({ re }) => re === 9);
      expect(refused).toMatchObject({ code: 'invalid_frame', detail: expect.stringContaining('name') });
      expect(await agent.login(uuidOf(1), 'Allowed')).toMatchObject({ allow: true });
      agent.inbox.items.length = 0;
    }
    expect(await operator.read('/api/bans')).toEqual([]);
    expect(await operator.read('/api/proxy/maintenance-bypass')).toEqual([]);
  });

  it('when it is not UTF-8', async () => {
    const { operator } = await start();
    const { apiKey } = await secretsOf(folder);
    const head = Buffer.from(`{"uuid":"${uuidOf(1)}","name":"Someone","time":"1h","reason":"`);
    const body = Buffer.concat([head, Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')]);
    const { status, json } = await fetch(`${coordinator?.url}/api/bans`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body,
    }).then(async (response) => ({ status: response.status, json: await response.json() }));
    expect([status, json]).toMatchObject([400, { code: 'malformed_json' }]);
    expect(await operator.read('/api/bans')).toEqual([]);
  });

  it('and a search for it finds nothing and is no error', async () => {
    const { operator } = await start();
    for (const search of [...Object.values(KEPT), '%', '_', '\\', "'", '"']) {
      for (const path of ['/api/players', '/api/players/all', '/api/bans']) {
        const { status, json } = await operator.ask('GET', `${path}?search=${encodeURIComponent(search)}`);
        // More than a hundred characters are refused.
        expect([search, path, status === 200 ? json : status]).toEqual([
          search,
          path,
          search.length > 100 ? 422 : [],
        ]);
      }
    }
  });
});

it('names with any visible signs come back as they were reported, are found by a search, and can be banned', async () => {
  const { operator, agent } = await start();
  for (const [at, name] of STRANGE_NAMES.entries()) {
    const uuid = uuidOf(at + 1);
    expect([name, await agent.login(uuid, name)]).toMatchObject([name, { allow: true }]);
    agent.say({ type: 'player.join', uuid, name, ip: '::1', server: 'eu.lobby' });
    await expect
      .poll(() => operator.read(`/api/players?search=${encodeURIComponent(name.toUpperCase())}`))
      .toMatchObject([{ uuid, name, server: 'eu.lobby' }]);
    const bypass = await operator.ask('POST', '/api/proxy/maintenance-bypass', { player: name });
    expect([name, bypass.status]).toEqual([name, 201]);
    const banned = await operator.ask('POST', '/api/bans', { uuid, name, time: '1h', reason: 'x' });
    expect([name, banned.status, banned.json]).toMatchObject([name, 201, { name }]);
  }
  expect(await operator.read('/api/proxy/maintenance-bypass')).toEqual(STRANGE_NAMES);
  const bans = await operator.read<readonly { name: string }[]>('/api/bans');
  expect(new Set(bans.map(({ name }) => name))).toEqual(new Set(STRANGE_NAMES));
});
