import { once } from 'node:events';
import { createConnection, createServer, type Server } from 'node:net';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { ChannelHost } from '../../src/backend/hosts/channel/channel-host.ts';
import { openLocalServer } from '../../src/backend/local/local-server.ts';
import { AgentClient } from '../../src/channel/client/agent-client.ts';
import { PeerRules } from '../../src/channel/server/peer-rules.ts';
import { OpenConnections } from '../../src/gateway/open-connections.ts';
import { RequestTurns } from '../../src/gateway/http/request-turns.ts';
import { RouteFigures } from '../../src/gateway/operations/request-figures.ts';
import { PlayerSessions } from '../../src/platform/edge/player-sessions.ts';
import { GreetingReader } from '../../src/platform/edge/protocol/greeting.ts';
import { StatusCache } from '../../src/platform/edge/status/status-cache.ts';
import { RpcSocket } from '../../src/platform/msmp/rpc-socket.ts';
import { RconConnection } from '../../src/platform/rcon/rcon-connection.ts';
import { pingServer } from '../../src/platform/status-ping/ping-server.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { TrafficBound } from '../../src/runtime/limits/traffic-bound.ts';
import { greetedAgent, hello, KeptLog, openAgent, SECRET, serveChannel } from '../channel/channel-fixture.ts';
import { coordinatorForTest } from '../gateway/gateway-fixture.ts';
import { ask } from '../gateway/raw-http.ts';
import { openEdgeFixture } from '../platform/edge/edge-fixture.ts';
import { BUG, fail, faultsIn, faultsOf } from '../fixtures/connection-faults.ts';

// An error that a test does not expect fails the run, as it would end the process of the coordinator.

afterEach(() => vi.restoreAllMocks());

/** A server on a free port, which does this with each connection. */
async function serving(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

it('at the edge: what reads a greeting, answers it or ends it costs one connection', async () => {
  const fixture = await openEdgeFixture();
  const refused = async (spy: () => unknown, bytes: string, isEnding = false) => {
    vi.restoreAllMocks();
    spy();
    const socket = createConnection(fixture.edge.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(Buffer.from(bytes, 'hex'));
    if (isEnding) socket.end();
    socket.resume();
    await once(socket, 'close');
  };
  await refused(() => vi.spyOn(GreetingReader.prototype, 'read').mockImplementation(fail), '00');
  await refused(() => vi.spyOn(StatusCache.prototype, 'legacyAnswer').mockImplementation(fail), 'fe');
  await refused(() => vi.spyOn(StatusCache.prototype, 'legacyAnswer').mockImplementation(fail), 'fe', true);
  vi.restoreAllMocks();
  expect(faultsIn(fixture.log)).toMatchObject([{ door: 'edge', err: BUG }]);
  // It serves on.
  fixture.login();
  await fixture.upstream.next();
});

it('at the edge: so does what notes the end of a player who was forwarded', async () => {
  const fixture = await openEdgeFixture();
  vi.spyOn(PlayerSessions.prototype, 'remove').mockImplementation(fail);
  const client = fixture.login();
  await fixture.upstream.next();
  client.socket.destroy();
  await expect.poll(() => faultsIn(fixture.log)).toMatchObject([{ door: 'edge', err: BUG }]);
});

it('in the channel: what handles a frame costs one connection, also where it waited for its turn', async () => {
  const served = await serveChannel();
  onTestFinished(() => served.close());
  const other = await greetedAgent(served.port, 'backend');
  const agent = await greetedAgent(served.port, 'proxy');
  vi.spyOn(PeerRules.prototype, 'goodFrame').mockImplementation(fail);
  agent.send({ type: 'pong', at: 1 });
  await agent.closed;
  vi.restoreAllMocks();
  expect(faultsIn(served.log.lines)).toMatchObject([{ door: 'channel', err: BUG }]);
  // One that is not greeted yet, and the timer of all.
  vi.spyOn(PeerRules.prototype, 'stopWaiting').mockImplementation(fail);
  const stranger = await openAgent(served.port);
  stranger.send(hello('proxy'));
  await stranger.closed;
  vi.restoreAllMocks();
  vi.spyOn(PeerRules.prototype, 'mayPing').mockImplementationOnce(fail);
  served.clock.advance(5_000);
  await other.closed;
  expect(served.channel.stats().connections).toBe(0);
});

it('in the gateway: what goes wrong with an answer costs it at most, of a route and of no route', async () => {
  const coordinator = await coordinatorForTest();
  vi.spyOn(RouteFigures.prototype, 'count').mockImplementation(fail);
  expect((await ask(coordinator.port, 'GET', '/healthz')).status).toBe(200);
  expect((await ask(coordinator.port, 'GET', '/nothing')).status).toBe(404);
  vi.restoreAllMocks();
  expect(faultsIn(coordinator.log)).toMatchObject([{ door: 'gateway', err: BUG }]);
  // What fails before there is an answer closes the connection.
  vi.spyOn(RequestTurns.prototype, 'answer').mockImplementation(fail);
  await expect(ask(coordinator.port, 'GET', '/healthz')).rejects.toThrow();
  await expect(ask(coordinator.port, 'GET', '/nothing')).rejects.toThrow();
  vi.restoreAllMocks();
  vi.spyOn(OpenConnections.prototype, 'isCrowded', 'get').mockImplementationOnce(fail);
  await expect(ask(coordinator.port, 'GET', '/healthz')).rejects.toThrow();
  expect((await ask(coordinator.port, 'GET', '/healthz')).status).toBe(200);
});

it('over RCON: what takes the bytes of a server costs its connection', async () => {
  const port = await serving(createServer((socket) => socket.on('error', () => undefined).write('12345')));
  const { faults, logged } = faultsOf('rcon');
  const traffic = new TrafficBound(
    { bytes: { burst: 1, perSecond: 1 }, messages: { burst: 1, perSecond: 1 } },
    systemClock,
  );
  const address = { host: '127.0.0.1', port };
  const options = {
    address,
    password: 'x',
    clock: systemClock,
    traffic,
    faults,
    exceeded: fail,
    ended: () => undefined,
  };
  await expect(RconConnection.open(options)).rejects.toThrow();
  await logged();
});

it('over the management protocol: what takes a notice of a server costs its connection', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  onTestFinished(() => server.close());
  server.on('connection', (socket) => socket.send('{"method":"notice","params":[]}'));
  const address = server.address();
  const { faults, logged } = faultsOf('msmp');
  const traffic = new TrafficBound(
    { bytes: { burst: 9_999, perSecond: 1 }, messages: { burst: 9, perSecond: 1 } },
    systemClock,
  );
  const closed = new Promise<string>((resolve) => {
    void new RpcSocket({
      url: `ws://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`,
      secret: 'x',
      limitMs: 1_000,
      clock: systemClock,
      traffic,
      faults,
      opened: () => undefined,
      notified: fail,
      closed: resolve,
    });
  });
  await closed;
  await logged();
});

it('of a status ping: what ends it costs its answer', async () => {
  const port = await serving(createServer((socket) => socket.destroy()));
  const { faults, logged } = faultsOf('status-ping');
  const clock = { ...systemClock, clearTimeout: fail };
  expect(await pingServer(`127.0.0.1:${port}`, 5_000, clock, faults)).toBeNull();
  await logged();
});

it('of plugins: an answer that cannot be written and a menu host that cannot be taken cost one connection', async () => {
  const log = new KeptLog();
  const local = await openLocalServer({
    listen: { host: '127.0.0.1', port: 0 },
    placeholders: {
      list: () => [{ placeholder: '', description: '', value: 1n as unknown as string }],
      render: fail,
    },
    channel: { secret: SECRET, attach: fail },
    clock: systemClock,
    logger: log,
  });
  onTestFinished(() => local.close());
  await expect(fetch(`http://127.0.0.1:${local.port}/placeholders`)).rejects.toThrow();
  const socket = new WebSocket(`ws://127.0.0.1:${local.port}/channel`, ['net.channel.v1'], {
    headers: { authorization: `Bearer ${SECRET}` },
  });
  socket.on('error', () => undefined);
  await once(socket, 'close');
  expect(faultsIn(log.lines)).toMatchObject([{ door: 'local' }]);
});

it('of a menu host: what reads its frames costs its connection', async () => {
  const log = new KeptLog();
  const deps = { clock: systemClock, logger: log };
  const host = new ChannelHost({ server: 'arena', render: () => '', report: () => undefined, ...deps });
  const local = await openLocalServer({
    listen: { host: '127.0.0.1', port: 0 },
    placeholders: { list: () => [], render: () => [] },
    channel: { secret: SECRET, attach: (socket) => host.attach(socket) },
    ...deps,
  });
  onTestFinished(() => local.close());
  vi.spyOn(PeerRules.prototype, 'badFrame').mockImplementation(fail);
  const plugin = await openAgent(local.port);
  plugin.send('{}');
  await plugin.closed;
  expect(faultsIn(log.lines)).toMatchObject([{ door: 'menu-host', err: BUG }]);
});

it('of an agent: what follows its welcome costs the connection, and it connects again', async () => {
  const served = await serveChannel();
  onTestFinished(() => served.close());
  const log = new KeptLog();
  let welcomes = 0;
  const client = new AgentClient({
    url: served.url,
    secret: SECRET,
    hello: { role: 'proxy', name: 'proxy', platform: 'modern', version: '1.0.0', epoch: 1 },
    clock: systemClock,
    logger: log,
    random: () => 0,
    resync: () => {
      welcomes += 1;
      if (welcomes === 1) fail();
    },
    receive: () => undefined,
  });
  onTestFinished(() => client.close());
  await expect.poll(() => welcomes, { timeout: 5_000 }).toBe(2);
  expect(faultsIn(log.lines)).toMatchObject([{ door: 'agent', err: BUG }]);
});
