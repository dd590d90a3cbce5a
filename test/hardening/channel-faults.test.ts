import { once } from 'node:events';
import type { WebSocket as ServerSocket } from 'uWebSockets.js';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { HostConnection } from '../../src/backend/hosts/channel/host-connection.ts';
import { AgentClient, type AgentOptions } from '../../src/channel/client/agent-client.ts';
import type { ChannelOptions } from '../../src/channel/server/channel-server.ts';
import { Connection } from '../../src/channel/server/connection.ts';
import { ConnectionSocket } from '../../src/channel/server/connection-socket.ts';
import { PeerRules } from '../../src/channel/server/peer-rules.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { ConnectionFaults } from '../../src/runtime/faults/connection-faults.ts';
import type { LogFields, Logger } from '../../src/runtime/logger.ts';
import {
  ALICE,
  greetedAgent,
  hello,
  KeptLog,
  openAgent,
  RawAgent,
  SECRET,
  type Served,
  serveChannel,
} from '../channel/channel-fixture.ts';
import { FakeNetwork } from '../channel/fake-network.ts';
import { SyncTestClock, turn } from '../fixtures/test-clock.ts';
import { BUG, fail, faultsIn } from '../fixtures/connection-faults.ts';

// An error that a test does not expect fails the run, as it would end the process.

afterEach(() => vi.restoreAllMocks());

const FIND = { type: 'player.find', id: 1, name: 'Alice' };
const CREDENTIAL = { name: 'proxy', role: 'proxy', mayBan: false, secretHash: 'x' } as const;

it.each<[string, () => unknown, (served: Served, agent: RawAgent) => unknown]>([
  [
    'answers later',
    () => vi.spyOn(ConnectionSocket.prototype, 'post').mockImplementation(fail),
    (_, agent) => agent.send(FIND),
  ],
  [
    'tells all agents of a change',
    () => vi.spyOn(ConnectionSocket.prototype, 'sendTogether').mockImplementationOnce(fail),
    ({ fake, clock }) => {
      for (const listener of fake.claimListeners) listener(ALICE);
      clock.advance(100);
    },
  ],
  [
    'ends those whose secret was revoked',
    () => vi.spyOn(Connection.prototype, 'revoked').mockImplementationOnce(fail),
    ({ fake }) => {
      for (const listener of fake.revokedListeners) listener(CREDENTIAL);
    },
  ],
  [
    'ends all',
    () => vi.spyOn(ConnectionSocket.prototype, 'end').mockImplementationOnce(fail),
    ({ channel }) => channel.close(),
  ],
])('in the channel: an error of what %s costs one connection', async (_, spy, happen) => {
  const served = await serveChannel();
  onTestFinished(() => served.close());
  const agent = await greetedAgent(served.port, 'proxy');
  spy();
  await happen(served, agent);
  await agent.closed;
  expect(faultsIn(served.log.lines)).toMatchObject([{ door: 'channel', err: BUG, times: 1 }]);
});

it.each<[string, () => unknown, Partial<ChannelOptions>, ((agent: RawAgent) => unknown)?]>([
  ['upgrade', () => undefined, { addressOf: fail, acceptShared: false }],
  ['open', () => undefined, { upgraded: fail }],
  [
    'message',
    () => vi.spyOn(Connection.prototype, 'receive').mockImplementation(fail),
    {},
    (agent) => agent.send('{}'),
  ],
  [
    'ping',
    () => vi.spyOn(Connection.prototype, 'takeControlFrame').mockImplementation(fail),
    {},
    ({ socket }) => socket.ping(),
  ],
  [
    'pong',
    () => vi.spyOn(Connection.prototype, 'takeControlFrame').mockImplementation(fail),
    {},
    ({ socket }) => socket.pong(),
  ],
  [
    'close',
    () => vi.spyOn(Connection.prototype, 'closed').mockImplementationOnce(fail),
    {},
    ({ socket }) => socket.close(),
  ],
])('in the channel: an error of the handler of %s costs one connection', async (_, spy, options, happen) => {
  const served = await serveChannel(new FakeNetwork(), options);
  onTestFinished(() => served.close());
  spy();
  const agent = new RawAgent(served.port);
  if (happen !== undefined) {
    await once(agent.socket, 'open');
    happen(agent);
  }
  await agent.closed;
  await expect
    .poll(() => faultsIn(served.log.lines))
    .toMatchObject([{ door: 'channel', err: BUG, times: 1 }]);
});

it('in the channel: so does one of what goes on when an agent reads again', async () => {
  const fake = new FakeNetwork();
  const ban = { uuid: ALICE, name: 'Alice', expires: 0, reason: 'x'.repeat(200), banId: 'ABCD1234' };
  fake.bans = Array.from({ length: 100_000 }, () => ban);
  const served = await serveChannel(fake);
  onTestFinished(() => served.close());
  const drained = vi.spyOn(ConnectionSocket.prototype, 'drained').mockImplementation(fail);
  const agent = await openAgent(served.port);
  agent.socket.pause();
  agent.send(hello('proxy'));
  await expect.poll(() => fake.proxies.length).toBe(1);
  // Longer than the kernel has room for the bans.
  for (let time = 0; time < 1_000; time += 1) await turn();
  agent.socket.resume();
  await agent.closed;
  expect(drained).toHaveBeenCalled();
  expect(faultsIn(served.log.lines)).toMatchObject([{ door: 'channel', err: BUG, times: 1 }]);
});

it('in the channel: so does one of what answers a game server later', async () => {
  const served = await serveChannel();
  onTestFinished(() => served.close());
  const agent = await greetedAgent(served.port, 'backend');
  vi.spyOn(ConnectionSocket.prototype, 'post').mockImplementation(fail);
  agent.send({ type: 'player.facts', id: 1, uuid: ALICE });
  await agent.closed;
  expect(faultsIn(served.log.lines)).toMatchObject([{ door: 'channel', err: BUG, times: 1 }]);
});

it('in the channel: so does one of what ends an agent that says nothing', async () => {
  const served = await serveChannel();
  onTestFinished(() => served.close());
  const agent = await openAgent(served.port);
  await expect.poll(() => served.channel.stats().connections).toBe(1);
  vi.spyOn(ConnectionSocket.prototype, 'end').mockImplementationOnce(fail);
  served.clock.advance(5_000);
  await agent.closed;
  expect(faultsIn(served.log.lines)).toMatchObject([{ door: 'channel', err: BUG, times: 1 }]);
});

/** A socket of uWebSockets.js that fails. */
class BrokenSocket {
  closed = 0;
  send = fail;
  cork = (run: () => void) => run();
  getBufferedAmount = () => 0;
  close = () => (this.closed += 1);
}

it.each<[string, (socket: ConnectionSocket<object>, broken: BrokenSocket) => unknown]>([
  ['posts', (socket) => socket.post('x')],
  [
    'writes what was posted',
    (socket) => {
      vi.spyOn(socket, 'sendTogether').mockImplementation(fail);
      socket.post('x');
    },
  ],
  ['streams', (socket) => socket.stream(['x'].values(), () => undefined)],
  [
    'looks how far a stream is',
    (socket, broken) => {
      broken.getBufferedAmount = fail;
      socket.stream(['x'].values(), () => undefined);
    },
  ],
  ['joins what is written', (socket) => socket.cork(fail)],
])('in the channel: an error of what %s drops the connection', async (_, write) => {
  const log = new KeptLog();
  const broken = new BrokenSocket();
  const faults = new ConnectionFaults('channel', { clock: systemClock, logger: log });
  const socket = new ConnectionSocket(broken as unknown as ServerSocket<object>, faults, () => {});
  write(socket, broken);
  await turn();
  await turn();
  expect([broken.closed, socket.open]).toEqual([1, false]);
  expect(log.lines).toMatchObject([{ event: 'connection.failed', door: 'channel', err: BUG, times: 1 }]);
});

/** A WebSocket server that refuses connections with this status, or takes them. */
async function listening(status?: number): Promise<{ url: string; sockets: WebSocket[] }> {
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    handleProtocols: () => 'net.channel.v1',
    ...(status === undefined ? {} : { verifyClient: (_info, done) => done(false, status) }),
  });
  const sockets: WebSocket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  await once(server, 'listening');
  onTestFinished(() => server.close());
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`, sockets };
}

/** A log that fails at one event, for the first time. */
class FailingLog extends KeptLog implements Logger {
  readonly #event: string;
  tries = 0;

  constructor(event: string) {
    super();
    this.#event = event;
  }

  override debug(fields: LogFields): void {
    this.#take(fields);
  }
  override warn(fields: LogFields): void {
    this.#take(fields);
  }
  override error(fields: LogFields): void {
    this.#take(fields);
  }

  #take(fields: LogFields): void {
    this.lines.push(fields);
    if (fields.event !== this.#event) return;
    this.tries += 1;
    if (this.tries === 1) fail();
  }
}

function connecting(url: string, logger: Logger, more: Partial<AgentOptions> = {}): void {
  const client = new AgentClient({
    url,
    secret: SECRET,
    hello: { role: 'proxy', name: 'proxy', platform: 'modern', version: '1.0.0', epoch: 1 },
    clock: systemClock,
    logger,
    random: () => 0,
    resync: () => undefined,
    receive: () => undefined,
    ...more,
  });
  onTestFinished(() => client.close());
}

it.each([
  ['says that its secret is wrong', 'agent.wrong_secret', 401],
  ['notes why it could not connect', 'agent.link_failed', undefined],
  ['notes that its connection was lost', 'agent.link_lost', 404],
])('of an agent: after an error of what %s it connects again', async (_, event, status) => {
  const { url } = status === undefined ? { url: 'http://127.0.0.1:1' } : await listening(status);
  const log = new FailingLog(event);
  // Seconds are hundredths: after a wrong secret the wait is long.
  const setTimeout = (run: () => void, milliseconds: number) =>
    systemClock.setTimeout(run, milliseconds / 100);
  connecting(url, log, { clock: { ...systemClock, setTimeout } });
  await expect.poll(() => log.tries, { timeout: 5_000 }).toBeGreaterThan(1);
  expect(faultsIn(log.lines)).toMatchObject([{ door: 'agent', err: BUG, times: 1 }]);
});

it('of an agent: an error of what greets costs the connection, and it connects again', async () => {
  const { url, sockets } = await listening();
  const log = new KeptLog();
  let greetings = 0;
  const hello = {
    role: 'proxy',
    name: 'proxy',
    platform: 'modern',
    version: '1.0.0',
    get epoch() {
      greetings += 1;
      return greetings === 1 ? fail() : 1;
    },
  } as const;
  connecting(url, log, { hello });
  await expect.poll(() => greetings, { timeout: 5_000 }).toBe(2);
  expect(sockets).toHaveLength(2);
  expect(faultsIn(log.lines)).toMatchObject([{ door: 'agent', err: BUG, times: 1 }]);
});

it('of an agent: so does one of what answers an order, also after the order was carried out', async () => {
  const { url, sockets } = await listening();
  const log = new FailingLog('channel.failed');
  connecting(url, log, {
    receive: () => Promise.reject(new Error('not an AppError')),
  });
  await expect.poll(() => sockets.length).toBe(1);
  sockets[0]?.send(JSON.stringify({ type: 'welcome', session: 'x', heartbeatMs: 5_000, now: 1 }));
  sockets[0]?.send(JSON.stringify({ type: 'player.kick', id: 1, uuid: ALICE, message: 'x' }));
  await expect.poll(() => sockets.length, { timeout: 5_000 }).toBe(2);
  expect(faultsIn(log.lines)).toMatchObject([{ door: 'agent', err: BUG, times: 1 }]);
});

it.each<[string, () => unknown, (given: { clock: SyncTestClock; client: WebSocket }) => unknown]>([
  [
    'takes a pong',
    () => vi.spyOn(PeerRules.prototype, 'pong').mockImplementation(fail),
    ({ client }) => client.pong(),
  ],
  [
    'pings',
    () => vi.spyOn(PeerRules.prototype, 'mayPing').mockImplementation(fail),
    async ({ client, clock }) => {
      client.send(JSON.stringify({ type: 'host.hello', platform: 'x', version: '1', protocol: 1 }));
      await once(client, 'message');
      clock.advance(15_000);
    },
  ],
])('of a menu host: an error of what %s costs its connection', async (_, spy, happen) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  onTestFinished(() => server.close());
  const address = server.address();
  const { WebSocket: Client } = await import('ws');
  const connection = once(server, 'connection') as Promise<[WebSocket]>;
  const client = new Client(`ws://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`);
  const closed = once(client, 'close');
  const [socket] = await connection;
  const clock = new SyncTestClock();
  const log = new KeptLog();
  const faults = new ConnectionFaults('menu-host', { clock, logger: log });
  const listener = { receive: () => undefined, greeted: () => undefined, closed: () => undefined };
  const host = new HostConnection(socket, { server: 'arena', ...listener, clock, logger: log, faults });
  await once(client, 'open');
  spy();
  await happen({ clock, client });
  await closed;
  expect(faultsIn(log.lines)).toMatchObject([{ door: 'menu-host', err: BUG, times: 1 }]);
  host.close();
});
