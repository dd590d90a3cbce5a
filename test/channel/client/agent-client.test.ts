import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { AgentClient, type Order } from '../../../src/channel/client/agent-client.ts';
import { AppError } from '../../../src/domain/errors.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { SyncTestClock } from '../../fixtures/test-clock.ts';
import { openRelay } from '../../fixtures/tcp-relay.ts';
import { ALICE, KeptLog, SECRET, type Served, serveChannel } from '../channel-fixture.ts';

/** An agent whose orders, log and welcomes a test can await. */
class TestAgent {
  readonly clock = new SyncTestClock();
  readonly log = new KeptLog();
  readonly orders: Order[] = [];
  readonly happened = new EventEmitter();
  carryOut: (order: Order) => void | Promise<void> = () => {};
  readonly client: AgentClient;

  constructor(url: string, role: 'proxy' | 'backend' = 'proxy', secret = SECRET) {
    this.client = new AgentClient({
      url,
      secret,
      hello: { role, name: 'agent', platform: 'modern', version: '1.0.0', epoch: 1 },
      clock: this.clock,
      logger: this.log,
      random: () => 0.5,
      resync: () => this.happened.emit('welcome'),
      receive: (order) => {
        this.orders.push(order);
        this.happened.emit(order.type, order);
        return this.carryOut(order);
      },
    });
  }

  losses() {
    return this.log.lines.filter((line) => line.event === 'agent.link_lost');
  }

  /** Waits until the log has a line of this event. */
  logged(event: string) {
    return expect.poll(() => this.log.lines.find((line) => line.event === event)).toBeDefined();
  }
}

let served: Served;
const agents: TestAgent[] = [];
beforeEach(async () => {
  served = await serveChannel();
});
afterEach(async () => {
  await Promise.all(agents.splice(0).map(({ client }) => client.close()));
  served.close();
});

function watch(role: 'proxy' | 'backend' = 'proxy', url = served.url, secret = SECRET): TestAgent {
  const agent = new TestAgent(url, role, secret);
  agents.push(agent);
  return agent;
}

it('connects, is called to report, and its reports arrive', async () => {
  const agent = watch();
  await once(agent.happened, 'welcome');
  expect(agent.client.connected).toBe(true);
  expect(agent.client.send({ type: 'player.leave', uuid: ALICE })).toBe(true);
  expect(await served.fake.called('leave')).toBe(ALICE);
});

it('knows which features the coordinator has too', async () => {
  const agent = watch();
  expect(agent.client.supports('cancel')).toBe(false);
  await once(agent.happened, 'welcome');
  expect(agent.client.supports('cancel')).toBe(true);
});

it('cancels a login that will not join', async () => {
  const agent = watch();
  await once(agent.happened, 'welcome');
  agent.client.cancel(ALICE);
  expect(await served.fake.called('cancel')).toBe(ALICE);
});

it('cancels nothing at a coordinator that does not know it', async () => {
  const older = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const frames: string[] = [];
  older.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => frames.push(String(data)));
    socket.once('message', () => {
      socket.send(JSON.stringify({ type: 'welcome', session: 'proxy#1.1', heartbeatMs: 5_000, now: 1 }));
    });
  });
  await once(older, 'listening');
  const address = older.address();
  const agent = watch('proxy', `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  await once(agent.happened, 'welcome');
  agent.client.cancel(ALICE);
  const leave = { type: 'player.leave', uuid: ALICE } as const;
  agent.client.send(leave);
  await expect.poll(() => frames.slice(1)).toEqual([JSON.stringify(leave)]);
  older.close();
});

it('reports twenty thousand players as one list', async () => {
  const agent = watch();
  await once(agent.happened, 'welcome');
  const players = Array.from({ length: 20_000 }, (_, at) => ({
    uuid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}` as Uuid,
    name: `Player_${at}`,
    ip: '10.11.12.13',
    server: 'hub-1',
    joinedAt: 1_700_000_000_000,
  }));
  agent.client.sendPlayers(players);
  expect(await served.fake.called('sync')).toEqual(players);
});

it('requests admission and gets the answer', async () => {
  const agent = watch();
  await once(agent.happened, 'welcome');
  served.fake.admission = { allow: false, code: 'network_full', message: 'full' };
  expect(await agent.client.login({ uuid: ALICE, name: 'Alice', ip: '10.0.0.1' })).toMatchObject({
    allow: false,
    code: 'network_full',
  });
});

it('rejects with the error that the network threw', async () => {
  const agent = watch('backend');
  await once(agent.happened, 'welcome');
  served.fake.refuseCommands = new AppError('player_offline');
  const asked = agent.client.request({ type: 'player.send', uuid: ALICE, server: 'hub-1' });
  await expect(asked).rejects.toMatchObject({ code: 'player_offline' });
});

it('carries orders out and answers them, with the code when it cannot', async () => {
  const agent = watch();
  await once(agent.happened, 'welcome');
  const client = served.fake.proxies[0]?.client;
  expect(await client?.kick(ALICE, 'bye')).toBe(true);
  agent.carryOut = () => {
    throw new AppError('player_not_found');
  };
  expect(await client?.kick(ALICE, 'bye')).toBe(false);
  agent.carryOut = async () => {
    throw new Error('a bug');
  };
  await expect(client?.kick(ALICE, 'bye')).rejects.toMatchObject({ code: 'platform_unavailable' });
});

it('answers pings', async () => {
  const agent = watch();
  await once(agent.happened, 'welcome');
  const before = served.channel.stats().goodFrames;
  served.clock.advance(5_000);
  await expect.poll(() => served.channel.stats().goodFrames).toBe(before + 1);
});

it('connects again after a lost connection and reports anew', async () => {
  const agent = watch();
  await once(agent.happened, 'welcome');
  const asked = agent.client.request({ type: 'player.login', uuid: ALICE, name: 'Alice', ip: '10.0.0.1' });
  await asked;
  // Closed by the network: the agent waits longer than after an accident.
  served.fake.proxies[0]?.client.close('replaced');
  await agent.logged('agent.link_lost');
  expect(agent.client.connected).toBe(false);
  expect(agent.client.send({ type: 'player.leave', uuid: ALICE })).toBe(false);
  await expect(agent.client.login({ uuid: ALICE, name: 'Alice', ip: '10.0.0.1' })).rejects.toMatchObject({
    code: 'platform_unavailable',
  });
  expect(agent.log.lines).toContainEqual(expect.objectContaining({ code: 4001, retryInMs: 11_250 }));
  agent.clock.advance(11_250);
  await once(agent.happened, 'welcome');
});

it('waits longer and longer while the coordinator is away, but never longer than 15 s', async () => {
  const { port } = served;
  served.close();
  const agent = watch('proxy', `http://127.0.0.1:${port}`);
  const waits: unknown[] = [];
  for (let time = 0; time < 9; time += 1) {
    await expect
      .poll(() => agent.log.lines.filter((line) => line.event === 'agent.link_lost').length)
      .toBe(time + 1);
    const wait = Number(agent.log.lines.findLast((line) => line.event === 'agent.link_lost')?.['retryInMs']);
    waits.push(wait);
    agent.clock.advance(wait);
  }
  expect(waits).toEqual([188, 375, 750, 1500, 3000, 6000, 11_250, 11_250, 11_250]);
  served = await serveChannel();
});

it('says why it cannot connect, and to which URL, without the user in it', async () => {
  const port = await freePort();
  const agent = watch('proxy', `http://me:hush@127.0.0.1:${port}`);
  await agent.logged('agent.link_lost');
  expect(agent.losses()[0]).toMatchObject({
    reason: `connect ECONNREFUSED 127.0.0.1:${port}`,
    url: `ws://127.0.0.1:${port}/channel`,
  });
});

it('waits longer and longer while every connection is lost soon after its welcome', async () => {
  const line = await openRelay(served.url);
  const agent = watch('proxy', line.url);
  await once(agent.happened, 'welcome');
  const lostNow = async (): Promise<unknown> => {
    const before = agent.losses().length;
    line.cut();
    line.restore();
    await expect.poll(() => agent.losses().length).toBe(before + 1);
    return agent.losses().at(-1)?.['retryInMs'];
  };
  const waits: unknown[] = [];
  for (let time = 0; time < 4; time += 1) {
    const wait = Number(await lostNow());
    waits.push(wait);
    const welcomed = once(agent.happened, 'welcome');
    agent.clock.advance(wait);
    await welcomed;
    // Not long enough to count as a good connection.
    agent.clock.advance(9_999);
    // Nor does it become one by a clock that is set.
    agent.clock.jump(time === 0 ? 3_600_000 : 0);
  }
  expect(waits).toEqual([188, 375, 750, 1500]);
  agent.clock.advance(1);
  expect(await lostNow()).toBe(188);
  await line.close();
});

it('rejects what is not answered when the connection is lost', async () => {
  const line = await openRelay(served.url);
  const agent = watch('backend', line.url);
  await once(agent.happened, 'welcome');
  served.fake.heldCommands = new Promise(() => {});
  const asked = agent.client.request({ type: 'player.send', uuid: ALICE, server: 'hub-1' });
  const rejected = expect(asked).rejects.toMatchObject({ code: 'platform_unavailable' });
  await served.fake.called('send');
  await line.close();
  await rejected;
});

it('logs that the secret is wrong, and tries again slowly', async () => {
  const agent = watch('proxy', served.url, 'wrong');
  await agent.logged('agent.wrong_secret');
  await agent.logged('agent.link_lost');
  const wait = agent.log.lines.find((line) => line.event === 'agent.link_lost')?.['retryInMs'];
  expect(wait).toBe(11_250);
  expect(JSON.stringify(agent.log.lines)).not.toContain('"wrong"');
});

it.each([
  ['backend', 'server', 'eu lobby', "portcullis agent add 'eu lobby' --role backend"],
  ['proxy', 'modern', 'velocity', 'portcullis agent add velocity --role proxy'],
  ['proxy', 'edge', 'edge-3', 'portcullis agent add edge-3 --role edge'],
] as const)(
  'says of a wrong secret of a %s (%s) what makes one, and where it is set',
  async (role, platform, name, command) => {
    const log = new KeptLog();
    const client = new AgentClient({
      url: served.url,
      secret: 'wrong',
      secretSetting: 'coordinator.secret in config.yml',
      hello: { role, name, platform, version: '1.0.0', epoch: 1 },
      clock: new SyncTestClock(),
      logger: log,
      random: () => 0.5,
      resync: () => undefined,
      receive: () => undefined,
    });
    onTestFinished(() => client.close());
    await expect.poll(() => log.lines.find(({ event }) => event === 'agent.wrong_secret')).toBeDefined();
    const detail = log.lines.find(({ event }) => event === 'agent.wrong_secret')?.['detail'];
    expect(detail).toContain(`\`${command}\``);
    expect(detail).toContain('coordinator.secret in config.yml');
  },
);

it('breaks a connection on which no ping came for 20 s', async () => {
  const agent = watch();
  await once(agent.happened, 'welcome');
  agent.clock.advance(20_000);
  await agent.logged('agent.link_lost');
});

it('closes cleanly and does not connect again', async () => {
  const agent = watch();
  await once(agent.happened, 'welcome');
  await agent.client.close();
  await served.fake.called('lost');
  expect(agent.clock.pending).toBe(0);
  expect(served.log.lines).toContainEqual(expect.objectContaining({ event: 'channel.closed', code: 1000 }));
});

it('says of a lost connection where it went and why it ended', async () => {
  const { port } = served;
  const removed = createServer((_request, response) => response.writeHead(404).end());
  removed.listen(0, '127.0.0.1');
  await once(removed, 'listening');
  onTestFinished(() => void removed.close());
  const address = removed.address();
  const free = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const agent = watch('proxy', `http://127.0.0.1:${free}`);
  await agent.logged('agent.link_lost');
  expect(agent.losses()).toMatchObject([
    { url: `ws://127.0.0.1:${free}/channel`, reason: expect.stringContaining('HTTP 404') },
  ]);
  served.close();
  const refused = watch('proxy', `http://127.0.0.1:${port}`);
  await refused.logged('agent.link_lost');
  expect(refused.losses()).toMatchObject([{ reason: `connect ECONNREFUSED 127.0.0.1:${port}` }]);
  served = await serveChannel();
  const replaced = watch();
  await once(replaced.happened, 'welcome');
  served.fake.proxies[0]?.client.close('a newer process took this name');
  await replaced.logged('agent.link_lost');
  expect(replaced.losses()).toMatchObject([{ reason: 'a newer process took this name', code: 4001 }]);
});

it('logs that a frame was too long, and comes back no faster than after any loss', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  server.on('connection', (socket) => {
    socket.on('message', () => socket.send(`{"type":"status","status":"${'x'.repeat(256 * 1024)}"}`));
  });
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const agent = watch('proxy', `http://127.0.0.1:${port}`);
  await agent.logged('agent.link_lost');
  expect(agent.log.lines).toContainEqual({
    event: 'agent.frame-too-big',
    agent: 'agent',
    frame: 'received',
    limitBytes: 256 * 1024,
  });
  expect(agent.losses()).toMatchObject([{ retryInMs: 188 }]);
});

it('does not send a frame that is too long, which would cost the connection, and logs it', async () => {
  const agent = watch();
  await once(agent.happened, 'welcome');
  const tooLong = {
    id: 'p',
    leader: ALICE,
    members: Array.from({ length: 7_000 }, () => ALICE),
    createdAt: 1,
  };
  expect(agent.client.send({ type: 'player.switch', uuid: ALICE, server: 'x'.repeat(256 * 1024) })).toBe(
    false,
  );
  expect(agent.log.lines).toContainEqual(
    expect.objectContaining({ event: 'agent.frame-too-big', frame: 'not sent', type: 'player.switch' }),
  );
  agent.client.sendParties([tooLong]);
  expect(await served.fake.called('parties')).toEqual([]);
  expect(agent.losses()).toEqual([]);
});
