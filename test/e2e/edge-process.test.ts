import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type CoordinatorProcess,
  type EdgeProcess,
  runToEnd,
  startCoordinator,
  startEdge,
} from './process.ts';
import { freePort } from '../fixtures/free-port.ts';
import { FakeUpstream, PASSED } from '../platform/edge/fake-upstream.ts';
import { GameClient, handshake, loginBytes, MODERN, NOTCH } from '../platform/edge/game-client.ts';
import { writeFrame } from '../../src/platform/edge/protocol/frame.ts';

const JEB = '853c80ef-3c37-49fd-aa49-938b674adae6';

let folder: string;
let upstream: FakeUpstream;
let ports: { readonly api: number; readonly edge: number };
const running: (CoordinatorProcess | EdgeProcess)[] = [];
const clients: GameClient[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-edge-e2e-'));
  upstream = await FakeUpstream.open();
  ports = { api: await freePort(), edge: await freePort() };
});
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await Promise.all(running.splice(0).map((process) => process.end('SIGKILL')));
  upstream.close();
  await rm(folder, { recursive: true });
});

function settings(): Record<string, string> {
  return {
    PORTCULLIS_GATEWAY_LISTEN: `127.0.0.1:${ports.api}`,
    PORTCULLIS_EDGE_ROUTES: JSON.stringify({ '*': [`127.0.0.1:${upstream.port}`] }),
  };
}

async function coordinator(env: Record<string, string> = {}): Promise<CoordinatorProcess> {
  const started = await startCoordinator(folder, {
    env: { ...settings(), ...env },
    listen: `127.0.0.1:${ports.api}`,
  });
  running.push(started);
  return started;
}

async function edge(name: string, env: Record<string, string> = {}): Promise<EdgeProcess> {
  const at = { url: `http://127.0.0.1:${ports.api}`, secret: await generated('secret') };
  const place = { name, listen: `127.0.0.1:${ports.edge}` };
  const started = await startEdge(folder, at, { ...settings(), ...env }, place);
  running.push(started);
  return started;
}

/** A secret that the coordinator has generated. */
async function generated(key: string): Promise<string> {
  const text = await readFile(join(folder, 'config.yml'), 'utf8');
  return new RegExp(`^ *${key}: "(.*)"$`, 'm').exec(text)?.[1] ?? '';
}

async function api(method: string, path: string, body?: unknown): Promise<unknown> {
  const key = await generated('api_key');
  const response = await fetch(`http://127.0.0.1:${ports.api}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}

function connect(port = ports.edge): GameClient {
  const client = new GameClient(port);
  clients.push(client);
  return client;
}

async function logIn(name: string, uuid: string) {
  const client = connect().send(loginBytes({ name, uuid }));
  const server = await upstream.next();
  server.send(PASSED);
  await client.receive(PASSED.length);
  return { client, server };
}

function onlineNames(): Promise<string[]> {
  return api('GET', '/api/players?sort=name&order=asc').then((players) =>
    (players as { name: string }[]).map(({ name }) => name),
  );
}

test('players stay connected while the coordinator dies and comes back, and are online once each', async () => {
  const first = await coordinator();
  const front = await edge('front');
  await front.logged('agent.welcomed');
  await logIn('Notch', NOTCH);
  await expect.poll(onlineNames, { timeout: 10_000 }).toEqual(['Notch']);

  expect((await first.end('SIGKILL')).signal).toBe('SIGKILL');
  await front.logged('agent.link_lost');
  // A login is decided now by the last status and bans of the coordinator.
  const jeb = await logIn('jeb_', JEB);
  jeb.client.send(Buffer.from('talk'));

  await coordinator();
  await expect.poll(onlineNames, { timeout: 30_000, interval: 200 }).toEqual(['jeb_', 'Notch']);
  const received = await jeb.server.receive(jeb.client.socket.bytesWritten);
  expect(received.subarray(-4).toString()).toBe('talk');
}, 90_000);

test('the coordinator’s own edge runs without configuration, and says that no server is connected', async () => {
  const started = await coordinator({
    PORTCULLIS_EDGE_LISTEN: `127.0.0.1:${ports.edge}`,
    PORTCULLIS_EDGE_ROUTES: '',
  });
  expect(started.errors()).toContain(`Game clients   127.0.0.1:${ports.edge}`);
  expect(await connect().send(loginBytes()).refusal()).toBe(
    'No server is connected yet.\nPlease come back later.',
  );
});

test('a taken port is a warning, and everything else works', async () => {
  const other = createServer().listen(ports.edge, '127.0.0.1');
  await once(other, 'listening');
  const started = await coordinator({ PORTCULLIS_EDGE_LISTEN: `127.0.0.1:${ports.edge}` });
  other.close();
  expect(started.errors()).toContain('Game clients   none');
  expect(await api('GET', '/api/servers')).toEqual([]);
  const { log, code } = await started.end();
  expect(log.some(({ event }) => event === 'edge.no-port')).toBe(true);
  expect(code).toBe(0);
});

test('an edge of its own whose port is taken says which setting to change', async () => {
  const other = createServer().listen(ports.edge, '127.0.0.1');
  await once(other, 'listening');
  const args = ['edge', '--data', folder, '--name', 'front', '--secret', 'x'.repeat(32)];
  const { code, log, errors } = await runToEnd([...args, '--listen', `127.0.0.1:${ports.edge}`]);
  other.close();
  expect(log.at(-1)).toMatchObject({
    event: 'edge.no-port',
    reason: expect.stringContaining(`EADDRINUSE: address already in use 127.0.0.1:${ports.edge}`),
    detail: expect.stringMatching(/edge\.listen or --listen.*edge\.sharePort/),
  });
  expect(errors).toContain('edge.listen or --listen');
  expect(code).toBe(1);
});

test('several processes listen on one port, each with its own agent', async () => {
  // All players of this test log in from one address, within the two seconds that a join takes.
  await coordinator({ PORTCULLIS_ADMISSION_SLOTS_PER_ADDRESS: '12' });
  const shared = { PORTCULLIS_EDGE_SHARE_PORT: 'true' };
  const fronts = await Promise.all([edge('front-1', shared), edge('front-2', shared)]);
  await Promise.all(fronts.map((front) => front.logged('agent.welcomed')));
  // The kernel distributes connections by their ports: of many, each process gets some.
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => connect().send(handshake(MODERN, 1), writeFrame(0)).packet()),
  );
  expect(answers.every(({ id }) => id === 0)).toBe(true);
  const players = Array.from(
    { length: 12 },
    (_, at) => [`Player_${at}`, `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`] as const,
  );
  for (const [name, uuid] of players) await logIn(name, uuid);
  await expect.poll(async () => (await onlineNames()).length, { timeout: 15_000 }).toBe(12);
  const codes = await Promise.all(fronts.map((front) => front.end('SIGTERM')));
  expect(codes.map(({ code }) => code)).toEqual([0, 0]);
}, 60_000);

test('an edge without the secret exits with code 2 and says where the secret is', async () => {
  const { code, errors } = await runToEnd([
    'edge',
    '--data',
    folder,
    '--name',
    'front',
    '--listen',
    '127.0.0.1:0',
  ]);
  expect(errors).toContain('channel.secret is missing');
  expect(code).toBe(2);
});
