import { describe, expect, it } from 'vitest';
import type { Field } from '../../src/domain/fields/field.ts';
import { NETWORK_EVENT_TYPES, NETWORK_EVENTS, STREAMS } from '../../src/domain/network-event.ts';
import { uuid as uuidField } from '../../src/domain/fields/network-fields.ts';
import * as resources from '../../src/domain/resources.ts';
import { fits } from './json-schema.ts';

const uuid = 'b50ad385-829d-3141-a216-7e7d7539ba7f';
const server = {
  name: 'hub-1',
  type: 'HUB',
  state: 'IDLE',
  players: 3,
  maxPlayers: 100,
  gameName: '',
  serverId: 'hub-1',
  online: true,
  canRejoin: false,
};
const player = {
  uuid,
  name: 'Steve',
  isOnline: true,
  server: 'hub-1',
  totalTime: 43_500,
  totalTimeText: '12h 5m',
  lastOnline: '2026-01-31 18:30:00',
  joinedDate: '2025-12-24 18:30:00',
  isBanned: false,
};
const ban = {
  uuid,
  name: 'Steve',
  reason: 'griefing',
  bannedDate: '2026-01-31 18:30:00',
  bannedTimes: 1,
  expires: 0,
  active: true,
  permanent: true,
  bannedIp: '',
};
const proxy = {
  maintenance: false,
  motd: '#FFAA00hi',
  maintenanceMotd: '',
  preventJoin: false,
  onlinePlayers: 3,
  maxPlayers: 1_000,
  maintenanceBypass: ['Steve'],
};
const outage = { lost: 1, since: 1_790_000_000_000 };
const networkStatus = {
  proxies: { connected: 2, ...outage },
  servers: { known: 3, online: 2, ...outage },
  playable: true,
  counted: true,
  maintenanceSince: null,
  joinPreventedSince: 1_790_000_000_000,
};
const detail = {
  ...player,
  onlineTime: 5,
  isPermanent: false,
  banExpires: 0,
  bannedTimes: 0,
  banReason: '',
  banDate: '',
  bannedIp: '',
};
const party = {
  id: 'p1',
  leader: { uuid, name: 'Steve' },
  members: [{ uuid, name: 'Steve', isOnline: true, server: 'hub-1' }],
  size: 1,
  createdAt: 1_790_000_000_000,
};

/** One of each, with exactly the fields of docs/api.md. */
const EXAMPLES: [name: string, field: Field<unknown>, example: Record<string, unknown>][] = [
  ['Server', resources.serverResource, server],
  [
    'Server with its data',
    resources.serverDetail,
    { ...server, gameData: '{}', address: null, restart: null },
  ],
  ['Server player entry', resources.serverPlayer, { uuid, name: 'Steve', onlineTime: 5, totalTime: 50 }],
  ['Player', resources.playerResource, player],
  ['online Player', resources.onlinePlayer, { ...player, onlineTime: 5 }],
  ['Player detail', resources.playerDetail, detail],
  ['Ban entry', resources.banEntry, ban],
  ['Friend entry', resources.friendEntry, { uuid, name: 'Alex', friendSince: '2026-01-31 18:30:00' }],
  ['Proxy status', resources.proxyStatus, proxy],
  ['Network status', resources.networkStatus, networkStatus],
  ['Player history point', resources.historyPoint, { timestamp: 1_790_000_040_000, count: 0 }],
  ['Party', resources.partyResource, party],
  ['ban_update', NETWORK_EVENTS.ban_update, { ...ban, action: 'expire' }],
  ['player_join', NETWORK_EVENTS.player_join, { uuid, name: 'Steve', server: '', onlinePlayers: 1 }],
  ['player_leave', NETWORK_EVENTS.player_leave, { uuid, name: 'Steve', onlinePlayers: 0 }],
];

describe.each(EXAMPLES)('a %s', (_, field, example) => {
  it('is accepted with exactly these fields, by check and schema', () => {
    expect(field.is(example)).toBe(true);
    expect(fits(field.schema, example)).toBe(true);
  });

  it.each(Object.keys(example))('is refused without %s, and with a wrong value in it', (key) => {
    const { [key]: _left, ...rest } = example;
    for (const wrong of [rest, { ...example, [key]: { nonsense: 1 } }]) {
      expect(field.is(wrong)).toBe(false);
      expect(fits(field.schema, wrong)).toBe(false);
    }
  });

  it('is refused with another field', () => {
    expect(field.is({ ...example, more: 1 })).toBe(false);
    expect(fits(field.schema, { ...example, more: 1 })).toBe(false);
  });
});

describe('the events of the network', () => {
  it('are listed once, and each goes out on one stream', () => {
    expect(new Set(NETWORK_EVENT_TYPES)).toEqual(new Set(Object.keys(NETWORK_EVENTS)));
    expect(Object.values(STREAMS).flat().sort()).toEqual([...NETWORK_EVENT_TYPES].sort());
  });

  it('have the state of a server, or the fact that it was removed', () => {
    const update = { name: 'hub-1', state: 'IDLE', players: 3, maxPlayers: 100, online: true };
    expect(NETWORK_EVENTS.server_update.is(update)).toBe(true);
    expect(NETWORK_EVENTS.server_update.is({ name: 'hub-1', removed: true })).toBe(true);
    expect(NETWORK_EVENTS.server_update.is({ name: 'hub-1', removed: false })).toBe(false);
  });

  it.each(['x', '------------------------------------', uuid.toUpperCase(), uuid.replaceAll('-', '')])(
    'never carry %j as a uuid',
    (wrong) => {
      expect(uuidField.is(wrong)).toBe(false);
      expect(fits(uuidField.schema, wrong)).toBe(false);
    },
  );
});
