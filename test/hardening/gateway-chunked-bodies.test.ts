import { connect } from 'node:net';
import { App, type HttpResponse, us_listen_socket_close, us_socket_local_port } from 'uWebSockets.js';
import { expect, it, onTestFinished } from 'vitest';
import { readJsonBody } from '../../src/gateway/http/request-body.ts';
import { listenOn } from '../../src/gateway/listen.ts';
import { API_KEY, coordinatorForTest } from '../gateway/gateway-fixture.ts';
import { ask } from '../gateway/raw-http.ts';
import { RunningClock } from '../fixtures/test-clock.ts';

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
    readJsonBody(res, headers, new RunningClock());
  });
  const listening = await listenOn(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => us_listen_socket_close(listening));
  expect(await send(us_socket_local_port(listening), head('/body', API_KEY) + body)).toBe('');
  expect(pieces).toBeLessThan(300);
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
    expect([method, path, Number(status)]).toEqual([method, path, expect.toBeOneOf([404, 405, 413])]);
  }
  expect((await ask(port, 'GET', '/healthz')).status).toBe(200);
});

it('a caller who is refused before the body is complete reads why, and the connection is closed', async () => {
  const { port } = await coordinatorForTest();
  const answer = await send(port, `${head('/api/bans', 'nobody')}5\r\n{"max\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*Connection: close[^]*unauthenticated/i);
});
