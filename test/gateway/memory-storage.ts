import type { PlayerRecord, Storage } from '../../src/actors/ports.ts';
import type { Ban } from '../../src/domain/ban.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { ProxySettings } from '../../src/domain/proxy-status.ts';
import type { ServerProfile } from '../../src/domain/server.ts';
import type { Uuid } from '../../src/domain/uuid.ts';

/** A database in maps, with a switch that takes it away. */
export interface MemoryStorage extends Storage {
  away: boolean;
  /** Milliseconds that its clock is ahead. */
  ahead: number;
  readonly friendships: { uuid: Uuid; name: string; since: number }[];
}

function paged<T extends { uuid: Uuid }>(
  rows: T[],
  compare: (a: T, b: T) => number,
  query: { order: 'asc' | 'desc'; limit: number | null; offset: number },
) {
  const sign = query.order === 'asc' ? 1 : -1;
  const sorted = rows.toSorted((a, b) => sign * compare(a, b) || a.uuid.localeCompare(b.uuid));
  const end = query.limit === null ? sorted.length : query.offset + query.limit;
  const next = end < sorted.length ? String(end) : null;
  return { rows: sorted.slice(query.offset, end), total: sorted.length, next };
}

export function openMemoryStorage(): MemoryStorage {
  const players = new Map<Uuid, PlayerRecord>();
  const addresses = new Map<Uuid, string>();
  const bans = new Map<Uuid, Ban>();
  const servers = new Map<string, ServerProfile>();
  const revoked = new Map<string, number>();
  let settings: ProxySettings | undefined;

  const found = <T>(map: Map<Uuid, T>, uuids: readonly Uuid[]): T[] =>
    uuids.flatMap((uuid) => {
      const one = map.get(uuid);
      return one === undefined ? [] : [one];
    });

  /** Every answer comes later, and none while the database is away. */
  const answer = async <T>(work: () => T): Promise<T> => {
    await Promise.resolve();
    if (storage.away)
      throw new AppError('storage_unavailable', undefined, { cause: new Error('SELECT secret FROM x') });
    return work();
  };

  const storage: MemoryStorage = {
    away: false,
    ahead: 0,
    friendships: [],
    players: {
      find: (uuid) => answer(() => players.get(uuid)),
      findMany: (uuids) => answer(() => found(players, uuids)),
      findByName: (name) =>
        answer(() => [...players.values()].find((row) => row.name.toLowerCase() === name.toLowerCase())),
      page: (query) =>
        answer(() => {
          if (query.cursor !== null && !/^\d+$/.test(query.cursor)) {
            throw new AppError('malformed_parameter', 'cursor is none of ours');
          }
          const field = {
            name: 'name',
            totalTime: 'playtime',
            joinedDate: 'firstConnection',
            lastOnline: 'lastConnection',
          } as const;
          const key = field[query.sort];
          const matching = [...players.values()].filter(({ name }) =>
            name.toLowerCase().includes(query.search.toLowerCase()),
          );
          const offset = query.cursor === null ? query.offset : Number(query.cursor);
          return paged(matching, (a, b) => (a[key] < b[key] ? -1 : Number(a[key] > b[key])), {
            ...query,
            offset,
          });
        }),
      save: (rows) =>
        answer(() => {
          for (const { ip, ...row } of rows) {
            players.set(row.uuid, row);
            if (ip !== undefined) addresses.set(row.uuid, ip);
          }
        }),
      lastAddress: (uuid) => answer(() => addresses.get(uuid) ?? ''),
    },
    bans: {
      save: (ban) =>
        answer(() => {
          const saved = { ...ban, count: (bans.get(ban.uuid)?.count ?? 0) + 1, active: true };
          bans.set(ban.uuid, saved);
          return saved;
        }),
      lift: (uuid) =>
        answer(() => {
          const ban = bans.get(uuid);
          if (ban === undefined) return undefined;
          const lifted = { ...ban, active: false };
          bans.set(uuid, lifted);
          return lifted;
        }),
      find: (uuid) => answer(() => bans.get(uuid)),
      findMany: (uuids) => answer(() => found(bans, uuids)),
      async *active() {
        yield [...bans.values()].filter(({ active }) => active);
      },
      page: (query) =>
        answer(() => {
          const key = ({ name: 'name', expires: 'expires', times: 'count', date: 'bannedAt' } as const)[
            query.sort
          ];
          const matching = [...bans.values()].filter(({ name }) =>
            name.toLowerCase().includes(query.search.toLowerCase()),
          );
          return paged(matching, (a, b) => (a[key] < b[key] ? -1 : Number(a[key] > b[key])), query);
        }),
      settleExpired: () => answer(() => 0),
      noteAddress: () => answer(() => undefined),
    },
    servers: {
      all: () => answer(() => [...servers.values()]),
      save: (profile) => answer(() => void servers.set(profile.name, profile)),
      remove: (name) => answer(() => void servers.delete(name)),
    },
    settings: {
      load: () => answer(() => settings),
      save: (next) =>
        answer(() => {
          settings = next;
        }),
    },
    history: { load: () => answer(() => []), append: () => answer(() => undefined) },
    friends: { friendsOf: () => answer(() => [...storage.friendships]) },
    tokens: {
      revoked: () => answer(() => [...revoked].map(([id, expires]) => ({ id, expires }))),
      revoke: (id, expires) => answer(() => void revoked.set(id, expires)),
    },
    now: () => answer(() => Date.now() + storage.ahead),
    close: async () => undefined,
  };
  return storage;
}
