import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/runtime/clock.ts';
import { type Simulator, startSimulator } from '../../src/simulator/simulator.ts';
import { freePort } from '../fixtures/free-port.ts';
import { Operator, secretsOf } from './operator.ts';
import { type CoordinatorProcess, startCoordinator } from './process.ts';
import { ProxyAgent } from './proxy-agent.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const SOON = { timeout: 20_000, interval: 50 };

interface Person {
  readonly uuid: string;
  readonly name: string;
}

let folder: string;
let port: number;
let coordinator: CoordinatorProcess | undefined;
let crowd: Simulator | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-promise-'));
  port = await freePort();
});
afterEach(async () => {
  await crowd?.close();
  await coordinator?.end('SIGKILL');
  [crowd, coordinator] = [undefined, undefined];
  await rm(folder, { recursive: true });
});

/** Starts a coordinator in the folder on the same port as before, as a service manager does. */
async function start() {
  coordinator = await startCoordinator(folder, { listen: `127.0.0.1:${port}` });
  const { apiKey, channelSecret } = await secretsOf(folder);
  const { url } = coordinator;
  return {
    operator: new Operator(url, apiKey),
    agent: await ProxyAgent.open(url, channelSecret),
    crowdOf: (players: number, churn: number) =>
      startSimulator({
        url,
        secret: channelSecret,
        proxies: 3,
        servers: 6,
        players,
        churn,
        seed: 7,
        clock: systemClock,
        logger: silent,
        version: '1.2.3',
        joinsPerSecond: 500,
      }),
  };
}

function banOf({ uuid, name }: Person) {
  return { uuid, name, time: 'perma', reason: 'a promise' };
}

describe('a ban, once it is answered', { timeout: 120_000 }, () => {
  it('holds against a crowd that comes and goes, through kill -9 again and again, until it is lifted', async () => {
    let { operator, agent, crowdOf } = await start();
    crowd = crowdOf(60, 150);
    await crowd.reachedTarget;
    const banned: Person[] = [];
    for (let round = 0; round < 3; round += 1) {
      const events = await operator.follow('/api/players/events');
      const after = new Set<unknown>(banned.map(({ uuid }) => uuid));
      const online = await operator.read<Person[]>('/api/players');
      for (const person of online.slice(0, 5)) {
        const { status } = await operator.ask('POST', '/api/bans', banOf(person));
        expect(status).toBe(201);
        banned.push(person);
        expect(await agent.login(person.uuid, person.name)).toMatchObject({ allow: false, code: 'banned' });
        await events.next('ban_update', { uuid: person.uuid, action: 'ban' });
      }
      // In the order of the events: no player joined after the event of their ban.
      for (const { event, data } of events.inbox.items) {
        if (event === 'ban_update') after.add(data['uuid']);
        if (event === 'player_join')
          expect([data['name'], after.has(data['uuid'])]).toEqual([data['name'], false]);
      }
      await coordinator?.end('SIGKILL');

      ({ operator, agent } = await start());
      for (const { uuid, name } of banned) {
        expect(await agent.login(uuid, name)).toMatchObject({ allow: false, code: 'banned' });
      }
      await expect.poll(() => crowd?.stats().online, SOON).toBeGreaterThan(50);
      const uuids = new Set((await operator.read<Person[]>('/api/players')).map(({ uuid }) => uuid));
      expect(banned.filter(({ uuid }) => uuids.has(uuid))).toEqual([]);
    }
    const refused = crowd.stats().refused.banned;
    await expect.poll(() => crowd?.stats().refused.banned, SOON).toBeGreaterThan(refused);

    expect(await operator.read<unknown[]>('/api/bans')).toHaveLength(banned.length);
    for (const { uuid, name } of banned) {
      expect((await operator.ask('DELETE', `/api/bans/${uuid}`)).status).toBe(200);
      expect(await agent.login(uuid, name)).toMatchObject({ allow: true });
    }
    await coordinator?.end('SIGKILL');
    ({ operator, agent } = await start());
    for (const { uuid, name } of banned) {
      expect(await agent.login(uuid, name)).toMatchObject({ allow: true });
      expect(await operator.read(`/api/bans/${uuid}`)).toMatchObject({ active: false, bannedTimes: 1 });
    }
  });

  it('was on the disk before: whatever was answered when the process was killed is there', async () => {
    let { operator } = await start();
    const people = Array.from({ length: 300 }, (_, at) => ({
      uuid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      name: `Player${at}`,
    }));
    const answered: string[] = [];
    const enough = 100;
    const calls = people.map(async (person) => {
      const answer = await operator.ask('POST', '/api/bans', banOf(person)).catch(() => undefined);
      if (answer?.status === 201) answered.push(person.uuid);
      if (answered.length === enough) await coordinator?.end('SIGKILL');
    });
    await Promise.all(calls);
    expect(answered.length).toBeGreaterThanOrEqual(enough);

    let agent: ProxyAgent;
    ({ operator, agent } = await start());
    const bans = await operator.read<{ uuid: string; active: boolean }[]>('/api/bans');
    const active = new Set(bans.filter((ban) => ban.active).map(({ uuid }) => uuid));
    expect(answered.filter((uuid) => !active.has(uuid))).toEqual([]);
    // An unanswered ban may be stored or not, but must be the same everywhere.
    for (const { uuid, name } of people) {
      expect(await agent.login(uuid, name)).toMatchObject({ allow: !active.has(uuid) });
    }
  });
});
