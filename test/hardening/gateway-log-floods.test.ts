import { once } from 'node:events';
import { connect } from 'node:net';
import { App } from 'uWebSockets.js';
import { expect, it, onTestFinished } from 'vitest';
import { AppError } from '../../src/domain/errors.ts';
import { ConnectionFaults } from '../../src/runtime/faults/connection-faults.ts';
import { Compressor } from '../../src/gateway/compressor.ts';
import { attachRoute } from '../../src/gateway/dispatch.ts';
import type { RequestDeps } from '../../src/gateway/exchange.ts';
import { readAddressesVia } from '../../src/gateway/http/client-address.ts';
import { Cors } from '../../src/gateway/http/cors.ts';
import { RequestTurns } from '../../src/gateway/http/request-turns.ts';
import { Turns } from '../../src/gateway/http/send-pieces.ts';
import { listenOn } from '../../src/gateway/listen.ts';
import { RequestLog } from '../../src/gateway/operations/request-log.ts';
import { RouteFigures } from '../../src/gateway/operations/request-figures.ts';
import { route } from '../../src/gateway/route.ts';
import { KeptLog } from '../channel/channel-fixture.ts';
import { RunningClock, SyncTestClock } from '../fixtures/test-clock.ts';
import { PLENTY_OF_PLACES } from '../gateway/plenty-of-places.ts';

/** A gateway with one route, which is too busy; the answers of requests from these addresses are awaited. */
async function askBusy(log: KeptLog, addresses: readonly string[]): Promise<void> {
  const clock = new RunningClock();
  const requestLog = new RequestLog(clock, log);
  const faults = new ConnectionFaults('gateway', { clock, logger: log });
  const deps = {
    faults,
    ...PLENTY_OF_PLACES,
    addresses: readAddressesVia(['127.0.0.1']),
    cors: new Cors([]),
    clock,
    compressor: new Compressor(clock),
    logger: log,
    requestLog,
    onLoopback: true,
    turns: new Turns(),
    requestTurns: new RequestTurns(clock, faults),
    inFlight: new Set(),
  } as unknown as RequestDeps;
  const busy = route<object>({
    method: 'POST',
    path: '/login',
    summary: 'Is too busy',
    access: 'public',
    reply: { status: 200, description: 'Never', body: null },
    handle: () => Promise.reject(new AppError('overloaded')),
  });
  const app = App();
  attachRoute(app, busy, {}, new RouteFigures('POST', '/login'), deps);
  const listening = await listenOn(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => listening.close());
  for (const address of addresses) {
    const socket = connect(listening.port, '127.0.0.1');
    socket.write(
      `POST /login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Length: 0\r\n\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1.1 503/);
    socket.destroy();
  }
  requestLog.close();
}

const linesOf = (log: KeptLog, event: string) => log.lines.filter((line) => line.event === event);

it('logins of strangers that find the line full cannot fill the log', async () => {
  const log = new KeptLog();
  await askBusy(
    log,
    Array.from({ length: 300 }, (_, at) => `10.0.${at >> 6}.${at & 63}`),
  );
  for (const event of ['http.request', 'http.unavailable']) {
    const lines = linesOf(log, event);
    expect(lines.length).toBeLessThanOrEqual(100);
    expect(lines.filter(({ times }) => times === undefined)).toHaveLength(60);
  }
});

it('a few of them are logged as they are', async () => {
  const log = new KeptLog();
  await askBusy(log, ['10.0.0.1', '10.0.0.1']);
  const unavailable = expect.objectContaining({ path: '/login', code: 'overloaded' });
  expect(linesOf(log, 'http.unavailable')).toEqual([unavailable, unavailable]);
  const asked = { method: 'POST', path: '/login', address: '10.0.0.1', status: 503 };
  expect(linesOf(log, 'http.request')).toMatchObject([asked, asked]);
});

it('changes that strangers of many addresses are refused are a line for some of these, and one for the others', () => {
  const clock = new SyncTestClock();
  const log = new KeptLog();
  const requestLog = new RequestLog(clock, log);
  const change = { method: 'POST', path: '/api/auth/login', status: 401, milliseconds: 1 };
  for (let at = 0; at < 1_000; at += 1)
    requestLog.change({ ...change, address: `10.0.${at >> 6}.${at & 63}` }, false);
  clock.advance(60_000);
  const lines = linesOf(log, 'http.refused');
  expect(lines.length).toBeLessThanOrEqual(100);
  expect(lines.at(-1)).toMatchObject({ address: 'others', times: 939 });
});

it('what is unavailable to callers who are known is one line a minute, with the number and an example', () => {
  const clock = new SyncTestClock();
  const log = new KeptLog();
  const requestLog = new RequestLog(clock, log);
  const why = { path: '/api/bans', code: 'storage_unavailable', reason: 'SQLITE_FULL' };
  for (let at = 0; at < 20; at += 1) requestLog.unavailable(`10.0.0.${at}`, true, why);
  expect(log.lines).toEqual([{ event: 'http.unavailable', ...why, times: 1 }]);
  clock.advance(60_000);
  expect(log.lines).toHaveLength(2);
  expect(log.lines[1]).toMatchObject({ ...why, times: 19 });
});
