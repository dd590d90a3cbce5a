import { once } from 'node:events';
import { connect } from 'node:net';
import { App, type HttpResponse } from 'uWebSockets.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { endLast } from '../../src/gateway/http/last-answer.ts';
import { readJsonBody } from '../../src/gateway/http/request-body.ts';
import { listenOn } from '../../src/gateway/listen.ts';
import { ConnectionFaults } from '../../src/runtime/faults/connection-faults.ts';
import { KeptLog } from '../channel/channel-fixture.ts';
import { API_KEY, coordinatorForTest } from '../gateway/gateway-fixture.ts';
import { ask } from '../gateway/raw-http.ts';
import { RunningClock, TestClock } from '../fixtures/test-clock.ts';

const CHUNKS = 80_000;
const head = (path: string, bearer: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bearer}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
const body = '1\r\n \r\n'.repeat(CHUNKS);

/** What the connection was sent until it closed. */
function send(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1');
    socket.on('data', (bytes) => (answer += bytes.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
    socket.write(text);
  });
}

const chunk = (length: number) => `${length.toString(16)}\r\n${' '.repeat(length)}\r\n`;

/** Sends piece after piece, and looks for an answer after the last one. A client whose write fails reads no answer. */
async function sendBeforeReading(port: number, pieces: readonly string[]): Promise<string> {
  let answer = '';
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('data', (bytes) => {
    answer += bytes.toString();
    if (answer.endsWith('}\r\n')) socket.destroy();
  });
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  for (const piece of pieces) {
    socket.write(piece);
    // The gateway has read the piece when it answers this.
    await ask(port, 'GET', '/healthz');
  }
  socket.resume();
  await closed;
  return answer;
}

it('a body in tiny chunks costs a few pieces, and its connection is closed', async () => {
  let pieces = 0;
  const app = App();
  app.post('/body', (res: HttpResponse) => {
    const onData = res.onData.bind(res);
    res.onAborted(() => undefined);
    res.onData = (handler) =>
      onData((piece, isLast) => {
        pieces += 1;
        handler(piece, isLast);
      });
    const headers = { contentType: 'application/json', contentLength: '', transferEncoding: 'chunked' };
    const clock = new RunningClock();
    readJsonBody(res, headers, clock, new ConnectionFaults('gateway', { clock, logger: new KeptLog() }));
  });
  const listening = await listenOn(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => listening.close());
  expect(await send(listening.port, head('/body', API_KEY) + body)).toBe('');
  expect(pieces).toBeLessThan(600);
});

it('so is that of a caller who is refused, and of one whose body is, and others are served', async () => {
  const { port } = await coordinatorForTest();
  for (const text of [
    head('/api/bans', 'nobody') + body,
    head('/api/bans', API_KEY) + body,
    head('/api/bans', API_KEY).replace('json', 'xml') + body,
    `${head('/api/bans', API_KEY)}10001\r\n${' '.repeat(0x10001)}\r\n${body}`,
  ]) {
    await send(port, text);
    expect((await ask(port, 'GET', '/healthz')).status).toBe(200);
  }
});

it('a path that takes no body takes no chunks either: it says so and closes the connection', async () => {
  const { port } = await coordinatorForTest();
  for (const [method, path] of [
    ['GET', '/healthz'],
    ['DELETE', '/api/servers/x'],
    ['GET', '/api/nothing'],
    ['POST', '/healthz'],
    ['GET', '/'],
  ] as const) {
    const text = head(path, API_KEY).replace('POST', method) + body;
    const [, status] = /^HTTP\/1\.1 (\d+) [^]*Connection: close/.exec(await send(port, text)) ?? [];
    expect([method, path, Number(status)]).toEqual([method, path, expect.toBeOneOf([404, 405, 411])]);
  }
  expect((await ask(port, 'GET', '/healthz')).status).toBe(200);
});

it('a caller who is refused before the body is complete reads why, and that the connection ends', async () => {
  const { port } = await coordinatorForTest();
  const answer = await sendBeforeReading(port, [`${head('/api/bans', 'nobody')}5\r\n{"max\r\n`]);
  expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*Connection: close[^]*unauthenticated/i);
});

it.each([
  ['that is too long', 413, head('/api/bans', API_KEY), chunk(0x10001)],
  ['in too many chunks', 413, head('/api/bans', API_KEY), chunk(1).repeat(300)],
  ['of another type', 415, head('/api/bans', API_KEY).replace('json', 'xml'), chunk(16_384)],
])('the sender of a body %s reads %i, although it sends on', async (_, status, start, chunks) => {
  const { port } = await coordinatorForTest();
  const rest = Array.from({ length: 5 }, () => chunk(4096));
  const answer = await sendBeforeReading(port, [start + chunks, ...rest]);
  const [top = '', problem = ''] = answer.split('\r\n\r\n');
  expect(top).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(top).toContain('\r\nConnection: close');
  expect(top).toContain(`\r\nContent-Length: ${problem.length}`);
  expect(JSON.parse(problem)).toMatchObject({ status });
});

describe('after the refusal', () => {
  /** A client that was refused, and whose connection is open; time stands still. */
  async function refusedClient() {
    const clock = new TestClock();
    const faults = new ConnectionFaults('gateway', { clock, logger: new KeptLog() });
    const app = App();
    const read = { bytes: 0, pieces: 0 };
    app.post('/body', (res: HttpResponse) => {
      const onData = res.onData.bind(res);
      res.onData = (handler) =>
        onData((piece, isLast) => {
          read.bytes += piece.byteLength;
          read.pieces += 1;
          handler(piece, isLast);
        });
      res.onAborted(() => undefined);
      setImmediate(() => res.cork(() => endLast(res, '{}', false, clock, faults)));
    });
    const listening = await listenOn(app, { host: '127.0.0.1', port: 0 });
    onTestFinished(() => listening.close());
    const socket = connect(listening.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const answered = new Promise((resolve) => socket.once('data', resolve));
    socket.write(head('/body', API_KEY));
    await answered;
    return { socket, closed, clock, read };
  }

  it.each([
    ['a quarter of a megabyte', chunk(0x80000), 6],
    ['few pieces', chunk(1).repeat(8), 256],
  ])('%s more is read, and the connection is closed', async (_, piece, times) => {
    const { socket, closed, clock, read } = await refusedClient();
    let written = 0;
    const more = () => {
      for (let room = true; room && written < times; written += 1) room = socket.write(piece);
    };
    socket.on('drain', more);
    more();
    await closed;
    // The last piece may be as large as what is read at once.
    expect(read.bytes).toBeLessThanOrEqual(0x40000 + 0x80000);
    expect(read.pieces).toBeLessThanOrEqual(257);
    expect(clock.pending).toBe(0);
  });

  it('a connection is closed at once when the body ends', async () => {
    const { socket, closed, clock } = await refusedClient();
    socket.write(`${chunk(10)}0\r\n\r\n`);
    await closed;
    expect(clock.pending).toBe(0);
  });

  it('one whose body does not end is closed after two seconds', async () => {
    const { closed, clock } = await refusedClient();
    await clock.advance(1_999);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    await closed;
  });
});
