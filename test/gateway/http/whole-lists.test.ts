import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import type { Network } from '../../../src/actors/network.ts';
import { parseUuid, type Uuid } from '../../../src/domain/uuid.ts';
import { API_KEY, attachProxy, coordinatorForTest, type TestCoordinator } from '../gateway-fixture.ts';
import { ask } from '../raw-http.ts';

const PLAYERS = 3000;

function uuidOf(index: number): Uuid {
  return parseUuid(`${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`) as Uuid;
}

/** A coordinator with a list of players that is too long for one go. */
async function crowded(): Promise<TestCoordinator> {
  const coordinator = await coordinatorForTest();
  const proxy = attachProxy(coordinator.network);
  const joinedAt = coordinator.clock.now();
  proxy.sync(
    Array.from({ length: PLAYERS }, (_, index) => ({
      uuid: uuidOf(index),
      name: `Player${index}`,
      ip: '10.0.0.1',
      server: 'game',
      joinedAt: joinedAt - index * 1000,
    })),
  );
  // Their rows are read and made, after which only their times change.
  await ask(coordinator.port, 'GET', '/api/players/all?limit=1');
  return coordinator;
}

function open(port: number, path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const all = { authorization: `Bearer ${API_KEY}`, ...headers };
    const call = get({ port, host: '127.0.0.1', path, headers: all, agent: false }, resolve);
    call.on('error', reject);
    onTestFinished(() => void call.destroy());
  });
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.resume();
  await once(response, 'end');
  return Buffer.concat(chunks);
}

/** A second gateway whose list of players comes from here. */
async function gatewayWith(pieces: Iterable<string>): Promise<number> {
  const coordinator = await coordinatorForTest();
  const { players } = coordinator.network;
  const list = { etag: '"1"', total: 1, pieces };
  const network: Network = {
    ...coordinator.network,
    players: Object.create(players, { onlineInPieces: { value: () => list } }) as typeof players,
  };
  const gateway = await coordinator.openAnother({ network });
  onTestFinished(() => gateway.close());
  return gateway.port;
}

it.each(['sort=onlineTime', 'sort=name&order=asc', 'sort=totalTime&offset=1500', 'search=player'])(
  'the whole list of players (%s) is what its pages are together',
  async (query) => {
    const { port } = await crowded();
    const whole = await ask(port, 'GET', `/api/players?${query}`);
    const from = Number(/offset=(\d+)/.exec(query)?.[1] ?? 0);
    const pages: unknown[] = [];
    for (let offset = from; offset < PLAYERS; offset += 1000) {
      const page = await ask(
        port,
        'GET',
        `/api/players?limit=1000&${query.replace(/&offset=\d+/, '')}&offset=${offset}`,
      );
      pages.push(...(page.json as unknown[]));
    }
    const timeless = (rows: unknown) =>
      (rows as object[]).map((row) => ({ ...row, onlineTime: 0, totalTime: 0, totalTimeText: '' }));
    expect(timeless(whole.json)).toEqual(timeless(pages));
    expect([whole.status, whole.headers['content-type'], whole.headers['x-total-count']]).toEqual([
      200,
      'application/json',
      String(PLAYERS),
    ]);
    expect(whole.headers['cache-control']).toBe('no-store');
  },
);

it('a whole list is answered 304 while nothing changed, and has a HEAD', async () => {
  const { port, network } = await crowded();
  let [etag, again] = ['', 0];
  // All times change each second, and the tag with them.
  for (let turn = 0; turn < 3 && again !== 304; turn += 1) {
    etag = String((await ask(port, 'HEAD', '/api/players')).headers.etag);
    again = (await ask(port, 'GET', '/api/players', { headers: { 'if-none-match': etag } })).status;
  }
  expect(again).toBe(304);
  await network.bans.ban(
    { uuid: uuidOf(1), name: 'Player1', time: 'perma', reason: '' },
    { via: 'api', name: 'x', uuid: null },
  );
  expect((await ask(port, 'GET', '/api/players', { headers: { 'if-none-match': etag } })).status).toBe(200);
});

it('a whole list is compressed piece by piece for a client that accepts it', async () => {
  const { port } = await crowded();
  const response = await open(port, '/api/players?sort=name', { 'accept-encoding': 'gzip' });
  expect([response.headers['content-encoding'], response.headers.vary]).toEqual(['gzip', 'Accept-Encoding']);
  expect(JSON.parse(gunzipSync(await bytesOf(response)).toString())).toHaveLength(PLAYERS);
});

async function leaveUnread(headers: Record<string, string>): Promise<void> {
  const COUNT = 400;
  let made = 0;
  const port = await gatewayWith({
    *[Symbol.iterator]() {
      for (let at = 0; at < COUNT; at += 1) {
        made += 1;
        // Nothing that could be compressed.
        const text = Array.from({ length: 5000 }, () => Math.random().toString(36).slice(2, 12)).join('');
        yield JSON.stringify(text);
      }
    },
  });
  const response = await open(port, '/api/players', headers);
  response.pause();
  let before = -1;
  while (made !== before) {
    before = made;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  // Twenty megabytes: the kernel takes some, and the process keeps a piece or two.
  expect(made).toBeLessThan(COUNT - 100);
  const bytes = await bytesOf(response);
  const text = 'accept-encoding' in headers ? gunzipSync(bytes).toString() : bytes.toString();
  expect(JSON.parse(text)).toHaveLength(COUNT);
}

it('of a list that nobody reads only a few pieces are made, and the rest when the reader goes on', async () => {
  await leaveUnread({});
  await leaveUnread({ 'accept-encoding': 'gzip' });
});

it('a list that breaks off is closed in the middle, so that nobody takes it for the whole', async () => {
  const port = await gatewayWith({
    *[Symbol.iterator]() {
      yield '1';
      throw new Error('the database went away');
    },
  });
  const response = await open(port, '/api/players');
  await expect(bytesOf(response)).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect((await ask(port, 'GET', '/healthz')).status).toBe(200);
});

it('no more pieces are made for a reader that went away', async () => {
  let made = 0;
  const over = new AbortController();
  const port = await gatewayWith({
    *[Symbol.iterator]() {
      try {
        for (;;) {
          made += 1;
          yield '"x"';
        }
      } finally {
        over.abort();
      }
    },
  });
  const response = await open(port, '/api/players');
  await once(response, 'data');
  response.destroy();
  if (!over.signal.aborted) await once(over.signal, 'abort');
  expect(made).toBeGreaterThan(0);
});

const by = { via: 'api', name: 'x', uuid: null } as const;

/** Bans of 1 200 players, too many for one go. */
async function crowdOfBanned(): Promise<TestCoordinator> {
  const coordinator = await coordinatorForTest();
  const { storage } = coordinator;
  for (let index = 0; index < 1200; index += 1) {
    const draft = {
      uuid: uuidOf(index),
      name: `P${index}`,
      reason: 'r',
      bannedAt: index,
      expires: 0,
      ip: '',
    };
    await storage.bans.save(draft, by);
  }
  return coordinator;
}

it('the whole list of bans is what its pages are together, and 304 until one changes', async () => {
  const { port, network } = await crowdOfBanned();
  const whole = await ask(port, 'GET', '/api/bans?sort=date');
  const first = await ask(port, 'GET', '/api/bans?sort=date&limit=1000');
  const rest = await ask(port, 'GET', '/api/bans?sort=date&limit=1000&offset=1000');
  expect(whole.json).toEqual([...(first.json as unknown[]), ...(rest.json as unknown[])]);
  expect(whole.headers['x-total-count']).toBe('1200');
  const known = { headers: { 'if-none-match': String(whole.headers.etag) } };
  expect((await ask(port, 'GET', '/api/bans?sort=date', known)).status).toBe(304);
  await network.bans.ban({ uuid: uuidOf(5000), name: 'New', time: 'perma', reason: '' }, by);
  const changed = await ask(port, 'GET', '/api/bans?sort=date', known);
  expect([changed.status, (changed.json as unknown[]).length]).toEqual([200, 1201]);
});

/** Asks for a list in pieces in two encodings, and again with its tag. */
async function tagsOf(port: number, path: string): Promise<{ tags: string[]; status: number }> {
  const plain = await open(port, path);
  const zipped = await open(port, path, { 'accept-encoding': 'gzip' });
  await Promise.all([bytesOf(plain), bytesOf(zipped)]);
  const tags = [plain, zipped].map(({ headers }) => String(headers.etag));
  const headers = { 'if-none-match': `"x", ${tags[0]}`, 'accept-encoding': 'gzip' };
  const fresh = await open(port, path, headers);
  fresh.resume();
  return { tags, status: fresh.statusCode ?? 0 };
}

it('a list in pieces has a weak tag in every encoding, because it is of versions and not of bytes', async () => {
  for (const [path, { port }] of [
    ['/api/bans', await crowdOfBanned()],
    ['/api/players', await crowded()],
  ] as const) {
    let status = 0;
    // The times of players change each second, and the tag with them.
    for (let turn = 0; turn < 3 && status !== 304; turn += 1) {
      const asked = await tagsOf(port, path);
      for (const tag of asked.tags) expect(tag).toMatch(/^W\/"[^"]+"$/);
      status = asked.status;
    }
    expect(status).toBe(304);
  }
});

it('the total of a whole list of bans is how many are sent, although some are set anew meanwhile', async () => {
  const { port, network } = await crowdOfBanned();
  const response = await open(port, '/api/bans?sort=date&order=desc');
  response.once('data', () => {
    void (async () => {
      for (const index of [0, 600, 1199]) {
        await network.bans.ban({ uuid: uuidOf(index), name: 'Again', time: 'perma', reason: '' }, by);
      }
    })();
  });
  const rows = JSON.parse((await bytesOf(response)).toString()) as { uuid: string }[];
  expect(response.headers['x-total-count']).toBe('1200');
  expect(rows.map(({ uuid }) => uuid)).toEqual(
    Array.from({ length: 1200 }, (_, index) => uuidOf(index)).toReversed(),
  );
});
