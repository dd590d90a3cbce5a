import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CoordinatorProcess, runToEnd, startCoordinator } from './process.ts';

let folder: string;
let running: CoordinatorProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-e2e-'));
});
afterEach(async () => {
  await Promise.all(running.map((coordinator) => coordinator.end('SIGKILL')));
  running = [];
  await rm(folder, { recursive: true });
});

async function start(env: Record<string, string> = {}): Promise<CoordinatorProcess> {
  const coordinator = await startCoordinator(folder, { env });
  running.push(coordinator);
  return coordinator;
}

function login({ url }: CoordinatorProcess, password: string | undefined): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify({ password }) });
}

async function apiKey(): Promise<string> {
  return /^api_key: "(.*)"$/m.exec(await readFile(join(folder, 'config.yml'), 'utf8'))?.[1] ?? '';
}

async function withKey(
  { url }: CoordinatorProcess,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  const headers = { Authorization: `Bearer ${await apiKey()}`, 'Content-Type': 'application/json' };
  return fetch(`${url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

describe('the first start', () => {
  test('shows once a password for the API and where the API key is', async () => {
    const first = await start();
    expect((await login(first, first.password)).status).toBe(200);
    expect(first.errors()).toContain(`${first.url}/api/docs`);
    expect(first.errors()).toContain(`api_key in ${join(folder, 'config.yml')}`);
    expect((await withKey(first, 'GET', '/api/servers')).status).toBe(200);
    expect((await first.end()).code).toBe(0);

    const second = await start();
    expect(second.password).toBeUndefined();
    expect((await login(second, first.password)).status).toBe(200);
  });

  test('keeps its secrets out of the log', async () => {
    const first = await start({ PORTCULLIS_LOG_LEVEL: 'debug' });
    await login(first, first.password);
    await withKey(first, 'GET', '/api/servers');
    const { output } = await first.end();
    for (const secret of [first.password ?? '', await apiKey()]) expect(output).not.toContain(secret);
  });
});

describe('a stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('by %s ends with code 0 and logs it', async (signal) => {
    const coordinator = await start();
    const { code, log } = await coordinator.end(signal);
    expect(code).toBe(0);
    expect(log.at(-1)?.event).toBe('process.stopped');
  });

  test('of npm alone, whose shell does not forward signals, works too', async () => {
    const coordinator = await startCoordinator(folder, { underShell: true });
    running.push(coordinator);
    const { log } = await coordinator.end();
    expect(log.at(-1)?.event).toBe('process.stopped');
  });

  test('ends open streams with a retry', async () => {
    const coordinator = await start();
    const { token } = (await (await login(coordinator, coordinator.password)).json()) as { token: string };
    const stream = await fetch(`${coordinator.url}/api/players/events?token=${token}`);
    const text = stream.text();
    expect((await coordinator.end()).code).toBe(0);
    expect((await text).trimEnd().split('\n\n').at(-1)).toMatch(/^retry: \d+$/m);
  });

  test('by force loses no ban', async () => {
    const before = await start();
    const ban = {
      uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5',
      name: 'Notch',
      time: 'perma',
      reason: 'griefing',
    };
    expect((await withKey(before, 'POST', '/api/bans', ban)).status).toBe(201);
    expect((await before.end('SIGKILL')).signal).toBe('SIGKILL');

    const after = await start();
    const bans = (await (await withKey(after, 'GET', '/api/bans')).json()) as unknown[];
    expect(bans).toMatchObject([{ uuid: ban.uuid, reason: 'griefing', active: true, permanent: true }]);
  });
});

describe('a start that fails', () => {
  test('for a wrong configuration ends with code 2 and names every reason', async () => {
    await writeFile(join(folder, 'config.yml'), 'timezone: Mars/Olympus\nlog: { level: loud }\n');
    const { code, errors } = await runToEnd(['proxy', '--data', folder]);
    expect(code).toBe(2);
    expect(errors).toContain('config.yml:1: timezone is "Mars/Olympus" but must be an IANA time zone');
    expect(errors).toContain('config.yml:2: log.level is "loud"');
  });

  test('for a port in use ends with code 1, names the port, and has shown the password of the next start', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { code, errors } = await runToEnd(['proxy', '--data', folder, '--listen', `127.0.0.1:${port}`]);
    other.close();
    expect(code).toBe(1);
    expect(errors).toContain(String(port));
    const password = /Password\s+(\S+)/.exec(errors)?.[1];
    expect((await login(await start(), password)).status).toBe(200);
  });

  test('for a folder in use ends with code 1 and names the other process', async () => {
    const first = await start();
    const { code, errors } = await runToEnd(['proxy', '--data', folder, '--listen', '127.0.0.1:0']);
    expect(code).toBe(1);
    expect(errors).toContain(`process ${first.pid}`);
  });
});
