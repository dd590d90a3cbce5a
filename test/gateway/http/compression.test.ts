import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { parseUuid, type Uuid } from '../../../src/domain/uuid.ts';
import { acceptedEncodings } from '../../../src/gateway/http/content-encoding.ts';
import { API_KEY, coordinatorForTest } from '../gateway-fixture.ts';

const SCRIPT = Buffer.from('console.log("dashboard");\n'.repeat(500));
const PATH = '/assets/page-1a2b3c.js';

function builtDashboard(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-built-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Dashboard</title>');
  writeFileSync(join(folder, PATH), SCRIPT);
  writeFileSync(join(folder, `${PATH}.br`), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, `${PATH}.gz`), gzipSync(SCRIPT));
  return folder;
}

interface Bytes {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** The bytes on the wire, not decoded. */
function bytesOf(port: number, path: string, headers: Record<string, string>): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    const all = { authorization: `Bearer ${API_KEY}`, ...headers };
    get({ port, host: '127.0.0.1', path, headers: all, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      );
    }).on('error', reject);
  });
}

test.each([
  ['', []],
  ['gzip, deflate, br, zstd', ['br', 'gzip']],
  ['gzip', ['gzip']],
  ['br;q=0.5, gzip;q=1.0', ['gzip', 'br']],
  ['br;q=0, *', ['gzip']],
  ['*;q=0', []],
  ['gzip;q=0.2, identity', []],
  ['GZIP;Q=0.8', ['gzip']],
  ['gzip;q=nonsense, br;q=2', []],
])('Accept-Encoding: %s accepts %j', (header, encodings) => {
  expect(acceptedEncodings(header)).toEqual(encodings);
});

test('an asset comes as the build compressed it, in the encoding that the client likes best', async () => {
  const { port } = await coordinatorForTest({ dashboardFolder: builtDashboard() });
  const plain = await bytesOf(port, PATH, {});
  const small = await bytesOf(port, PATH, { 'accept-encoding': 'gzip, deflate, br' });
  const gzipped = await bytesOf(port, PATH, { 'accept-encoding': 'gzip, br;q=0.1' });
  expect([plain, small, gzipped].map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'br',
    'gzip',
  ]);
  expect(plain.bytes.equals(SCRIPT)).toBe(true);
  expect(brotliDecompressSync(small.bytes).equals(SCRIPT)).toBe(true);
  expect(gunzipSync(gzipped.bytes).equals(SCRIPT)).toBe(true);
  for (const { headers } of [plain, small, gzipped]) {
    expect(headers.vary).toBe('Accept-Encoding');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  }
  const tags = [plain, small, gzipped].map(({ headers }) => headers.etag);
  expect(new Set(tags).size).toBe(3);
  for (const tag of tags) {
    const again = await bytesOf(port, PATH, { 'accept-encoding': 'br', 'if-none-match': String(tag) });
    expect([again.status, again.headers.etag, again.headers.vary, again.bytes.length]).toEqual([
      304,
      tag,
      'Accept-Encoding',
      0,
    ]);
  }
});

test('what the build compressed has no path of its own', async () => {
  const { port } = await coordinatorForTest({ dashboardFolder: builtDashboard() });
  expect((await bytesOf(port, `${PATH}.br`, {})).status).toBe(404);
});

test('a list comes compressed from the first request of a version on, and 304 in either encoding', async () => {
  const { port } = await coordinatorForTest();
  const path = '/api/proxy/player-history';
  const asked = { 'accept-encoding': 'gzip' };
  const [zipped, other] = await Promise.all([bytesOf(port, path, asked), bytesOf(port, path, asked)]);
  const plain = await bytesOf(port, path, {});
  expect([zipped.headers['content-encoding'], other.headers['content-encoding']]).toEqual(['gzip', 'gzip']);
  expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
  expect(other.bytes.equals(zipped.bytes)).toBe(true);
  expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 2);
  expect(zipped.headers.etag).not.toBe(plain.headers.etag);
  // Both tags stand for the present version.
  for (const tag of [plain.headers.etag, zipped.headers.etag]) {
    const again = await bytesOf(port, path, { ...asked, 'if-none-match': String(tag) });
    expect([again.status, again.headers.etag]).toEqual([304, tag]);
  }
});

test('a page of all players comes compressed to a client that accepts it, as its Vary says', async () => {
  const { port, storage } = await coordinatorForTest();
  await storage.players.save(
    Array.from({ length: 30 }, (_, index) => ({
      uuid: parseUuid(index.toString(16).padStart(32, '0')) as Uuid,
      name: `Player${index}`,
      playtime: 60,
      firstConnection: 1,
      lastConnection: 2,
    })),
  );
  const zipped = await bytesOf(port, '/api/players/all', { 'accept-encoding': 'gzip' });
  expect([zipped.headers['content-encoding'], zipped.headers.vary]).toEqual(['gzip', 'Accept-Encoding']);
  expect(JSON.parse(gunzipSync(zipped.bytes).toString())).toHaveLength(30);
  const few = await bytesOf(port, '/api/players/all?limit=1', { 'accept-encoding': 'gzip' });
  expect([few.headers['content-encoding'], few.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
});

test.each(['swagger-ui-bundle.js', 'swagger-ui.css'])(
  'the file %s of the documentation comes by brotli or gzip, and 304 to a browser that has it',
  async (name) => {
    const { port } = await coordinatorForTest();
    const path = `/api/docs/${name}`;
    const plain = await bytesOf(port, path, {});
    const small = await bytesOf(port, path, { 'accept-encoding': 'gzip, deflate, br' });
    const gzipped = await bytesOf(port, path, { 'accept-encoding': 'gzip' });
    expect(brotliDecompressSync(small.bytes).equals(plain.bytes)).toBe(true);
    expect(gunzipSync(gzipped.bytes).equals(plain.bytes)).toBe(true);
    expect(small.bytes.length).toBeLessThan(plain.bytes.length / 3.5);
    for (const { headers } of [plain, small, gzipped]) {
      expect([headers['cache-control'], headers.vary]).toEqual(['no-cache', 'Accept-Encoding']);
      const tag = String(headers.etag);
      const again = await bytesOf(port, path, { 'accept-encoding': 'br', 'if-none-match': tag });
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, tag]);
    }
  },
);

test('the page of the documentation is revalidated each time', async () => {
  const { port } = await coordinatorForTest();
  for (const path of ['/api/docs', '/api/docs/start.js', '/api/docs/favicon-32x32.png']) {
    const { headers } = await bytesOf(port, path, {});
    expect(headers['cache-control']).toBe('no-cache');
    expect((await bytesOf(port, path, { 'if-none-match': String(headers.etag) })).status).toBe(304);
  }
});
