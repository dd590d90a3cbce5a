import { afterEach, beforeEach, expect, it } from 'vitest';
import { Introduction } from '../../src/backend/introduction.ts';
import { KeptLog, SECRET } from '../channel/channel-fixture.ts';
import { type Coordinator, openCoordinator } from '../channel/coordinator-fixture.ts';
import { RunningClock } from '../fixtures/test-clock.ts';

let clock: RunningClock;
let coordinator: Coordinator;
const open: Introduction[] = [];
beforeEach(async () => {
  clock = new RunningClock();
  coordinator = await openCoordinator(clock);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  await coordinator.close();
});

function introduce(log: KeptLog, url = coordinator.url, secret = SECRET): Introduction {
  const introduction = new Introduction({
    coordinator: { url, secret },
    hello: { role: 'backend', name: 'arena', platform: 'server', version: '1.0.0', epoch: clock.now() },
    profile: {
      serverType: 'GAME',
      serverId: 'arena',
      gameName: 'BedWars',
      gameData: '',
      maxPlayers: 40,
      canRejoin: false,
    },
    reachedAt: ['127.0.0.1:25575'],
    clock,
    logger: log,
    random: () => 0.5,
  });
  open.push(introduction);
  return introduction;
}

const servers = () => coordinator.network.servers.all();
const seen = (log: KeptLog, event: string) =>
  expect.poll(() => log.lines.find((line) => line.event === event));

it('a server that does not answer is listed as OFFLINE, and the log says that it did not', async () => {
  const log = new KeptLog();
  introduce(log);
  clock.push(1_000);
  await seen(log, 'agent.welcomed').toBeDefined();
  expect(servers()).toEqual([]);
  clock.push(2_000);
  await expect.poll(servers).toMatchObject([{ name: 'arena', maxPlayers: 40 }]);
  await seen(log, 'backend.server-away').toMatchObject({ server: 'arena', reachedAt: ['127.0.0.1:25575'] });
  await expect.poll(() => coordinator.log.lines.some(({ event }) => event === 'channel.closed')).toBe(true);
  clock.push(10_000);
  await expect.poll(servers).toMatchObject([{ name: 'arena', state: 'OFFLINE', online: false }]);
});

it('a server that answers in time is not made known by it', async () => {
  const log = new KeptLog();
  const introduction = introduce(log);
  clock.push(1_000);
  await seen(log, 'agent.welcomed').toBeDefined();
  await introduction.close();
  await introduce(new KeptLog()).close();
  clock.push(60_000);
  expect([servers(), log.lines.filter(({ event }) => event === 'backend.server-away')]).toEqual([[], []]);
});

it('a wrong secret and a wrong URL are said at once, although the server does not answer', async () => {
  const log = new KeptLog();
  introduce(log, coordinator.url, 'not the secret');
  clock.push(1_000);
  await seen(log, 'agent.wrong_secret').toMatchObject({ agent: 'arena' });
  const another = new KeptLog();
  introduce(another, `${coordinator.url}/elsewhere`);
  clock.push(1_000);
  await seen(another, 'agent.link_lost').toMatchObject({
    url: `${coordinator.url.replace('http', 'ws')}/elsewhere/channel`,
    reason: expect.stringContaining('HTTP 404'),
  });
});
