import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { attachChannel } from '../../src/channel/server/channel-server.ts';
import type { GatewayOptions } from '../../src/gateway/gateway.ts';
import { API_KEY, coordinatorForTest, PASSWORD } from '../gateway/gateway-fixture.ts';
import { KeptLog } from '../channel/channel-fixture.ts';

const OWNER = '127.1.1.1';
const HOST = '127.1.2.1';
const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
const SHARED = 's'.repeat(32);

/** A connection from this address that says nothing, whether it may stay or not. */
async function silent(port: number, from: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
}

/** So many silent connections of each of so many networks, one after the other as far as there are places. */
async function flood(port: number, sites: number, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const opening = Array.from({ length: sites }, (_, site) => silent(port, `127.60.${site}.1`));
    await Promise.all(opening);
  }
}

/** What is answered to this address; 0 where the connection is closed without an answer. */
function statusOf(port: number, from: string, path: string, agent: Agent, given: { body?: unknown } = {}) {
  return new Promise<number>((resolve) => {
    const method = given.body === undefined ? 'GET' : 'POST';
    const headers = { 'content-type': 'application/json' };
    const options = { port, host: '127.0.0.1', localAddress: from, path, agent, method, headers };
    const call = request(options, (response) => {
      response.on('error', () => resolve(0));
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    call.on('error', () => resolve(0));
    call.end(given.body === undefined ? undefined : JSON.stringify(given.body));
  });
}

function agentOf(maxSockets: number): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets });
  onTestFinished(() => agent.destroy());
  return agent;
}

/** The different answers to as many requests as the dashboard begins with, over as many connections as a browser opens. */
async function loadPage(port: number, from: string): Promise<number[]> {
  const browser = agentOf(6);
  const paths = Array.from({ length: 25 }, (_, at) => (at === 0 ? '/' : '/healthz'));
  return [...new Set(await Promise.all(paths.map((path) => statusOf(port, from, path, browser))))];
}

const isServed = async (port: number, from: string) =>
  (await statusOf(port, from, '/healthz', agentOf(1))) === 200;
const login = (port: number, from: string, agent = agentOf(1)) =>
  statusOf(port, from, '/api/auth/login', agent, { body: { password: PASSWORD } });

/** Whether an agent with this secret gets its connection from this address. */
async function links(port: number, from: string, secret: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${secret}` };
  const options = { headers, localAddress: from };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/channel`, 'net.channel.v1', options);
  const outcome = await Promise.race([
    new Promise<boolean>((resolve) => void socket.on('open', () => resolve(true))),
    new Promise<boolean>((resolve) => void socket.on('error', () => resolve(false))),
  ]);
  socket.terminate();
  return outcome;
}

/** A gateway with so many places and the channel, at which somebody logged in and an agent came; `again` is after a restart. */
async function coordinator(maxConnections: number) {
  const first = await coordinatorForTest();
  const { network, clock } = first;
  const open = async (options: Partial<GatewayOptions>) => {
    const gateway = await first.openAnother({
      ...options,
      mount: (app, upgraded) => {
        const logger = new KeptLog();
        attachChannel(app, { network, secret: SHARED, clock, logger, version: 'test', upgraded });
      },
    });
    onTestFinished(() => gateway.close());
    return gateway;
  };
  const gateway = await open({ maxConnections });
  const { port } = gateway;
  const { secret } = await network.agentSecrets.create('lobby', 'backend', {});
  expect([await login(port, OWNER), await links(port, HOST, secret)]).toEqual([200, true]);
  const again = async () => {
    await gateway.close();
    return (await open({ maxConnections })).port;
  };
  return { port, secret, again, clock, network };
}

/** In proportion: a process of these tests may not have 16 000 sockets. */
async function expectPlacesBeside(sites: number, places: number) {
  const { port, secret } = await coordinator(places);
  await flood(port, sites, Math.ceil((1.2 * places) / sites));
  expect(await loadPage(port, OWNER)).toEqual([200]);
  expect([await login(port, OWNER), await links(port, HOST, secret)]).toEqual([200, true]);
  expect(await isServed(port, '127.2.1.1')).toBe(true);
}

it('sixty networks that say nothing at 1 500 places shut out neither the owner nor agents nor a newcomer', () =>
  expectPlacesBeside(24, 600));

it('a thousand at 15 000 shut out neither the owner nor agents nor a newcomer', () =>
  expectPlacesBeside(40, 600));

it('a restart during the flood shuts out neither the owner nor agents', async () => {
  const { again, secret } = await coordinator(150);
  const port = await again();
  // So many that nobody unknown gets a place.
  await flood(port, 200, 3);
  expect(await isServed(port, '127.2.1.1')).toBe(false);
  expect([await isServed(port, OWNER), await links(port, HOST, secret)]).toEqual([true, true]);
});

it('an agent by the shared secret, which strangers may have, makes no address known', async () => {
  const { port } = await coordinator(150);
  expect(await links(port, '127.3.1.1', SHARED)).toBe(true);
  await flood(port, 200, 3);
  expect(await isServed(port, '127.3.1.1')).toBe(false);
});

it('the hosts of thirty agents as a flood leave a place to the owner', async () => {
  const { port, network } = await coordinator(150);
  const hosts = Array.from({ length: 30 }, (_, at) => `127.4.${at}.1`);
  for (const [at, host] of hosts.entries()) {
    const { secret } = await network.agentSecrets.create(`stolen-${at}`, 'backend', {});
    expect(await links(port, host, secret)).toBe(true);
  }
  await flood(port, 200, 3);
  for (let time = 0; time < 10; time += 1) await Promise.all(hosts.map((host) => silent(port, host)));
  expect(await isServed(port, hosts[0] ?? '')).toBe(false);
  expect([await login(port, OWNER), await isServed(port, OWNER)]).toEqual([200, true]);
});

it('the owner’s address as a flood leaves a place to agents', async () => {
  const { port, secret } = await coordinator(150);
  for (let at = 0; at < 300; at += 1) await silent(port, OWNER);
  await flood(port, 200, 3);
  expect([await links(port, HOST, secret), await isServed(port, HOST)]).toEqual([true, true]);
});

it('one address that asks on all it can open keeps half of the places, and others load a page', async () => {
  const { port } = await coordinator(200);
  const sockets: Socket[] = [];
  for (let at = 0; at < 200; at += 1) sockets.push(await silent(port, '127.60.1.1'));
  for (let round = 0; round < 3; round += 1) {
    const answered = sockets.map(async (socket) => {
      if (!socket.writable) return;
      socket.write(HEALTH);
      await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    });
    await Promise.all(answered);
  }
  expect(await loadPage(port, '127.2.1.1')).toEqual([200]);
  expect(await loadPage(port, OWNER)).toEqual([200]);
});

it('who has a login keeps the connection, from whatever address', async () => {
  const { port } = await openCrowded();
  const key = `Authorization: Bearer ${API_KEY}\r\n`;
  for (const [from, header, lasts] of [
    ['127.2.1.1', key, true],
    ['127.2.2.1', '', false],
  ] as const) {
    const socket = await silent(port, from);
    socket.write(`GET /api/bans HTTP/1.1\r\nHost: x\r\n${header}\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(/^Connection: close/im.test(answer.toString())).toBe(!lasts);
  }
});

// uWebSockets.js closes who sends nothing for ten seconds of the machine's time.
it('a body that is not complete is closed after ten seconds, where it has thirty elsewhere', {
  timeout: 5_000,
}, async () => {
  const { port, clock } = await openCrowded();
  const socket = await silent(port, '127.2.1.1');
  const type = 'Content-Type: application/json\r\nContent-Length: 9\r\n';
  socket.write(`POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${type}\r\n{`);
  // It is there when a later request is answered.
  await isServed(port, '127.2.2.1');
  clock.push(10_000);
  socket.resume();
  await once(socket, 'close');
});

/** With more places taken than where an answer is the last of its connection also for a new site. */
async function openCrowded() {
  const opened = await coordinatorForTest({ maxConnections: 80 });
  await flood(opened.port, 64, 1);
  return opened;
}
