import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManagementServer, SECRET } from '../platform/msmp/management-server.ts';
import { ConsoleServer } from '../platform/rcon/console-server.ts';
import { type CoordinatorProcess, runToEnd, startCoordinator } from './process.ts';

let folder: string;
let server: ManagementServer;
let console: ConsoleServer;
let coordinator: CoordinatorProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-e2e-'));
  server = await ManagementServer.open();
  console = await ConsoleServer.open();
  console.answer = () => 'There are 0 of a max of 20 players online:';
});
afterEach(async () => {
  await coordinator?.end('SIGKILL');
  coordinator = undefined;
  await Promise.all([server.close(), console.close()]);
  await rm(folder, { recursive: true });
});

async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const key = /^api_key: "(.*)"$/m.exec(await readFile(join(folder, 'config.yml'), 'utf8'))?.[1];
  const response = await fetch(`${coordinator?.url}/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}

test('configured servers are in the API, each managed by its own protocol, and their secrets appear nowhere', async () => {
  const servers = {
    lobby: { type: 'HUB', management: { url: server.url, secret: SECRET } },
    arena: { rcon: { address: `127.0.0.1:${console.port}`, password: console.password } },
    away: { management: { url: 'ws://127.0.0.1:1', secret: 'another-secret' } },
  };
  coordinator = await startCoordinator(folder, { env: { PORTCULLIS_SERVERS: JSON.stringify(servers) } });
  const states = async () => {
    const all = (await call('GET', '/servers')) as { name: string; state: string }[];
    return Object.fromEntries(all.map(({ name, state }) => [name, state]));
  };
  await expect.poll(states, { timeout: 15_000 }).toEqual({ lobby: 'IDLE', arena: 'IDLE', away: 'OFFLINE' });
  expect(await call('POST', '/servers/lobby/ping')).toEqual({ success: true, state: 'IDLE' });
  expect(await call('POST', '/servers/away/restart')).toMatchObject({
    code: 'platform_unavailable',
    detail: expect.stringMatching(
      /^No agent .*127\.0\.0\.1:1: .*ECONNREFUSED.* management-server-enabled=true/,
    ),
  });
  const { output, errors, code } = await coordinator.end();
  expect(code).toBe(0);
  for (const secret of [SECRET, 'another-secret', console.password]) {
    expect(output + errors).not.toContain(secret);
  }
});

test('a server with only an address is pinged', async () => {
  coordinator = await startCoordinator(folder);
  const address = `127.0.0.1:${console.port}`;
  await call('POST', '/servers', { name: 'plain', type: 'GAME', address });
  // The port is open, but not of a game server.
  expect(await call('POST', '/servers/plain/ping')).toEqual({ success: false, state: 'OFFLINE' });
});

test('a certificate that cannot be read ends the start with code 2 and names the file', async () => {
  const management = { url: 'wss://127.0.0.1:1', secret: SECRET, tls: { ca: 'missing.pem' } };
  const { code, errors } = await runToEnd(['proxy', '--data', folder, '--listen', '127.0.0.1:0'], {
    PORTCULLIS_SERVERS: JSON.stringify({ lobby: { management } }),
  });
  expect(code).toBe(2);
  expect(errors).toContain('servers.lobby.management.tls.ca cannot be read: ENOENT');
});
