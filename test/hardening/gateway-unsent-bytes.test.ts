import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { attachChannel } from '../../src/channel/server/channel-server.ts';
import { API_KEY, attachProxy, coordinatorForTest } from '../gateway/gateway-fixture.ts';
import { ask, sendRaw } from '../gateway/raw-http.ts';

const MB = 1024 * 1024;
/** Linux keeps about 4 MB for a connection whose reader does not read. */
const KERNEL_MB = 8;
const ASSET_BYTES = 1_700_000;
const REFUSAL_BYTES = 150;
const HOST = 'coordinator.of.this.network.example';

/** The folder of a dashboard with one large asset. */
function largeDashboard(size = ASSET_BYTES): { folder: string; asset: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-large-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const asset = randomBytes(size);
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/large-1a2b3c.js'), asset);
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Dashboard</title>');
  return { folder, asset };
}

function connectTo(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Pipelines a request so many times without reading, until all are sent or the connection is closed. */
async function pipeline(port: number, request: string, times: number): Promise<void> {
  const socket = connectTo(port);
  socket.pause();
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  const some = Buffer.from(request.repeat(Math.min(times, 1000)));
  for (let sent = 0; sent < times && !socket.destroyed; sent += 1000) {
    await Promise.race([closed, new Promise<void>((resolve) => void socket.write(some, () => resolve()))]);
  }
}

/** How many requests the gateway has answered, those for its figures left out. */
async function answered(port: number): Promise<number> {
  const { text } = await ask(port, 'GET', '/metrics');
  const counts = [...text.matchAll(/^portcullis_http_requests_total\{(?!.*\/metrics).*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/**
 * The bytes of all answers to a flood of this request: what is more than the few megabytes that the kernel takes is held by
 * the process.
 */
async function answersTo(port: number, request: string, times: number): Promise<number> {
  const one = await sendRaw(port, request, (text) => /\r\n\r\n(?:$|[[{].*[\]}]$)/s.test(text));
  const before = await answered(port);
  await pipeline(port, request, times);
  let now = await answered(port);
  // What the kernel still has of the requests is read and answered meanwhile.
  for (let last = -1; last !== now; now = await answered(port)) {
    last = now;
    await pause(250);
  }
  return one.length * (now - before);
}

function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nAuthorization: Bearer ${API_KEY}\r\n${headers}\r\n`;
}

it('a connection that pipelines 600 requests for a large asset and reads nothing does not fill the memory', async () => {
  const { folder } = largeDashboard();
  const { port } = await coordinatorForTest({ dashboardFolder: folder });
  // Without a login.
  const request = `GET /assets/large-1a2b3c.js HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`;
  const before = process.memoryUsage().rss;
  await pipeline(port, request, 600);
  expect((process.memoryUsage().rss - before) / MB).toBeLessThan(64);
});

it.each([
  ['a small list', get('/api/proxy/player-history'), 20_000],
  ['errors', get('/api/players/not-a-uuid'), 60_000],
  ['404 without a login', `GET /none HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`, 60_000],
  ['304 answers', get('/', 'If-None-Match: *\r\n'), 60_000],
  ['HEAD answers', get('/').replace('GET', 'HEAD'), 60_000],
  ['heads of streams', get('/api/events').replace('GET', 'HEAD'), 60_000],
])('nor does one that pipelines %s', { timeout: 60_000 }, async (_, request, times) => {
  const { port } = await coordinatorForTest();
  expect((await answersTo(port, request, times)) / MB).toBeLessThan(KERNEL_MB);
});

it('nor do preflights of a configured origin', { timeout: 60_000 }, async () => {
  const { port } = await coordinatorForTest({ corsOrigins: ['https://a.example'] });
  const request = `OPTIONS /api/servers HTTP/1.1\r\nHost: ${HOST}\r\nOrigin: https://a.example\r\nAccess-Control-Request-Method: GET\r\n\r\n`;
  expect((await answersTo(port, request, 100_000)) / MB).toBeLessThan(KERNEL_MB);
});

it('nor do refused agents', async () => {
  const coordinator = await coordinatorForTest();
  const { network, clock } = coordinator;
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  let refusals = () => 0;
  const gateway = await coordinator.openAnother({
    mount: (app) => {
      const channel = attachChannel(app, { network, secret: 's'.repeat(32), clock, logger, version: 'test' });
      refusals = () => channel.stats().unauthorized;
    },
  });
  onTestFinished(() => gateway.close());
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
  const request = `GET /channel HTTP/1.1\r\nHost: ${HOST}\r\n${upgrade}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;
  await pipeline(gateway.port, request, 100_000);
  for (let last = -1; last !== refusals(); await pause(250)) last = refusals();
  expect((refusals() * REFUSAL_BYTES) / MB).toBeLessThan(KERNEL_MB);
});

it('a slow reader gets every byte of a large answer', async () => {
  // More than the kernel keeps, so that the rest waits in the gateway.
  const { folder, asset } = largeDashboard(12 * MB);
  const { port } = await coordinatorForTest({ dashboardFolder: folder });
  const socket = connectTo(port);
  const pieces: Buffer[] = [];
  let received = 0;
  const whole = new Promise<void>((resolve) => {
    socket.on('data', (bytes: Buffer) => {
      pieces.push(bytes);
      received += bytes.length;
      // It takes a little at a time.
      socket.pause();
      setTimeout(() => socket.resume(), 1);
      if (received > asset.length) resolve();
    });
  });
  socket.write(`GET /assets/large-1a2b3c.js HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`);
  await whole;
  const text = Buffer.concat(pieces);
  expect(text.subarray(text.indexOf('\r\n\r\n') + 4).equals(asset)).toBe(true);
});

it('requests of one connection that are pipelined and read are all answered, in order', async () => {
  const { port, network } = await coordinatorForTest();
  attachProxy(network);
  const socket = connectTo(port);
  let text = '';
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString();
  });
  socket.write(`${get('/healthz')}${get('/api/servers')}${get('/api/parties')}${get('/none')}`);
  while (!text.includes('route_not_found"}')) await pause(1);
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    '200',
    '200',
    '200',
    '404',
  ]);
  expect((await ask(port, 'GET', '/healthz')).status).toBe(200);
});
