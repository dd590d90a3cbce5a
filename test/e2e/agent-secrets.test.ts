import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MariaDb, mariaDbMissing, startMariaDb } from '../fixtures/mariadb.ts';
import { Operator, secretsOf } from './operator.ts';
import { type CoordinatorProcess, runToEnd, startCoordinator } from './process.ts';
import { ProxyAgent } from './proxy-agent.ts';

const missing = mariaDbMissing();
if (missing !== null) process.stdout.write(`skipped: agents on MariaDB, since there is ${missing}\n`);

let folder: string;
const running: CoordinatorProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-agents-e2e-'));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((coordinator) => coordinator.end('SIGKILL')));
  await rm(folder, { recursive: true });
});

async function start(env: Readonly<Record<string, string>>) {
  const coordinator = await startCoordinator(folder, { env });
  running.push(coordinator);
  const { apiKey, channelSecret } = await secretsOf(folder);
  return { coordinator, channelSecret, operator: new Operator(coordinator.url, apiKey) };
}

test('without the shared secret the own edge goes on, others need a secret of their own, and revoking one closes it', async () => {
  const { coordinator, channelSecret, operator } = await start({
    PORTCULLIS_CHANNEL_SHARED_SECRET: 'off',
    PORTCULLIS_EDGE_LISTEN: '127.0.0.1:0',
    PORTCULLIS_LOG_LEVEL: 'debug',
  });
  expect(await coordinator.logged('agent.welcomed')).toMatchObject({ agent: 'edge' });
  const { url } = coordinator;
  await expect(ProxyAgent.open(url, channelSecret)).rejects.toThrow('401');
  const made = await operator.ask('POST', '/api/agents', { name: 'proxy-eu', role: 'proxy' });
  const { secret } = made.json as { secret: string };
  await expect(ProxyAgent.open(url, secret, { name: 'proxy-us' })).rejects.toThrow();
  const agent = await ProxyAgent.open(url, secret, { name: 'proxy-eu' });
  await operator.ask('DELETE', '/api/agents/proxy-eu');
  await expect.poll(() => agent.inbox.ended).toBe(true);
  await expect(ProxyAgent.open(url, secret, { name: 'proxy-eu' })).rejects.toThrow('401');
  const inUse = await runToEnd(['agent', 'add', 'hub-1', '--role', 'backend', '--data', folder]);
  expect([inUse.code, inUse.errors]).toEqual([1, expect.stringContaining('curl -X POST')]);

  const { log, output, errors } = await coordinator.end();
  expect(output + errors).not.toContain(secret);
  expect(await readFile(join(folder, 'portcullis.db'), 'latin1')).not.toContain(secret);
  const ofTheLog = log.map(({ event }) => event);
  expect(ofTheLog).toEqual(expect.arrayContaining(['channel.unauthorized', 'channel.wrong-identity']));
  expect(ofTheLog).not.toContain('channel.shared-secret');
});

describe.skipIf(missing !== null)('on MariaDB', () => {
  let server: MariaDb;
  beforeAll(async () => {
    server = await startMariaDb();
  });
  afterAll(() => server.stop());

  test('the command line adds and revokes agents beside a running coordinator', async () => {
    const env = { PORTCULLIS_STORAGE_URL: await server.createDatabase() };
    const { coordinator } = await start(env);
    const command = (...args: string[]) => runToEnd(['agent', ...args, '--data', folder], env);
    const { output: secret } = await command('add', 'proxy-eu', '--role', 'proxy');
    const connect = () => ProxyAgent.open(coordinator.url, secret, { name: 'proxy-eu' });
    await expect
      .poll(
        () =>
          connect().then(
            (agent) => !agent.inbox.ended,
            () => false,
          ),
        { timeout: 20_000, interval: 500 },
      )
      .toBe(true);
    const agent = await connect();
    expect((await command('list')).output).toContain('proxy-eu  proxy  valid');
    expect((await command('revoke', 'proxy-eu')).code).toBe(0);
    await expect.poll(() => agent.inbox.ended, { timeout: 20_000 }).toBe(true);
    await expect(connect()).rejects.toThrow('401');
    // It starts six processes, and a running coordinator reads the table every 5 s.
  }, 120_000);
});
