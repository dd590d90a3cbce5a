import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { App } from 'uWebSockets.js';
import { expect, it, onTestFinished } from 'vitest';
import { attachChannel } from '../../src/channel/server/channel-server.ts';
import { endNow } from '../../src/gateway/http/last-answer.ts';
import { listenOn } from '../../src/gateway/listen.ts';
import type { EndlessSending } from '../fixtures/endless-sender.ts';
import { API_KEY, coordinatorForTest } from '../gateway/gateway-fixture.ts';
import { cookieOf } from '../gateway/auth/page-fixture.ts';
import { ask, sendRaw } from '../gateway/raw-http.ts';

const MANY = 96 * 1024 * 1024;
/** More than the kernel keeps of what a closed connection was sent. */
const FEW = 48 * 1024 * 1024;

const CHUNKED = 'Transfer-Encoding: chunked';
const ENDLESS = 'Content-Length: 9999999999';
const JSON_TYPE = 'Content-Type: application/json';
const head = (start: string, ...lines: string[]) =>
  `${[`${start} HTTP/1.1`, 'Host: x', ...lines].join('\r\n')}\r\n\r\n`;
/** Signed by nobody. */
const FORGED = 'Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.e30.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const UPGRADE = [
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  'Sec-WebSocket-Version: 13',
];

/** How many bytes of a flood were taken before its connection was closed. */
async function takenOf(sending: EndlessSending): Promise<number> {
  const worker = new Worker(new URL('../fixtures/endless-sender.ts', import.meta.url), {
    workerData: sending,
  });
  onTestFinished(async () => void (await worker.terminate()));
  const [taken] = await once(worker, 'message');
  return Number(taken);
}

const STRANGERS: [string, number, string][] = [
  ['a login', 411, head('POST /api/auth/login', JSON_TYPE, CHUNKED)],
  ['a change without a token', 401, head('POST /api/bans', JSON_TYPE, CHUNKED)],
  ['a change with a forged token', 401, head('POST /api/bans', FORGED, JSON_TYPE, CHUNKED)],
  ['a page', 411, head('GET /', CHUNKED)],
  ['an asset', 404, head('GET /assets/none.js', CHUNKED)],
  ['the health', 411, head('GET /healthz', CHUNKED)],
  ['a list', 411, head('GET /api/servers', CHUNKED)],
  ['an event stream', 411, head('GET /api/players/events', CHUNKED)],
  ['a path that is none', 404, head('PUT /nothing', CHUNKED)],
  ['a method that is none', 405, head('POST /healthz', CHUNKED)],
  ['a preflight', 405, head('OPTIONS /healthz', 'Origin: https://x.example', CHUNKED)],
  ['another coding before the chunks', 411, head('POST /api/auth/login', 'Transfer-Encoding: gzip, CHUNKED')],
  ['two codings', 411, head('POST /api/auth/login', 'transfer-ENCODING: gzip', CHUNKED)],
];

const KNOWN: [string, number, string][] = [
  ['a list', 411, head('GET /api/servers', `Authorization: Bearer ${API_KEY}`, CHUNKED)],
  [
    'a change that takes no body',
    411,
    head('DELETE /api/servers/x', `Authorization: Bearer ${API_KEY}`, CHUNKED),
  ],
];

const LONG: [string, number, string][] = [
  ['a login', 413, head('POST /api/auth/login', JSON_TYPE, ENDLESS)],
  ['a page', 413, head('GET /', ENDLESS)],
  ['the health', 413, head('GET /healthz', ENDLESS)],
  ['a change without a token', 401, head('POST /api/bans', JSON_TYPE, ENDLESS)],
  [
    'a change by who is known',
    413,
    head('POST /api/bans', `Authorization: Bearer ${API_KEY}`, JSON_TYPE, ENDLESS),
  ],
  ['a path that is none', 404, head('PUT /nothing', ENDLESS)],
];

/** Each is answered with its status before its body ends, and no more of it is taken. */
async function expectClosed(requests: readonly (readonly [string, number, string])[]): Promise<void> {
  const { port } = await coordinatorForTest({ corsOrigins: ['https://x.example'] });
  for (const [what, status, text] of requests) {
    // The end of the body is never sent.
    const [top = '', problem = ''] = (await sendRaw(port, `${text}0000`)).split('\r\n\r\n');
    expect(top, what).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(top, what).toContain('\r\nConnection: close');
    expect(top, what).toContain(`\r\nContent-Length: ${problem.length}`);
    expect(JSON.parse(problem), what).toMatchObject({ status });
    expect(await takenOf({ port, head: text, atMost: MANY }), what).toBeLessThan(FEW);
  }
  expect((await ask(port, 'GET', '/healthz')).status).toBe(200);
}

it('a request whose body has no length and whose caller is not known is answered and closed', async () => {
  await expectClosed(STRANGERS);
});

it('so is one of a page whose cookie nobody signed', async () => {
  const at = await coordinatorForTest();
  const [name = ''] = (await cookieOf(at)).split('=', 1);
  const cookie = FORGED.replace('Authorization: Bearer ', `Cookie: ${name}=`);
  const page = ['Origin: http://x', 'X-Portcullis-Page: 1', cookie];
  const text = head('POST /api/bans', ...page, JSON_TYPE, CHUNKED);
  expect(await takenOf({ port: at.port, head: text, atMost: MANY })).toBeLessThan(FEW);
});

it('so is one of who is known, where no body is taken', async () => {
  await expectClosed(KNOWN);
});

it('so is one that announces more than any body has, whoever asks', async () => {
  await expectClosed(LONG);
});

it('so is a HEAD, without an answer, because it has no body to fill up', async () => {
  const { port } = await coordinatorForTest();
  expect(await sendRaw(port, head('HEAD /healthz', CHUNKED))).toBe('');
});

it('chunks that an empty line hides behind a reverse proxy close their connection, whoever sends them', async () => {
  const { port } = await coordinatorForTest({ trustedProxies: ['127.0.0.1'] });
  const lines = [JSON_TYPE, 'Transfer-Encoding:', CHUNKED];
  const known = head('POST /api/bans', `Authorization: Bearer ${API_KEY}`, ...lines);
  for (const [status, text] of [
    [404, head('PUT /nothing', ...lines)],
    [411, known],
  ] as const) {
    const answer = await sendRaw(port, `${text}2\r\n{}\r\n0\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain('\r\nConnection: close');
  }
});

it('an upgrade that has a body is closed', async () => {
  const coordinator = await coordinatorForTest();
  const { clock, network } = coordinator;
  const silent = () => undefined;
  const logger = { debug: silent, info: silent, warn: silent, error: silent };
  const gateway = await coordinator.openAnother({
    mount: (app) =>
      void attachChannel(app, {
        network,
        secret: 's'.repeat(32),
        clock,
        logger,
        version: 'test',
      }),
  });
  onTestFinished(() => gateway.close());
  for (const line of [CHUNKED, ENDLESS]) {
    const text = head('GET /channel', ...UPGRADE, line);
    expect(await sendRaw(gateway.port, text)).toBe('');
    expect(await takenOf({ port: gateway.port, head: text, atMost: MANY })).toBeLessThan(FEW);
  }
});

it('who is known may send chunks where a body is taken, with a token that was not seen before too', async () => {
  const coordinator = await coordinatorForTest();
  const login = await ask(coordinator.port, 'POST', '/api/auth/login', {
    body: { password: 'correct horse' },
  });
  expect(login.json).toMatchObject({ token: expect.any(String) });
  const bearer = /"token":"([^"]+)"/.exec(login.text)?.[1] ?? '';
  // Another process, as after a restart.
  const { port } = await coordinator.openAnother();
  for (const headers of [{ 'transfer-encoding': 'chunked' }, { 'Transfer-Encoding': 'CHUNKED' }]) {
    const given = {
      bearer,
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"maxPlayers":7}',
    };
    expect((await ask(port, 'PUT', '/api/proxy/settings', given)).json).toEqual({ maxPlayers: 7 });
  }
});

it('the connection is closed inside the handler, also where the client reads nothing', async () => {
  const app = App();
  let open = 0;
  const left: number[] = [];
  app.filter((_, change) => void (open += change));
  app.get('/large', (res) => void res.end(Buffer.alloc(64 * 1024 * 1024)));
  app.get('/', (res) => {
    endNow(res, '{}', false);
    left.push(open);
  });
  const listening = await listenOn(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => listening.close());
  for (const before of ['', head('GET /large')]) {
    const socket = connect(listening.port, '127.0.0.1').pause();
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(before + head('GET /', CHUNKED));
    await expect.poll(() => left.length).toBe(before === '' ? 1 : 2);
  }
  expect(left).toEqual([0, 0]);
});

it('nor are many of them answered in one turn', async () => {
  const { port } = await coordinatorForTest();
  const text = `${head('GET /healthz', CHUNKED)}0\r\n\r\n`.repeat(2_000);
  expect((await sendRaw(port, text)).match(/HTTP\/1\.1 411/g)).toHaveLength(1);
});
