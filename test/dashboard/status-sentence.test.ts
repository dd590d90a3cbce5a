import * as fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import type { NetworkStatus } from '../../src/dashboard/api/schema.ts';
import {
  isCounted,
  joiningOf,
  type KnownOfNetwork,
  statusSentence,
} from '../../src/dashboard/status/status-sentence.ts';

vi.hoisted(() => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
});

const UP: NetworkStatus = {
  proxies: { connected: 3, lost: 0, since: null },
  servers: { known: 12, online: 12, lost: 0, since: null },
  playable: true,
  counted: true,
  maintenanceSince: null,
  joinPreventedSince: null,
};
const PROXY = { maintenance: false, preventJoin: false, onlinePlayers: 40, maxPlayers: 100 };
const LIVE: KnownOfNetwork = {
  connection: 'live',
  receivedAt: 0,
  lostAt: 0,
  isDeviceOnline: true,
  proxy: PROXY,
  status: UP,
};

const say = (known: Partial<KnownOfNetwork>) =>
  statusSentence({ ...LIVE, ...known }, (at) => `14:${String(at).padStart(2, '0')}`);
const withProxies = (connected: number, lost: number, since: number | null) => ({
  status: { ...UP, proxies: { connected, lost, since } },
});
const withServers = (known: number, online: number, lost: number, since: number | null) => ({
  status: { ...UP, playable: online > 0, servers: { known, online, lost, since } },
});
const closed = (
  proxy: Partial<typeof PROXY>,
  { maintenanceSince = null, joinPreventedSince = null }: Partial<NetworkStatus> = {},
) => ({ proxy: { ...PROXY, ...proxy }, status: { ...UP, maintenanceSince, joinPreventedSince } });

describe('the sentence about the network', () => {
  test.each<[known: Partial<KnownOfNetwork>, tone: string, text: string]>([
    [{}, 'ok', 'Open for players'],
    [{ connection: 'connecting' }, 'ok', 'Open for players'],
    [{ proxy: undefined }, 'unknown', 'Asking the coordinator…'],
    [{ status: undefined }, 'unknown', 'Asking the coordinator…'],
    [
      { connection: 'behind', receivedAt: 2, lostAt: 3 },
      'trouble',
      'The coordinator cannot be reached since 14:02; what you see is of then',
    ],
    [
      { connection: 'behind', lostAt: 3, proxy: undefined, status: undefined },
      'trouble',
      'The coordinator cannot be reached since 14:03; what you see may be out of date',
    ],
    [
      { connection: 'behind', receivedAt: 2, isDeviceOnline: false },
      'trouble',
      'This device is offline since 14:02; what you see is of then',
    ],
    [withProxies(0, 3, 2), 'trouble', 'No proxy is connected since 14:02: nobody can join'],
    [withProxies(0, 0, 2), 'trouble', 'No proxy is connected since 14:02: nobody can join'],
    [withProxies(2, 1, 2), 'warning', '1 of 3 proxies is lost since 14:02'],
    [withProxies(1, 2, 2), 'warning', '2 of 3 proxies are lost since 14:02'],
    [withServers(12, 9, 3, 2), 'warning', '3 of 12 servers are lost since 14:02'],
    [withServers(12, 11, 1, 2), 'warning', '1 of 12 servers is lost since 14:02'],
    [withServers(12, 0, 12, 2), 'trouble', 'All 12 servers are lost since 14:02'],
    [withServers(1, 0, 1, 2), 'trouble', 'The only server is lost since 14:02'],
    [withServers(12, 0, 3, 2), 'trouble', 'No server is online since 14:02'],
    [withServers(12, 0, 0, 2), 'trouble', 'No server is online since 14:02'],
    [withServers(12, 3, 0, null), 'ok', 'Open for players'],
    [withServers(0, 0, 0, null), 'trouble', 'No server is connected: nobody can join'],
    [{ status: { ...withServers(0, 0, 0, null).status, playable: true } }, 'ok', 'Open for players'],
    [
      {
        proxy: { ...PROXY, maintenance: true },
        status: { ...withServers(12, 0, 0, 5).status, maintenanceSince: 2 },
      },
      'warning',
      'Closed for maintenance since 14:02; no server is online since 14:05',
    ],
    [closed({ maintenance: true }, { maintenanceSince: 2 }), 'warning', 'Closed for maintenance since 14:02'],
    [closed({ maintenance: true }), 'warning', 'Closed for maintenance'],
    [closed({ preventJoin: true }, { joinPreventedSince: 5 }), 'warning', 'Joining is closed since 14:05'],
    [
      closed({ maintenance: true, preventJoin: true }, { maintenanceSince: 2, joinPreventedSince: 5 }),
      'warning',
      'Closed for maintenance since 14:02',
    ],
    [
      {
        proxy: { ...PROXY, maintenance: true },
        status: { ...withServers(12, 0, 12, 5).status, maintenanceSince: 2 },
      },
      'trouble',
      'Closed for maintenance since 14:02; all 12 servers are lost since 14:05',
    ],
    [
      { status: { ...withServers(12, 9, 3, 5).status, proxies: { connected: 1, lost: 1, since: 2 } } },
      'warning',
      '1 of 2 proxies is lost since 14:02; 3 of 12 servers are lost since 14:05',
    ],
    [{ proxy: { ...PROXY, onlinePlayers: 100 } }, 'warning', 'The network is full: 100 of 100 players'],
  ])('of %j is %s: %s', (known, tone, text) => {
    expect(say(known)).toMatchObject({ tone, text });
  });

  const status = fc.record({
    proxies: fc.record({ connected: fc.nat(2), lost: fc.nat(2), since: fc.constant(2) }),
    playable: fc.boolean(),
    counted: fc.boolean(),
    servers: fc.record({ known: fc.nat(3), online: fc.nat(3), lost: fc.nat(3), since: fc.constant(2) }),
    maintenanceSince: fc.constant(null),
    joinPreventedSince: fc.constant(null),
  });
  const proxy = fc.record({
    maintenance: fc.boolean(),
    preventJoin: fc.boolean(),
    onlinePlayers: fc.nat(3),
    maxPlayers: fc.constant(2),
  });
  const connection = fc.constantFrom('connecting', 'live', 'behind');

  it('is good news only where the coordinator is heard, a proxy is connected and nothing is lost, closed or full', () => {
    const known = fc.record({ connection, status: fc.option(status), proxy: fc.option(proxy) });
    fc.assert(
      fc.property(known, (given) => {
        const { connection: how, status: found, proxy: settings } = given;
        const { tone } = say({ connection: how, status: found ?? undefined, proxy: settings ?? undefined });
        const isOpen =
          how !== 'behind' &&
          found !== null &&
          settings !== null &&
          found.proxies.connected > 0 &&
          found.proxies.lost === 0 &&
          found.servers.lost === 0 &&
          (found.servers.known === 0 ? found.playable : found.servers.online > 0) &&
          !settings.maintenance &&
          !settings.preventJoin &&
          settings.onlinePlayers < settings.maxPlayers;
        expect(tone === 'ok').toBe(isOpen);
      }),
    );
  });

  it('leads to the page where something can be done, and nowhere while there is no coordinator', () => {
    expect(say({ connection: 'behind' }).href).toBe('');
    expect(say(withProxies(0, 1, 2)).href).toBe('/machines/link');
    expect(say(withServers(2, 1, 1, 2)).href).toBe('/servers');
    expect(say(closed({ maintenance: true })).href).toBe('/proxy');
  });
});

test.each<[known: Partial<KnownOfNetwork>, text: string]>([
  [{}, 'Open'],
  [{ connection: 'behind' }, 'Unknown'],
  [{ status: undefined }, 'Unknown'],
  [{ status: { ...UP, playable: false } }, 'Nobody can join'],
  [{ proxy: { ...PROXY, maintenance: true } }, 'Maintenance'],
  [{ proxy: { ...PROXY, preventJoin: true } }, 'Closed'],
  [{ proxy: { ...PROXY, onlinePlayers: 100 } }, 'Full'],
])('of %j joining is: %s', (known, text) => {
  const joining = joiningOf({ ...LIVE, ...known });
  expect(joining.text).toBe(text);
  expect(joining.tone === 'green').toBe(text === 'Open');
});

test('players are counted only while the coordinator is there and says so', () => {
  expect(isCounted(LIVE)).toBe(true);
  expect(isCounted({ ...LIVE, connection: 'behind' })).toBe(false);
  expect(isCounted({ ...LIVE, status: { ...UP, counted: false } })).toBe(false);
});
