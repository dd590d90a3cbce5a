import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { mariaDbMissing } from '../fixtures/mariadb.ts';
import { databaseOfEachTest } from '../fixtures/mariadb-of-block.ts';
import { openRelay } from '../fixtures/tcp-relay.ts';
import { Operator, secretsOf } from './operator.ts';
import { type CoordinatorProcess, launchCoordinator, runToEnd, startCoordinator } from './process.ts';
import { ProxyAgent } from './proxy-agent.ts';

const missing = mariaDbMissing();
if (missing !== null) process.stdout.write(`skipped: a database that is held, since there is ${missing}\n`);

const NOTCH = '069a79f4-44e9-4726-a5be-fca90e38aaf5';
const ALEX = 'ec561538-f3fd-461d-aff5-086b22154bce';
const SILENCE_MS = 3_300;

describe.skipIf(missing !== null)('two coordinators on one database', { timeout: 90_000 }, () => {
  const url = databaseOfEachTest();
  let folders: string[] = [];
  let running: CoordinatorProcess[] = [];

  afterEach(async () => {
    await Promise.all(running.map((coordinator) => coordinator.end('SIGKILL')));
    running = [];
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
    folders = [];
  });

  async function newFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'portcullis-held-'));
    folders.push(folder);
    return folder;
  }

  async function start(folder: string) {
    const coordinator = await startCoordinator(folder, { env: { PORTCULLIS_STORAGE_URL: url() } });
    running.push(coordinator);
    const { apiKey, channelSecret } = await secretsOf(folder);
    const operator = new Operator(coordinator.url, apiKey);
    return { coordinator, operator, proxy: () => ProxyAgent.open(coordinator.url, channelSecret) };
  }

  const ban = (uuid: string, name: string) => ({ uuid, name, time: 'perma', reason: 'no' });

  it('the second refuses to start, names the first, and says what to do', async () => {
    const first = await start(await newFolder());
    const second = await runToEnd(['proxy', '--data', await newFolder(), '--listen', '127.0.0.1:0'], {
      PORTCULLIS_STORAGE_URL: url(),
    });
    expect(second.code).toBe(1);
    expect(second.errors).toMatch(
      new RegExp(
        `in use by another coordinator .*process ${first.coordinator.pid}, last seen at 2.*storage.url`,
      ),
    );
    expect((await first.operator.ask('POST', '/api/bans', ban(NOTCH, 'Notch'))).status).toBe(201);
    expect((await first.coordinator.end()).code).toBe(0);
  });

  it('a restart after a clean stop does not wait, and one after kill -9 waits until the silence is long enough', async () => {
    const folder = await newFolder();
    const first = await start(folder);
    expect((await first.coordinator.end()).code).toBe(0);
    const second = await start(folder);
    await second.coordinator.end('SIGKILL');
    const third = await start(folder);
    const { log } = await third.coordinator.end();
    expect(log.find(({ event }) => event === 'storage.held')).toMatchObject({ waitMs: SILENCE_MS });
    const { log: immediate } = await second.coordinator.end();
    expect(immediate.filter(({ event }) => event === 'storage.held')).toEqual([]);
  });

  it('one that waits for the end of a silence goes on waiting where the database goes away meanwhile', async () => {
    const folder = await newFolder();
    const first = await start(folder);
    await first.coordinator.end('SIGKILL');
    const relay = await openRelay(url());
    onTestFinished(() => relay.close());
    const through = new URL(url());
    through.port = new URL(relay.url).port;
    const second = launchCoordinator(folder, { PORTCULLIS_STORAGE_URL: through.href });
    onTestFinished(async () => void (await second.end('SIGKILL')));
    await second.logged('storage.held');
    relay.cut();
    await second.logged('storage.awaited');
    relay.restore();
    expect(await second.logged('coordinator.ready')).toMatchObject({ event: 'coordinator.ready' });
  });

  it('one that was stopped while another took over decides nothing when it wakes, and ends', async () => {
    const first = await start(await newFolder());
    const agent = await first.proxy();
    expect(await agent.login(NOTCH, 'Notch')).toMatchObject({ allow: true });
    process.kill(first.coordinator.pid, 'SIGSTOP');
    const second = await start(await newFolder());
    expect((await second.operator.ask('POST', '/api/bans', ban(NOTCH, 'Notch'))).status).toBe(201);
    // Both lie in its sockets when it wakes, before it can have read anything from the database.
    agent.say({ type: 'player.login', id: 99, uuid: NOTCH, name: 'Notch', ip: '203.0.113.9' });
    const late = first.operator.ask('POST', '/api/bans', ban(ALEX, 'Alex')).catch(() => undefined);
    process.kill(first.coordinator.pid, 'SIGCONT');
    expect(await agent.inbox.first(({ re }) => re === 99)).toMatchObject({
      type: 'error',
      code: 'platform_unavailable',
    });
    expect([undefined, 503]).toContain((await late)?.status);
    const { code, log, errors } = await first.coordinator.end('SIGCONT');
    expect(code).toBe(1);
    expect(log.filter(({ event }) => event === 'storage.lost')).toMatchObject([
      { by: expect.stringContaining(`process ${second.coordinator.pid}`) },
    ]);
    expect(errors).toMatch(new RegExp(`process ${second.coordinator.pid}.* has taken the database`));
    const bans = await second.operator.read<{ uuid: string }[]>('/api/bans');
    expect(bans.map(({ uuid }) => uuid)).toEqual([NOTCH]);
    expect((await second.operator.ask('GET', '/readyz')).status).toBe(200);
  });
});
