import { connect, type Socket } from 'node:net';
import { App } from 'uWebSockets.js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { REQUESTS_A_LOOK, REQUESTS_A_TURN, TURN_MS } from '../../src/gateway/http/request-turns.ts';
import type { LogFields } from '../../src/runtime/logger.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { attachChannel } from '../../src/channel/server/channel-server.ts';
import { listenOn } from '../../src/gateway/listen.ts';
import { API_KEY, attachProxy, coordinatorForTest, JEB } from '../gateway/gateway-fixture.ts';
import { ask, sendRaw } from '../gateway/raw-http.ts';

const SOCKETS = 12;
const EACH = 5_000;
const nothing = () => undefined;

/** Counts the requests that are answered in each turn of the event loop. */
async function countingGateway() {
  const coordinator = await coordinatorForTest();
  const count = { all: 0, thisTurn: 0, mostInATurn: 0 };
  const note = ({ event }: LogFields) => {
    if (event !== 'http.request') return;
    count.all += 1;
    count.thisTurn += 1;
    count.mostInATurn = Math.max(count.mostInATurn, count.thisTurn);
  };
  let isOver = false;
  const nextTurn = () => {
    count.thisTurn = 0;
    if (!isOver) setImmediate(nextTurn);
  };
  nextTurn();
  const logger = { debug: note, info: note, warn: nothing, error: nothing };
  const gateway = await coordinator.openAnother({ logger });
  onTestFinished(async () => {
    isOver = true;
    await gateway.close();
  });
  return { port: gateway.port, count };
}

function connectTo(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', nothing);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Pipelines a request and reads the answers. Resolves when the connection is closed or everything is answered. */
function flood(port: number, request: string): Promise<'closed' | 'answered'> {
  const socket = connectTo(port);
  let answers = 0;
  socket.write(request.repeat(EACH));
  return new Promise((resolve) => {
    socket.on('close', () => resolve('closed'));
    socket.on('data', (bytes) => {
      answers += bytes.toString('latin1').split('HTTP/1.1 ').length - 1;
      if (answers >= EACH) resolve('answered');
    });
  });
}

const CHEAP = { 'If-None-Match': '*', Authorization: `Bearer ${API_KEY}` };
const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

async function expectRoomBeside(request: string): Promise<void> {
  const { port, count } = await countingGateway();
  const ends = Array.from({ length: SOCKETS }, () => flood(port, request));
  // Of somebody else, while the flood goes on.
  expect((await ask(port, 'GET', '/healthz')).status).toBe(200);
  expect(await Promise.all(ends)).toEqual(Array.from({ length: SOCKETS }, () => 'closed'));
  expect(count.all).toBeLessThan((SOCKETS * EACH) / 2);
  // A turn as counted here may see the end of one of the gateway's and the start of the next.
  expect(count.mostInATurn).toBeLessThanOrEqual(2 * REQUESTS_A_TURN);
}

it('connections that pipeline requests do not hold the event loop, and are closed', async () => {
  await expectRoomBeside(get('/api/x'));
});

it.each([
  ['refusals', get('/api/servers')],
  ['wrong tokens', get('/api/servers', { Authorization: 'Bearer nonsense' })],
  ['304 answers', get('/api/servers', CHEAP)],
  ['HEAD answers', get('/healthz', {}, 'HEAD')],
  ['pages', get('/')],
  ['refused changes', get(`/api/bans/${JEB}`, {}, 'DELETE')],
  ['refused logins', get('/api/auth/login', { 'Content-Length': '0' }, 'POST')],
])('nor do those that pipeline %s', async (_, request) => {
  await expectRoomBeside(request);
});

it('more connections than a turn has answers, with one request each, are all answered', async () => {
  const { port } = await countingGateway();
  const many = REQUESTS_A_TURN + 200;
  const sockets = Array.from({ length: many }, () => connectTo(port));
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  const answers = sockets.map(
    (socket) =>
      new Promise<string>((resolve) => {
        socket.once('data', (bytes) => resolve(bytes.toString().slice(0, 12)));
        socket.once('close', () => resolve('closed'));
      }),
  );
  for (const socket of sockets) socket.write(get('/healthz'));
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200']));
});

it('a forged token is refused in its turn, so a client that pipelines with one reads every refusal', async () => {
  const { port } = await coordinatorForTest();
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = part({ iss: 'portcullis', jti: 'x', pw: 'x'.repeat(22), exp: 4_000_000_000 });
  const token = `${part({ alg: 'HS256' })}.${claims}.${Buffer.alloc(32, 1).toString('base64url')}`;
  const refused = get('/api/servers', { Authorization: `Bearer ${token}` });
  const answers = await sendRaw(port, refused.repeat(3) + get('/healthz', { Connection: 'close' }));
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([
    'HTTP/1.1 401',
    'HTTP/1.1 401',
    'HTTP/1.1 401',
    'HTTP/1.1 200',
  ]);
});

it('what is put off is answered as it would be at once', async () => {
  // One answer without a body in 128 closes its connection, by chance.
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  onTestFinished(() => chance.mockRestore());
  const coordinator = await coordinatorForTest();
  attachProxy(coordinator.network);
  let leap = 0;
  // No turn has time for more requests than those before the clock is looked at.
  const clock = { ...systemClock, elapsed: () => systemClock.elapsed() + (leap += 2 * TURN_MS) };
  const slow = await coordinator.openAnother({ clock });
  onTestFinished(() => slow.close());
  const last = { Connection: 'close' };
  const key = { Authorization: `Bearer ${API_KEY}`, ...last };
  const put = (type: string, text: string) =>
    get('/api/proxy/settings', { ...key, 'Content-Type': type, 'Content-Length': `${text.length}` }, 'PUT') +
    text;
  const filler = get('/healthz', {}, 'DELETE');
  const lastAnswer = async (port: number, requests: string) => {
    const [answer = ''] = (await sendRaw(port, requests)).split(/(?=HTTP\/1\.1 )/).slice(-1);
    return answer.replace(/Date: .*/, '');
  };
  for (const request of [
    get('/', last),
    get('/none', last),
    get('/api/servers', key),
    get('/api/servers', { ...CHEAP, ...last }),
    get('/api/servers', last),
    get('/api/servers', { Authorization: 'Bearer nonsense', ...last }),
    get('/api/servers', key, 'HEAD'),
    get('/api/players', key),
    get(`/api/players/${JEB}`, key),
    get('/api/players/nobody', key),
    get('/api/events', key, 'HEAD'),
    get('/api/servers/nowhere', key, 'DELETE'),
    get('/api/servers', last, 'PATCH'),
    put('application/json', '{"maxPlayers":7}'),
    put('application/json', '{"a"'),
    put('text/plain', 'x'),
  ]) {
    const now = await lastAnswer(coordinator.port, request);
    expect(now).toContain('HTTP/1.1 ');
    expect(await lastAnswer(slow.port, filler.repeat(REQUESTS_A_LOOK) + request)).toBe(now);
  }
});

it('a refused agent costs one refusal, however many upgrades it pipelines', async () => {
  const coordinator = await coordinatorForTest();
  const { network, clock } = coordinator;
  const logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  let refusals = () => 0;
  const gateway = await coordinator.openAnother({
    mount: (app) => {
      const channel = attachChannel(app, { network, secret: 's'.repeat(32), clock, logger, version: 'test' });
      refusals = () => channel.stats().unauthorized;
    },
  });
  onTestFinished(() => gateway.close());
  const upgrade = get('/channel', {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  });
  expect(await flood(gateway.port, upgrade)).toBe('closed');
  expect(refusals()).toBe(1);
  // One that sends a single request reads its refusal, and is closed too.
  expect(await sendRaw(gateway.port, upgrade)).toMatch(
    /^HTTP\/1\.1 401 .*Connection: close.*401 Unauthorized$/s,
  );
});

// What the rest relies on.
it('uWebSockets.js closes a connection that sends a request while an answer is outstanding', async () => {
  const app = App();
  let handled = 0;
  app.get('/', (res) => {
    handled += 1;
    res.onAborted(nothing);
  });
  const listening = await listenOn(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => listening.close());
  expect(await sendRaw(listening.port, get('/').repeat(1_000))).toBe('');
  expect(handled).toBe(1);
});
