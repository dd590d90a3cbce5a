import { describe, expect, test } from 'vitest';
import type { NetworkStatus } from '../../src/dashboard/api/schema.ts';
import { chartData, loneIndexes } from '../../src/dashboard/overview/chart-data.ts';
import {
  type FigureSources,
  figuresOf,
  freePlaces,
  lostButOnline,
} from '../../src/dashboard/overview/figures.ts';

const point = (minute: number, count: number) => ({ timestamp: minute * 60_000, count });
const gap = (minute: number) => ({ ...point(minute, 0), missing: true as const });

describe('the chart of players', () => {
  test('leaves out the minutes that nobody counted, and begins with the first that somebody did', () => {
    const points = [gap(1), gap(2), point(3, 0), point(4, 7), gap(5), gap(6), point(7, 8)];
    expect(chartData(points, { at: 450_000, count: 9 })).toEqual([
      [180, 240, 300, 360, 420, 450],
      [0, 7, null, null, 8, 9],
    ]);
  });

  test('ends with the last minute where nobody knows the number of now', () => {
    expect(chartData([point(1, 4), point(2, 5)], null)).toEqual([
      [60, 120],
      [4, 5],
    ]);
  });

  test('is empty before the first count', () => {
    expect(chartData([gap(1), gap(2)], null)).toEqual([[], []]);
  });

  test('never goes back in time, whatever the clock of the viewer says', () => {
    const [seconds] = chartData([point(1, 4), point(2, 5)], { at: 0, count: 6 });
    expect(seconds).toEqual(seconds.toSorted((one, other) => one - other));
    expect(new Set(seconds).size).toBe(3);
  });

  test('has a dot for a minute between two gaps, which no line would show', () => {
    expect(loneIndexes([null, 3, null, 4, 5, null, 6])).toEqual([1, 6]);
    expect(loneIndexes([])).toEqual([]);
  });
});

const server = (players: number, maxPlayers: number, online = true) => ({ players, maxPlayers, online });
const proxy = { maintenance: false, onlinePlayers: 40, maxPlayers: 100, maintenanceBypass: [] };
const status: NetworkStatus = {
  proxies: { connected: 1, lost: 0, since: null },
  servers: { known: 2, online: 2, lost: 0, since: null },
  playable: true,
  counted: true,
  maintenanceSince: null,
  joinPreventedSince: null,
};

describe('free places', () => {
  test('are as many as the servers have, and no more than the network allows', () => {
    const servers = [server(20, 50), server(20, 500), server(0, 900, false)];
    expect(freePlaces(proxy, servers)).toEqual({ free: 60, isLimited: true });
    expect(freePlaces({ ...proxy, maxPlayers: 10_000 }, servers)).toEqual({ free: 510, isLimited: false });
    expect(freePlaces({ ...proxy, maxPlayers: 30 }, servers)).toEqual({ free: 0, isLimited: true });
  });

  test('of a server with too many players do not lessen those of the others', () => {
    expect(freePlaces(proxy, [server(60, 50), server(0, 10)]).free).toBe(10);
  });
});

test('servers are shown as they were while they are lost and have their state, and only then', () => {
  const servers = [server(0, 10), server(0, 10), server(0, 10, false)];
  const of = (online: number, lost: number) =>
    lostButOnline(servers, { ...status, servers: { known: 3, online, lost, since: null } });
  expect(of(2, 0)).toBe(0);
  expect(of(0, 2)).toBe(2);
  // One that is offline is shown as that.
  expect(of(2, 1)).toBe(0);
  // One has just come up.
  expect(of(1, 0)).toBe(0);
  expect(lostButOnline(servers, undefined)).toBe(0);
});

describe('the figures', () => {
  const sources = { proxy, servers: [server(20, 50), server(20, 500)], status, asOf: undefined };
  const shown = (given: Partial<FigureSources>) =>
    figuresOf({ ...sources, ...given }).map(({ name, value, note }) => `${name}: ${value} ${note}`);

  test('are those of the network', () => {
    expect(shown({})).toEqual([
      'Players online: 40 of 100 allowed',
      'Servers online: 2 of 2',
      'Free places: 60 up to the network’s player limit',
      'Maintenance: Off the bypass list is empty',
    ]);
  });

  test('name nobody’s count while no proxy is connected, although the coordinator still has it', () => {
    const lost = {
      ...status,
      proxies: { connected: 0, lost: 1, since: 1 },
      servers: { ...status.servers, online: 0, lost: 2 },
    };
    expect(shown({ status: lost }).slice(0, 3)).toEqual([
      'Players online: – no proxy is connected',
      'Servers online: 0 of 2',
      'Free places: – no proxy is connected',
    ]);
  });

  test('say that others may be on a proxy that is lost', () => {
    const lost = { ...status, proxies: { connected: 2, lost: 1, since: 1 } };
    expect(shown({ status: lost })[0]).toBe(
      'Players online: 40 of 100 allowed; others may be on lost proxies',
    );
  });

  test('say of when they are while the coordinator cannot be reached', () => {
    expect(shown({ asOf: '14:02' }).slice(0, 3)).toEqual([
      'Players online: 40 as of 14:02',
      'Servers online: 2 as of 14:02',
      'Free places: 60 as of 14:02',
    ]);
  });
});
