import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/runtime/clock.ts';
import { type Simulator, startSimulator } from '../../src/simulator/simulator.ts';
import { Operator, secretsOf } from './operator.ts';
import { type CoordinatorProcess, runToEnd, startCoordinator } from './process.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

let root: string;
let data: string;
const running = new Set<CoordinatorProcess>();
let crowd: Simulator | undefined;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'portcullis-backup-'));
  data = join(root, 'data');
});
afterEach(async () => {
  await crowd?.close();
  crowd = undefined;
  for (const coordinator of running) await coordinator.end('SIGKILL');
  running.clear();
  await rm(root, { recursive: true });
});

async function start(folder: string) {
  const coordinator = await startCoordinator(folder);
  running.add(coordinator);
  const { apiKey, channelSecret } = await secretsOf(folder);
  return { coordinator, operator: new Operator(coordinator.url, apiKey), channelSecret };
}

function crowdAt(url: string, secret: string): Simulator {
  const facts = { proxies: 2, servers: 4, players: 100, churn: 200, seed: 3, joinsPerSecond: 500 };
  return startSimulator({ url, secret, ...facts, clock: systemClock, logger: silent, version: '1.2.3' });
}

/** Bans one uuid after the other; the answered ones are in the list. */
function banUntil(operator: Operator, isOver: () => boolean): { answered: string[]; done: Promise<void> } {
  const answered: string[] = [];
  const banAll = async (): Promise<void> => {
    for (let number = 0; !isOver(); number += 1) {
      const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
      const ban = { uuid, name: `p${number}`, time: 'perma', reason: 'load' };
      const { status } = await operator.ask('POST', '/api/bans', ban);
      expect(status).toBe(201);
      answered.push(uuid);
    }
  };
  return { answered, done: banAll() };
}

async function backUp(name: string): Promise<[number | null, string]> {
  const { code, errors } = await runToEnd(['backup', '--data', data, '--to', join(root, name)]);
  return [code, errors];
}

async function restore(name: string, folder: string): Promise<void> {
  const { code, errors } = await runToEnd(['restore', '--data', folder, '--from', join(root, name)]);
  expect([code, errors]).toEqual([0, '']);
}

async function bannedAt(operator: Operator): Promise<string[]> {
  return (await operator.read<{ uuid: string }[]>('/api/bans')).map(({ uuid }) => uuid);
}

describe('a backup of a coordinator under load', { timeout: 180_000 }, () => {
  it('has every ban that was answered before it, and a restore brings back exactly its moment', async () => {
    const { coordinator, operator, channelSecret } = await start(data);
    const login = await operator.ask('POST', '/api/auth/login', { password: coordinator.password });
    const { token } = login.json as { token: string };
    crowd = crowdAt(coordinator.url, channelSecret);
    await crowd.reachedTarget;

    let isOver = false;
    const { answered, done } = banUntil(operator, () => isOver);
    await expect.poll(() => answered.length, { timeout: 20_000 }).toBeGreaterThan(20);
    const before = answered.length;
    expect(await backUp('first')).toEqual([0, '']);
    const after = answered.length;
    isOver = true;
    await done;
    expect(after).toBeGreaterThan(before);
    // The crowd still comes and goes; the last ban is only in the log of the database.
    expect(await backUp('second')).toEqual([0, '']);
    const late = {
      uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5',
      name: 'late',
      time: 'perma',
      reason: 'load',
    };
    expect((await operator.ask('POST', '/api/bans', late)).status).toBe(201);
    await crowd.close();
    expect((await coordinator.end('SIGKILL')).signal).toBe('SIGKILL');

    const folder = join(root, 'elsewhere');
    await restore('first', folder);
    const elsewhere = await bannedAt((await start(folder)).operator);
    expect(elsewhere.length).toBeGreaterThanOrEqual(before);
    expect(elsewhere.length).toBeLessThan(answered.length);
    expect(new Set(elsewhere)).toEqual(new Set(answered.slice(0, elsewhere.length)));

    // Over the folder of the process that was killed, whose log is still beside the database.
    await restore('second', data);
    const again = await start(data);
    expect(new Set(await bannedAt(again.operator))).toEqual(new Set(answered));
    // The key that signs logins came back too.
    const asBefore = new Operator(again.coordinator.url, token);
    expect((await asBefore.ask('GET', '/api/servers')).status).toBe(200);
  });
});
