import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type GatewayOptions } from '../../src/gateway/gateway.ts';
import { openAgent, serveChannel } from '../channel/channel-fixture.ts';
import { coordinatorForTest } from '../gateway/gateway-fixture.ts';
import { ask } from '../gateway/raw-http.ts';

/** Connects from this address and says nothing. */
async function silent(port: number, from: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Whether the gateway answers somebody who connects from this address. */
async function isServed(port: number, from: string): Promise<boolean> {
  const socket = await silent(port, from);
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  const [first] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  return first instanceof Buffer && first.toString().startsWith('HTTP/1.1 200');
}

async function crowded(count: number, options: Partial<GatewayOptions> = {}, sites = 1) {
  const coordinator = await coordinatorForTest({ maxConnections: 80, ...options });
  for (let at = 0; at < count; at += 1) await silent(coordinator.port, `127.0.${7 + (at % sites)}.1`);
  return coordinator;
}

it('whoever opens connections without end and says nothing leaves places to those who come from elsewhere', async () => {
  const { port, log } = await crowded(100);
  expect(await isServed(port, '127.0.8.1')).toBe(true);
  expect(await isServed(port, '127.0.7.2')).toBe(false);
  expect(log.filter(({ event }) => event === 'http.connection-refused')).toMatchObject([
    { level: 'warn', address: '127.0.7.0/24', limit: 80 },
  ]);
});

it('those who open few are served again as soon as the others are gone', async () => {
  const { port } = await coordinatorForTest({ maxConnections: 80 });
  const sockets: Socket[] = [];
  for (let at = 0; at < 100; at += 1) sockets.push(await silent(port, '127.0.7.1'));
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => isServed(port, '127.0.7.1')).toBe(true);
});

it('a trusted proxy opens as many as there may be, and no more', async () => {
  const { port } = await crowded(78, { trustedProxies: ['127.0.7.1'] });
  expect(await isServed(port, '127.0.7.1')).toBe(true);
  await silent(port, '127.0.7.1');
  await silent(port, '127.0.7.1');
  expect(await isServed(port, '127.0.7.1')).toBe(false);
});

it('where places are few an answer is the last of its connection, so that what a site opens does not add up', async () => {
  const { port } = await crowded(64, {}, 64);
  const requests = ['GET /healthz', 'HEAD /healthz', 'GET /nowhere', 'GET /api/bans'];
  for (const [at, request] of requests.entries()) {
    const socket = await silent(port, `127.0.${100 + at}.1`);
    socket.write(`${request} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString(), request).toMatch(/^Connection: close\r$/im);
    await once(socket, 'close');
  }
});

it('elsewhere connections are kept', async () => {
  const { port } = await crowded(10);
  const socket = await silent(port, '127.0.8.1');
  for (let times = 0; times < 3; times += 1) {
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).not.toMatch(/^Connection: close/im);
  }
});

it('/metrics says how many there are', async () => {
  const { port } = await crowded(5);
  expect((await ask(port, 'GET', '/metrics')).text).toContain('portcullis_http_connections 6');
});

it('a connection that becomes one of an agent is told once', async () => {
  let upgraded = 0;
  const served = await serveChannel(undefined, { upgraded: () => void (upgraded += 1) });
  onTestFinished(() => served.close());
  const agent = await openAgent(served.port);
  agent.socket.close();
  await agent.closed;
  expect(upgraded).toBe(1);
});
