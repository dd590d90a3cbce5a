import { expect, test } from 'vitest';
import type { NetworkStatus, Server } from '../../src/dashboard/api/schema.ts';
import { knownServers } from '../../src/dashboard/servers/known-servers.ts';

const SERVER: Server = {
  name: 'hub-1',
  type: 'HUB',
  state: 'RUNNING',
  players: 8,
  maxPlayers: 40,
  gameName: '',
  serverId: '1',
  online: true,
  canRejoin: false,
  playersUnknown: null,
};

function statusOf(servers: Partial<NetworkStatus['servers']>, counted: boolean): NetworkStatus {
  return {
    proxies: { connected: 1, lost: 0, since: null },
    servers: { known: 3, online: 2, lost: 0, since: null, ...servers },
    playable: true,
    counted,
    maintenanceSince: null,
    joinPreventedSince: null,
  };
}

const shown = (status: NetworkStatus | undefined, server = SERVER) =>
  knownServers([server], { connection: 'live', status })[0];

test('a server is shown as it says, also before the state of the network is there', () => {
  expect(shown(undefined)).toEqual({ ...SERVER, isLost: false });
  expect(shown(statusOf({ lost: 1 }, true))).toEqual({ ...SERVER, isLost: false });
});

test('no server has a count while nobody can tell who is online, but one that is offline', () => {
  expect(shown(statusOf({}, false))?.playersUnknown).toContain('Nobody can tell');
  const offline = { ...SERVER, state: 'OFFLINE', players: 0, online: false } as const;
  expect(shown(statusOf({}, false), offline)?.playersUnknown).toBeNull();
});

test('every server is lost while all are, in the seconds before the coordinator takes them for offline', () => {
  expect(shown(statusOf({ online: 0, lost: 3 }, false))?.isLost).toBe(true);
  expect(shown(statusOf({ online: 0, lost: 0 }, true))?.isLost).toBe(false);
});
