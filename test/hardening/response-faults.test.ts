import { connect, type Socket } from 'node:net';
import { App, type HttpResponse, type TemplatedApp } from 'uWebSockets.js';
import { expect, it, onTestFinished } from 'vitest';
import type { RequestDeps } from '../../src/gateway/exchange.ts';
import { attachRoute } from '../../src/gateway/dispatch.ts';
import { Compressor } from '../../src/gateway/compressor.ts';
import { Cors } from '../../src/gateway/http/cors.ts';
import { endLast } from '../../src/gateway/http/last-answer.ts';
import { readJsonBody } from '../../src/gateway/http/request-body.ts';
import { REQUESTS_A_TURN, RequestTurns } from '../../src/gateway/http/request-turns.ts';
import { endWithoutBody, sendBody } from '../../src/gateway/http/send-body.ts';
import { sendPieces, Turns } from '../../src/gateway/http/send-pieces.ts';
import { listenOn } from '../../src/gateway/listen.ts';
import { RouteFigures } from '../../src/gateway/operations/request-figures.ts';
import { route } from '../../src/gateway/route.ts';
import { ConnectionFaults } from '../../src/runtime/faults/connection-faults.ts';
import { whenAborted, whenReceived, whenWritable } from '../../src/runtime/faults/response-callbacks.ts';
import { KeptLog } from '../channel/channel-fixture.ts';
import { SyncTestClock, turn } from '../fixtures/test-clock.ts';
import { BUG, fail } from '../fixtures/connection-faults.ts';
import { PLENTY_OF_PLACES } from '../gateway/plenty-of-places.ts';

// An error that a test does not expect fails the run, as it would end the process of the coordinator.

function stage() {
  const log = new KeptLog();
  const clock = new SyncTestClock();
  const faults = new ConnectionFaults('gateway', { clock, logger: log });
  const failed = [{ event: 'connection.failed', door: 'gateway', err: BUG, times: 1 }];
  return { log, clock, faults, failed };
}

type Stage = ReturnType<typeof stage>;

async function serve(attach: (app: TemplatedApp) => void): Promise<number> {
  const app = App();
  attach(app);
  app.get('/alive', (res) => void res.end('yes', true));
  const listening = await listenOn(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => listening.close());
  return listening.port;
}

/** A client whose request is sent, and what the server writes until it closes. */
function client(port: number, request: string): { socket: Socket; closed: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => (text += bytes.toString()));
  socket.write(request);
  return { socket, closed: new Promise((resolve) => socket.once('close', () => resolve(text))) };
}

const isAlive = async (port: number) =>
  expect(await client(port, 'GET /alive HTTP/1.1\r\nHost: x\r\n\r\n').closed).toContain('yes');

const LARGE = Buffer.alloc(32 * 1024 * 1024);

it.each<[string, (res: HttpResponse, faults: ConnectionFaults) => void, (socket: Socket) => unknown]>([
  [
    'a piece of a body comes',
    (res, faults) => {
      whenAborted(res, faults, () => undefined);
      whenReceived(res, faults, fail);
    },
    (socket) => socket.write('x'),
  ],
  [
    'a reader takes bytes again',
    (res, faults) => {
      whenAborted(res, faults, () => undefined);
      whenWritable(res, faults, fail);
      res.tryEnd(LARGE, LARGE.length);
    },
    (socket) => socket.resume(),
  ],
  ['the client leaves', (res, faults) => whenAborted(res, faults, fail), (socket) => socket.destroy()],
])('an error when %s costs one connection of uWebSockets.js', async (_, listen, act) => {
  const { log, faults, failed } = stage();
  let begun: (() => void) | undefined;
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const port = await serve((app) =>
    app.post('/', (res) => {
      listen(res, faults);
      begun?.();
    }),
  );
  const { socket, closed } = client(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n');
  socket.pause();
  await isBegun;
  act(socket);
  await expect.poll(() => log.lines).toEqual(failed);
  socket.resume();
  await closed;
  await isAlive(port);
});

/** A response on which a test makes happen what it likes, and of which everything fails from then on. */
class StagedResponse {
  isFailing = false;
  isBlocked = false;
  closed = 0;
  aborted: () => void = () => undefined;
  writable: (offset: number) => boolean = () => true;
  data: (piece: ArrayBuffer, isLast: boolean) => void = () => undefined;

  onAborted = (run: () => void) => this.#set(() => (this.aborted = run));
  onWritable = (run: (offset: number) => boolean) => this.#set(() => (this.writable = run));
  onData = (run: (piece: ArrayBuffer, isLast: boolean) => void) => this.#set(() => (this.data = run));
  cork = (run: () => void) => this.#does(run);
  write = () => this.#does(() => undefined, !this.isBlocked);
  tryEnd = () => this.#does(() => undefined, [false, false]);
  end = () => this.#does(() => undefined);
  endWithoutBody = () => this.#does(() => undefined);
  writeHeader = () => this.#does(() => undefined);
  writeStatus = () => this.#does(() => undefined);
  close = () => {
    this.closed += 1;
    this.#does(() => undefined);
    this.aborted();
  };

  get res(): HttpResponse {
    return this as unknown as HttpResponse;
  }

  #set(set: () => void): this {
    set();
    return this;
  }

  #does<T>(run: () => void, result?: T): T | undefined {
    if (this.isFailing) fail();
    run();
    return result;
  }
}

/** A piece that cannot be read. */
const BAD_PIECE = Object.defineProperty({}, 'byteLength', { get: fail }) as ArrayBuffer;
const HEADERS = { contentType: 'application/json', contentLength: '', transferEncoding: 'chunked' };

it.each<
  [
    string,
    (response: StagedResponse, given: Stage) => void,
    (response: StagedResponse, given: Stage) => unknown,
  ]
>([
  [
    'what takes a body',
    ({ res }, { clock, faults }) => void readJsonBody(res, HEADERS, clock, faults),
    ({ data }) => data(BAD_PIECE, false),
  ],
  [
    'what ends a body that is late',
    ({ res }, { clock, faults }) => void readJsonBody(res, HEADERS, clock, faults),
    (_, { clock }) => clock.advance(30_000),
  ],
  ['what sends on', ({ res }, { faults }) => sendBody(res, 'x', faults), ({ writable }) => writable(0)],
  ['what ends after a head', ({ res }, { faults }) => endWithoutBody(res, faults, () => 0), () => turn()],
  [
    'what drops the rest of a refused body',
    ({ res }, { clock, faults }) => endLast(res, 'x', false, clock, faults),
    ({ data }) => data(BAD_PIECE, false),
  ],
  [
    'what ends a refused body',
    ({ res }, { clock, faults }) => endLast(res, 'x', false, clock, faults),
    (_, { clock }) => clock.advance(2_000),
  ],
])('an error of %s costs its connection', async (_, start, happen) => {
  const given = stage();
  const response = new StagedResponse();
  start(response, given);
  response.isFailing = true;
  await happen(response, given);
  await turn();
  expect(given.log.lines).toEqual(given.failed);
  expect(response.closed).toBeGreaterThan(0);
});

it('an error of what sends the next piece of a list ends the list', async () => {
  const { log, faults, failed } = stage();
  const response = new StagedResponse();
  response.isBlocked = true;
  const turns = new Turns();
  let isFirstTaken: (() => void) | undefined;
  const firstTaken = new Promise<void>((resolve) => {
    isFirstTaken = resolve;
  });
  function* pieces() {
    yield '1';
    isFirstTaken?.();
    yield '2';
  }
  const sent = sendPieces(response.res, pieces(), false, turns, faults);
  await firstTaken;
  await turns.next();
  // The second piece waits for the reader.
  response.isFailing = true;
  response.writable(0);
  response.isFailing = false;
  await sent;
  expect([log.lines, response.closed]).toEqual([failed, 1]);
});

it('an error of what leaves a request that is put off costs nothing else', () => {
  const { log, clock, faults, failed } = stage();
  const turns = new RequestTurns(clock, faults);
  for (let at = 0; at < REQUESTS_A_TURN; at += 1) turns.answer(new StagedResponse(), () => undefined);
  const response = new StagedResponse();
  turns.answer(response, () => undefined, fail);
  response.aborted();
  expect(log.lines).toEqual(failed);
});

it.each<[string, (caller: { gone?: (() => void) | undefined }) => Promise<unknown>, boolean]>([
  [
    'what ends the work for a caller who is gone',
    (caller) => {
      caller.gone = fail;
      return new Promise(() => undefined);
    },
    true,
  ],
  [
    'what writes an answer that was waited for',
    async () => ({
      status: 200,
      type: 'text/plain',
      get body() {
        return fail();
      },
    }),
    false,
  ],
])('an error of %s costs the connection', async (_, handle, isGone) => {
  const { log, clock, faults, failed } = stage();
  let begun: (() => void) | undefined;
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const deps = {
    faults,
    ...PLENTY_OF_PLACES,
    addresses: { hasProxies: false },
    cors: new Cors([]),
    clock,
    compressor: new Compressor(clock),
    logger: log,
    turns: new Turns(),
    requestTurns: new RequestTurns(clock, faults),
    inFlight: new Set(),
  } as unknown as RequestDeps;
  const broken = route<object>({
    method: 'GET',
    path: '/broken',
    summary: 'Breaks',
    access: 'public',
    reply: { status: 200, description: 'Never', body: null },
    handle: ({ caller }) => {
      begun?.();
      return handle(caller) as never;
    },
  });
  const port = await serve((app) => attachRoute(app, broken, {}, new RouteFigures('GET', '/broken'), deps));
  const { socket, closed } = client(port, 'GET /broken HTTP/1.1\r\nHost: x\r\n\r\n');
  await isBegun;
  if (isGone) {
    await turn();
    socket.destroy();
  }
  await closed;
  await expect.poll(() => log.lines).toEqual(failed);
  expect(deps.inFlight.size).toBe(0);
  await isAlive(port);
});
