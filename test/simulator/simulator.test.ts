import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Clock } from '../../src/runtime/clock.ts';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../src/simulator/simulator.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import { KeptLog, SECRET } from '../channel/channel-fixture.ts';
import { type Coordinator, openCoordinator } from '../channel/coordinator-fixture.ts';
import { freePort } from '../fixtures/free-port.ts';
import { LevelledLog } from '../fixtures/levelled-log.ts';
import { fastClock } from '../fixtures/test-clock.ts';

let clock: Clock;
let coordinator: Coordinator;
let simulator: Simulator | null = null;
beforeEach(async () => {
  clock = fastClock(4);
  coordinator = await openCoordinator(clock);
});
afterEach(async () => {
  await simulator?.close();
  simulator = null;
  await coordinator.close();
});

const OPTIONS = {
  secret: SECRET,
  proxies: 2,
  servers: 4,
  players: 100,
  churn: 0,
  seed: 1,
  joinsPerSecond: 500,
  logger: new KeptLog(),
  version: '1.0.0',
};

function start(more: Partial<SimulatorOptions> = {}): Simulator {
  simulator = startSimulator({ ...OPTIONS, url: coordinator.url, clock, ...more });
  return simulator;
}

function onlinePlayers(): { uuid: Uuid; name: string; server: string }[] {
  const { bytes } = coordinator.network.players.online({
    sort: 'name',
    order: 'asc',
    search: '',
    limit: null,
    offset: 0,
  });
  return JSON.parse(Buffer.from(bytes).toString()) as { uuid: Uuid; name: string; server: string }[];
}

function firstPlayer() {
  const [player] = onlinePlayers();
  if (player === undefined) throw new Error('nobody is online');
  return player;
}

const soon = { timeout: 15_000, interval: 20 };
const API = { via: 'api', name: 'admin', uuid: null } as const;

it('says once where no coordinator answers, and gives up', async () => {
  const log = new LevelledLog();
  const url = `http://127.0.0.1:${await freePort()}`;
  const running = start({ url, logger: log, proxies: 3, servers: 20 });
  await expect(running.connectedWithin(3_000)).rejects.toThrow(
    `no coordinator could be reached at ${url}/ within 3 s (connect ECONNREFUSED`,
  );
  expect([...log.at('warn'), ...log.at('error')]).toEqual([
    expect.objectContaining({
      event: 'agent.link_lost',
      url: `${url.replace('http', 'ws')}/channel`,
      times: 1,
    }),
  ]);
});

it('says once that the coordinator refuses its secret', async () => {
  const log = new LevelledLog();
  const running = start({ secret: 'wrong', logger: log });
  await expect(running.connectedWithin(3_000)).rejects.toThrow('refuses this secret');
  expect(log.at('warn').map(({ event }) => event)).toEqual(['agent.link_lost']);
  expect(log.at('error').map(({ event }) => event)).toEqual(['agent.wrong_secret']);
});

it('waits no longer once an agent is connected', async () => {
  await start().connectedWithin(60_000);
  expect(simulator?.stats().connections).toBeGreaterThan(0);
});

it('logs in the requested number of players, and the coordinator has every one on a hub', async () => {
  const running = start();
  await running.reachedTarget;
  await expect.poll(() => coordinator.network.players.onlineCount, soon).toBe(100);
  expect(running.stats()).toMatchObject({ online: 100, joins: 100, connections: 6, unanswered: 0 });
  expect(onlinePlayers().map(({ server }) => server)).toEqual(Array.from({ length: 100 }, () => 'hub-1'));
  expect(
    coordinator.network.servers
      .all()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['bed-siege-1', 'duels-1', 'hub-1', 'sky-raid-1']);
});

it('after many joins, leaves and switches the coordinator has every player on the right server', async () => {
  const running = start({ churn: 100, players: 60 });
  await running.reachedTarget;
  await expect.poll(() => running.stats().leaves > 30 && running.stats().switches > 60, soon).toBe(true);
  await expect.poll(() => coordinator.network.players.onlineCount - running.stats().online, soon).toBe(0);
  expect(new Set(onlinePlayers().map(({ server }) => server)).size).toBeGreaterThan(1);
});

it('has the same players for the same seed', async () => {
  const names: string[][] = [];
  for (const seed of [5, 5, 6]) {
    const running = start({ seed, players: 30, proxies: 1, servers: 1, joinsPerSecond: 10_000 });
    await running.reachedTarget;
    await expect.poll(() => coordinator.network.players.onlineCount, soon).toBe(30);
    names.push(onlinePlayers().map(({ name }) => name));
    await running.close();
    await expect.poll(() => coordinator.network.players.onlineCount, soon).toBe(0);
  }
  expect(names[0]).toEqual(names[1]);
  expect(names[0]).not.toEqual(names[2]);
});

it('two of them with proxies numbered from different numbers have no proxy, server or player twice', async () => {
  const one = start({ players: 40 });
  const other = startSimulator({ ...OPTIONS, url: coordinator.url, clock, players: 40, proxiesFrom: 3 });
  try {
    await Promise.all([one.reachedTarget, other.reachedTarget]);
    await expect.poll(() => coordinator.network.players.onlineCount, soon).toBe(80);
    expect([one.stats().connections, other.stats().connections]).toEqual([6, 6]);
    const servers = coordinator.network.servers.all().map(({ name }) => name);
    expect(servers.sort()).toEqual([
      'bed-siege-1',
      'bed-siege-3-1',
      'duels-1',
      'duels-3-1',
      'hub-1',
      'hub-3-1',
      'sky-raid-1',
      'sky-raid-3-1',
    ]);
    expect(new Set(onlinePlayers().map(({ name }) => name)).size).toBe(80);
  } finally {
    await other.close();
  }
});

it('a banned player is kicked, logs in again and is refused', async () => {
  const running = start();
  await running.reachedTarget;
  const { uuid, name } = firstPlayer();
  await coordinator.network.bans.ban({ uuid, name, time: 'perma', reason: 'griefing' }, API);
  await expect.poll(() => running.stats().kicks, soon).toBe(1);
  await expect.poll(() => running.stats().refused.banned, soon).toBeGreaterThan(0);
  expect(onlinePlayers().map((player) => player.uuid)).not.toContain(uuid);
});

it('a player who is moved to a server plays there', async () => {
  const running = start();
  await running.reachedTarget;
  const { uuid } = firstPlayer();
  await coordinator.network.players.send(uuid, 'duels-1');
  await expect
    .poll(() => onlinePlayers().find((player) => player.uuid === uuid)?.server, soon)
    .toBe('duels-1');
  await expect(coordinator.network.players.send(uuid, 'nowhere')).rejects.toBeInstanceOf(AppError);
});

it('a full network keeps its players and refuses the rest, without a flood of logins', async () => {
  await coordinator.network.proxy.update({ maxPlayers: 40 });
  const running = start();
  await expect.poll(() => running.stats().refused.network_full, soon).toBeGreaterThan(0);
  // Who joins after another login took their slot is there until the proxy has thrown them out.
  await expect.poll(() => running.stats().online, soon).toBe(40);
  expect(coordinator.network.players.onlineCount).toBe(40);
  const { refused } = running.stats();
  await expect.poll(() => running.stats().refused.network_full, soon).toBeGreaterThan(refused.network_full);
  expect(running.stats().refused.network_full).toBeLessThan(400);
});

it('a game with players reboots: it is emptied, goes away and comes back, and no player is lost', async () => {
  const running = start({ churn: 60 });
  await running.reachedTarget;
  await expect.poll(() => coordinator.network.servers.get('duels-1').players, soon).toBeGreaterThan(0);
  const states: string[] = [];
  const stopped: number[] = [];
  coordinator.network.events.subscribe(({ event }) => {
    if (event.type !== 'server_update' || event.data.name !== 'duels-1') return;
    const { state = '', players = 0 } = event.data;
    if (state === 'RESTARTING') stopped.push(players);
    if (states.at(-1) !== state) states.push(state);
  });
  await coordinator.network.servers.restart('duels-1');
  await expect.poll(() => states.join(' '), soon).toMatch(/DRAINING RESTARTING STARTING IDLE/);
  expect(stopped[0]).toBe(0);
  expect(running.stats().reboots).toBe(1);
  expect(coordinator.log.lines).toContainEqual(expect.objectContaining({ event: 'reboot.done' }));
});

it('a game reboots also after its connection was cut while it had players', async () => {
  const running = start();
  await running.reachedTarget;
  await coordinator.network.players.send(firstPlayer().uuid, 'duels-1');
  await expect.poll(() => coordinator.network.servers.get('duels-1').players, soon).toBeGreaterThan(0);
  await coordinator.hangUp();
  const restart = () => coordinator.network.servers.restart('duels-1');
  // Once its agent is connected again.
  await expect.poll(() => restart().catch(() => null), soon).not.toBeNull();
  await expect.poll(() => running.stats().reboots, soon).toBe(1);
});

it('reconnects after its connections are cut, and for the coordinator no player has left', async () => {
  const running = start();
  await running.reachedTarget;
  await expect.poll(() => coordinator.network.players.onlineCount, soon).toBe(100);
  const { player_leave: left } = coordinator.network.events.counts();
  await coordinator.hangUp();
  await expect.poll(() => running.stats().connections, soon).toBe(6);
  expect(coordinator.network.players.onlineCount).toBe(100);
  expect(coordinator.network.events.counts().player_leave).toBe(left);
  expect(running.stats().joins).toBe(100);
});

it.each([
  { proxies: 0 },
  { servers: 0 },
  { players: -1 },
  { players: 250_001 },
  { players: 200_001, proxies: 1 },
  { proxiesFrom: 0 },
  { proxiesFrom: 200 },
  { churn: -1 },
])('refuses numbers that make no network: %o', (numbers) => {
  expect(() => start(numbers)).toThrow(RangeError);
});
