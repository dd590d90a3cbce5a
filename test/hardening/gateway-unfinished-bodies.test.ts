import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { API_KEY, coordinatorForTest, type TestCoordinator } from '../gateway/gateway-fixture.ts';
import { ask } from '../gateway/raw-http.ts';

const LENGTH = 60_000;
const KEY = `Authorization: Bearer ${API_KEY}`;
const JSON_TYPE = 'Content-Type: application/json';
const head = (start: string, length: number, ...lines: string[]) =>
  `${[`${start} HTTP/1.1`, 'Host: x', `Content-Length: ${length}`, ...lines].join('\r\n')}\r\n\r\n`;

/** A request that takes no body, or is refused before its body is read; the status where the body does not come. */
const UNFINISHED: [string, number, string][] = [
  ['a page', 413, head('GET /index.html', LENGTH)],
  ['a page that the client has', 413, head('GET /index.html', LENGTH, 'If-None-Match: *')],
  ['the head of a page', 413, head('HEAD /', LENGTH)],
  ['the health', 413, head('GET /healthz', LENGTH)],
  ['a long file', 413, head('GET /api/docs/swagger-ui-bundle.js', LENGTH)],
  ['a list', 413, head('GET /api/players', LENGTH, KEY)],
  ['an event stream', 413, head('GET /api/players/events', LENGTH, KEY)],
  ['a change that takes no body', 413, head('POST /api/auth/ticket', LENGTH, KEY)],
  ['a path that is none', 404, head('GET /api/nothing', LENGTH)],
  ['a method that is none', 405, head('PUT /healthz', LENGTH)],
  ['a change without a token', 401, head('POST /api/bans', LENGTH, JSON_TYPE)],
  ['a body of another type', 415, head('POST /api/bans', LENGTH, KEY, 'Content-Type: text/plain')],
  ['a login that is too long', 413, head('POST /api/auth/login', LENGTH, JSON_TYPE)],
];

interface Sender {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  answer: string;
}

/** A client that has sent so much; the gateway has read it. */
async function sender(port: number, text: string): Promise<Sender> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  const sent: Sender = {
    socket,
    closed: new Promise((resolve) => socket.once('close', resolve)),
    answer: '',
  };
  socket.on('data', (bytes) => (sent.answer += bytes.toString()));
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(text, resolve));
  await ask(port, 'GET', '/healthz');
  return sent;
}

/** Places are few with one more connection. */
async function fill({ port }: TestCoordinator, connections: number): Promise<void> {
  for (let at = 0; at < connections; at += 1) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.60.${at}.1` });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
  }
  await ask(port, 'GET', '/healthz');
}

// uWebSockets.js itself closes a connection whose body does not come after ten seconds and more of the machine's time.
const SOON = { timeout: 5_000 };

it.each(UNFINISHED)(
  '%s, whose body does not come wholly, is %i and the last of its connection',
  SOON,
  async (_, status, text) => {
    const { port, clock } = await coordinatorForTest();
    const sent = await sender(port, text + ' '.repeat(17_500));
    clock.push(1_000);
    await ask(port, 'GET', '/healthz');
    clock.push(2_000);
    await sent.closed;
    expect(sent.answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\r\nConnection: close\r\n`));
    expect(sent.answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  },
);

it.each(UNFINISHED)('%s is closed where places are few', SOON, async (_, status, text) => {
  const coordinator = await coordinatorForTest({ maxConnections: 60, trustedProxies: ['127.0.0.1'] });
  await fill(coordinator, 31);
  const sent = await sender(coordinator.port, text + ' '.repeat(17_500));
  coordinator.clock.push(250);
  await sent.closed;
  expect(sent.answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

it.each([
  ['a page', 200, head('GET /index.html', LENGTH)],
  ['an event stream', 200, head('GET /api/players/events', LENGTH, KEY)],
  ['a change that takes no body', 200, head('POST /api/auth/ticket', LENGTH, KEY)],
  ['a path that is none', 404, head('GET /api/nothing', LENGTH)],
])('%s is answered when the rest of its body is there', SOON, async (_, status, text) => {
  const { port } = await coordinatorForTest();
  const sent = await sender(port, text + ' '.repeat(17_500));
  expect(sent.answer).toBe('');
  sent.socket.write(' '.repeat(LENGTH - 17_500));
  await once(sent.socket, 'data');
  expect(sent.answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(sent.answer).not.toMatch(/^Connection: close/im);
});

it('requests with bodies that come wholly keep their connection, also where nobody takes them', async () => {
  const { port, clock } = await coordinatorForTest();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ports = new Set<number | undefined>();
  const long = JSON.stringify({ maxPlayers: 7, ' ': ' '.repeat(20_000) });
  for (const [method, path, body, status] of [
    ['PUT', '/api/proxy/settings', '{"maxPlayers":7}', 200],
    ['PUT', '/api/proxy/settings', long, 422],
    ['POST', '/api/auth/ticket', '{}', 200],
    ['DELETE', '/api/servers/none', long, 404],
    ['POST', '/healthz', '{}', 405],
    ['GET', '/api/nothing', '{}', 404],
    ['GET', '/api/servers', long, 200],
  ] as const) {
    const headers = {
      authorization: `Bearer ${API_KEY}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const call = request({ port, host: '127.0.0.1', method, path, headers, agent });
    // The head alone, and the body when the gateway has read it.
    call.flushHeaders();
    await ask(port, 'GET', '/healthz');
    call.end(body);
    const [response] = await once(call, 'response');
    expect([path, response.statusCode]).toEqual([path, status]);
    ports.add(call.socket?.localPort);
    await once(response.resume(), 'end');
    // No time limit of what was answered is left.
    clock.push(3_000);
  }
  expect(ports.size).toBe(1);
});

it.each([
  ['without a token', 401, 'nobody', 'application/json'],
  ['of another type', 415, API_KEY, 'text/plain'],
])('a client that sends the whole of a body %s reads %i', async (_, status, bearer, type) => {
  const { port } = await coordinatorForTest();
  const body = ' '.repeat(LENGTH);
  const headers = { 'content-type': type };
  expect((await ask(port, 'POST', '/api/bans', { bearer, headers, body })).status).toBe(status);
  const sent = { method: 'POST', headers: { ...headers, authorization: `Bearer ${bearer}` }, body };
  const fetched = await fetch(`http://127.0.0.1:${port}/api/bans`, sent);
  expect([fetched.status, await fetched.json()]).toMatchObject([status, { status }]);
});
