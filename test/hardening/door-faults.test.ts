import { setImmediate as nextTurn } from 'node:timers/promises';
import { EventEmitter, once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { LocalConnections } from '../../src/backend/local/local-connections.ts';
import { openLocalServer } from '../../src/backend/local/local-server.ts';
import { connectUpstream } from '../../src/platform/edge/connect-upstream.ts';
import { AddressLimits } from '../../src/platform/edge/limits/address-limits.ts';
import { splice } from '../../src/platform/edge/splice.ts';
import { UpstreamSession, type UpstreamSessionOptions } from '../../src/platform/edge/upstream-session.ts';
import { MsmpClient } from '../../src/platform/msmp/msmp-client.ts';
import { RpcSocket } from '../../src/platform/msmp/rpc-socket.ts';
import { PacketReader } from '../../src/platform/rcon/packet.ts';
import { PlayerPoll } from '../../src/platform/rcon/player-poll.ts';
import { RconConnection } from '../../src/platform/rcon/rcon-connection.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { TrafficBound } from '../../src/runtime/limits/traffic-bound.ts';
import { KeptLog } from '../channel/channel-fixture.ts';
import { SyncTestClock, TestClock } from '../fixtures/test-clock.ts';
import { openEdgeFixture } from '../platform/edge/edge-fixture.ts';
import { ManagementServer, SECRET } from '../platform/msmp/management-server.ts';
import { RecordingListener } from '../platform/recording-listener.ts';
import { BUG, fail, faultsIn, faultsOf } from '../fixtures/connection-faults.ts';

// An error that a test does not expect fails the run, as it would end the process.

afterEach(() => vi.restoreAllMocks());

async function portOf(server: Server | WebSocketServer): Promise<number> {
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

it('at the edge: an error of what takes a client in costs it', async () => {
  const fixture = await openEdgeFixture();
  vi.spyOn(AddressLimits.prototype, 'admit').mockImplementationOnce(fail);
  const { socket } = fixture.connect();
  socket.on('error', () => undefined);
  await once(socket, 'close');
  await expect.poll(() => faultsIn(fixture.log)).toMatchObject([{ door: 'edge', err: BUG, times: 1 }]);
  fixture.login();
  await fixture.upstream.next();
});

it('at the edge: an error of what notes the end of a client costs nobody else', async () => {
  const fixture = await openEdgeFixture();
  vi.spyOn(AddressLimits.prototype, 'release').mockImplementationOnce(fail);
  const client = fixture.connect();
  await expect.poll(() => fixture.edge.vitals().connections).toBe(1);
  client.socket.destroy();
  await expect.poll(() => faultsIn(fixture.log)).toMatchObject([{ door: 'edge', err: BUG, times: 1 }]);
  fixture.login();
  await fixture.upstream.next();
});

/** One of two sockets that are spliced. */
class StagedSocket extends EventEmitter {
  destroyed = false;
  isFailing = false;
  setKeepAlive = () => this;
  pause = () => this.#does();
  resume = () => this.#does();
  writableLength = 0;
  #sent: () => void = () => undefined;
  write = (_piece?: Buffer, sent = () => undefined) => {
    this.#sent = sent;
    return this.#does();
  };
  end = () => this.#does();
  destroy = () => {
    this.destroyed = true;
    return this;
  };

  /** The kernel has taken what was written. */
  flush(): void {
    this.writableLength = 0;
    this.#sent();
  }

  #does(): boolean {
    return this.isFailing ? fail() : true;
  }
}

it.each<[string, (one: StagedSocket, other: StagedSocket) => unknown]>([
  [
    'forwards bytes',
    (one, other) => {
      other.isFailing = true;
      one.emit('data', Buffer.from('x'));
    },
  ],
  [
    'reads on',
    (one, other) => {
      other.writableLength = 1;
      one.emit('data', Buffer.from('x'));
      one.isFailing = true;
      other.flush();
    },
  ],
  [
    'passes an end on',
    (one, other) => {
      other.isFailing = true;
      one.emit('end');
    },
  ],
  [
    'takes the end of a connection',
    (one, other) => {
      other.isFailing = true;
      one.emit('close');
    },
  ],
])('at the edge: an error of what %s ends both sockets of a player', async (_, happen) => {
  const { faults, logged } = faultsOf('edge');
  const [one, other] = [new StagedSocket(), new StagedSocket()];
  const listener = { ending: () => undefined, closed: () => undefined };
  const spliced = [one, other] as unknown as [Socket, Socket];
  splice(...spliced, { clock: new SyncTestClock(), faults }, listener);
  happen(one, other);
  expect([one.destroyed, other.destroyed]).toEqual([true, true]);
  // Both of what a close does may fail, and are one line.
  await logged();
});

it.each(['ending', 'closed'])('at the edge: so does one of who is told of the end (%s)', async (told) => {
  const { faults, logged } = faultsOf('edge');
  const [one, other] = [new StagedSocket(), new StagedSocket()];
  const listener = { ending: () => undefined, closed: () => undefined, [told]: fail };
  const spliced = [one, other] as unknown as [Socket, Socket];
  splice(...spliced, { clock: new SyncTestClock(), faults }, listener);
  one.emit('close');
  other.emit('close');
  expect([one.destroyed, other.destroyed]).toEqual([true, true]);
  await logged();
});

it.each([
  ['accepts', 0],
  ['refuses', 1],
])('at the edge: an error when a server %s makes it one that failed', async (_, refused) => {
  const { faults, logged } = faultsOf('edge');
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  const port = refused === 1 ? 1 : await portOf(server);
  const clock = { ...systemClock, clearTimeout: fail };
  const reasons: string[] = [];
  const upstreams = [{ host: '127.0.0.1', port, name: null }];
  const found = await connectUpstream(
    upstreams,
    { clock, faults },
    () => true,
    ({ reason }) => reasons.push(reason),
  );
  server.close();
  expect([found, reasons]).toEqual([undefined, ['it was given up after an error of this program']]);
  await logged();
});

it('at the edge: an error of what ends a login that takes too long ends its connection', async () => {
  const { faults, logged } = faultsOf('edge');
  const client = new StagedSocket();
  const own = { add: () => undefined, remove: () => undefined };
  const options = { client, faults, ip: '10.0.0.1', sessions: own, joining: own };
  const loginLogs = { notLetIn: { note: fail } };
  const session = new UpstreamSession({ ...options, loginLogs } as unknown as UpstreamSessionOptions);
  session.drop();
  expect(client.destroyed).toBe(true);
  await logged();
});

const BOUND = { bytes: { burst: 9_999, perSecond: 1 }, messages: { burst: 9, perSecond: 1 } };

it.each<[string, number, (socket: Socket) => unknown]>([
  ['that is late', 1, () => undefined],
  ['that hangs up', 60_000, (socket) => socket.destroy()],
])('over RCON: an error about a server %s ends the command', async (_, limitMs, then) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    // The password is taken: the same id, and the type of its answer.
    socket.once('data', (login: Buffer) => {
      const answer = Buffer.alloc(14);
      answer.writeInt32LE(10, 0);
      login.copy(answer, 4, 4, 8);
      answer.writeInt32LE(2, 8);
      socket.write(answer);
      socket.once('data', () => then(socket));
    });
  }).listen(0, '127.0.0.1');
  const port = await portOf(server);
  const { faults, logged } = faultsOf('rcon');
  const connection = await RconConnection.open({
    address: { host: '127.0.0.1', port },
    password: 'x',
    clock: systemClock,
    traffic: new TrafficBound(BOUND, systemClock),
    faults,
    exceeded: fail,
    ended: () => undefined,
  });
  const running = connection.run('list', { limitMs });
  vi.spyOn(PacketReader.prototype, 'isWithinPacket', 'get').mockImplementationOnce(fail);
  await expect(running).rejects.toThrow('after an error of this program');
  expect(connection.isOpen).toBe(false);
  await logged();
});

it('over RCON: after an error of who is told of the players a server is polled on', async () => {
  const clock = new TestClock();
  const log = new KeptLog();
  const listener = new RecordingListener();
  vi.spyOn(listener, 'observed').mockImplementationOnce(fail);
  const request = () => Promise.resolve({ players: [], maxPlayers: 20 });
  const poll = new PlayerPoll({ name: 'arena', request, listener, clock, logger: log, random: () => 0.5 });
  onTestFinished(() => poll.close());
  await clock.advance(10_000);
  expect(listener.calls).toEqual(['observed']);
  expect(faultsIn(log.lines)).toMatchObject([{ door: 'rcon', err: BUG, times: 1 }]);
});

it.each<[string, 'message' | 'read', (socket: WebSocket) => unknown]>([
  ['counts a ping', 'message', (socket) => socket.ping()],
  ['counts a pong', 'message', (socket) => socket.pong()],
  ['counts bytes', 'read', (socket) => socket.send('{}')],
])('over the management protocol: an error of what %s costs the connection', async (_, failing, send) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const port = await portOf(server);
  const { faults, logged } = faultsOf('msmp');
  const traffic = new TrafficBound(BOUND, systemClock);
  server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    vi.spyOn(traffic, failing).mockImplementation(fail);
    send(socket);
  });
  const reason = await new Promise<string>((resolve) => {
    void new RpcSocket({
      url: `ws://127.0.0.1:${port}`,
      secret: 'x',
      limitMs: 1_000,
      clock: systemClock,
      traffic,
      faults,
      opened: () => undefined,
      notified: () => undefined,
      closed: resolve,
    });
  });
  expect(reason).toContain('an error of this program');
  await logged();
});

it('over the management protocol: after an error of what notes a lost connection it connects again', async () => {
  const server = await ManagementServer.open();
  onTestFinished(() => server.close());
  const clock = new SyncTestClock();
  const log = new KeptLog();
  const listener = new RecordingListener();
  const client = new MsmpClient({
    name: 'lobby',
    url: server.url,
    secret: SECRET,
    clock,
    logger: log,
    random: () => 0.5,
    listener,
  });
  onTestFinished(() => client.close());
  await expect.poll(() => listener.calls).toEqual(['observed']);
  vi.spyOn(listener, 'gone').mockImplementationOnce(fail);
  // A poll of which the end fails, too.
  vi.spyOn(listener, 'observed').mockImplementationOnce(fail);
  clock.advance(15_000);
  await expect.poll(() => faultsIn(log.lines)).toMatchObject([{ door: 'msmp', err: BUG, times: 1 }]);
  await expect
    .poll(() => {
      clock.advance(10_000);
      return listener.calls.length;
    })
    .toBeGreaterThan(1);
});

it.each(['opened', 'completed', 'closed'] as const)(
  'of plugins: an error when a connection is %s costs it, and others are served',
  async (happens) => {
    const log = new KeptLog();
    const local = await openLocalServer({
      listen: { host: '127.0.0.1', port: 0 },
      placeholders: { list: () => [], render: () => [] },
      channel: undefined,
      clock: systemClock,
      logger: log,
    });
    onTestFinished(async () => {
      await local.close();
      // Sockets tell of their end at the end of a turn of the event loop: not in the next case, which has an error for it.
      await nextTurn();
      await nextTurn();
    });
    vi.spyOn(LocalConnections.prototype, happens).mockImplementationOnce(fail);
    const ask = () =>
      fetch(`http://127.0.0.1:${local.port}/placeholders`, { headers: { connection: 'close' } });
    await ask().catch(() => undefined);
    await expect.poll(() => faultsIn(log.lines)).toMatchObject([{ door: 'local', err: BUG, times: 1 }]);
    expect((await ask()).status).toBe(200);
  },
);
