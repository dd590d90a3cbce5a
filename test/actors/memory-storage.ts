import type { Clock } from '../../src/runtime/clock.ts';
import type {
  BanStore,
  FriendStore,
  HistoryStore,
  Page,
  PlayerPageQuery,
  PlayerRecord,
  PlayerStore,
  ServerStore,
  SettingsStore,
  SortOrder,
  Storage,
  TokenStore,
} from '../../src/actors/ports.ts';
import { type Ban, isBanActive } from '../../src/domain/ban.ts';
import { foldName } from '../../src/domain/player-name.ts';
import type { ProxySettings } from '../../src/domain/proxy-status.ts';
import type { HistoryPoint } from '../../src/domain/resources.ts';
import type { ServerProfile } from '../../src/domain/server.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import { Faults } from './faults.ts';

type Friendship = {
  readonly player: Uuid;
  readonly uuid: Uuid;
  readonly name: string;
  readonly since: number;
};

/** A database in memory that goes wrong on demand. It outlives networks, so that a test can restart one on it. */
export class MemoryStorage implements Storage {
  readonly faults: Faults;
  /** The tables, for a test to look into. */
  readonly rows = {
    players: new Map<Uuid, PlayerRecord>(),
    addresses: new Map<Uuid, string>(),
    bans: new Map<Uuid, Ban>(),
    servers: new Map<string, ServerProfile>(),
    history: new Map<number, number>(),
    friends: [] as Friendship[],
    settings: undefined as ProxySettings | undefined,
  };
  /** How many rows each `players.save` wrote. */
  readonly batches: number[] = [];
  clockSkewMs = 0;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.faults = new Faults(clock);
  }

  readonly players: PlayerStore = {
    find: (uuid) => this.faults.run('players.find', () => this.rows.players.get(uuid)),
    findMany: (uuids) =>
      this.faults.run('players.findMany', () => {
        if (uuids.length > 1000) throw new Error('at most 1 000 uuids a call');
        return uuids.flatMap((uuid) => this.rows.players.get(uuid) ?? []);
      }),
    findByName: (name) =>
      this.faults.run('players.findByName', () =>
        [...this.rows.players.values()].find((row) => foldName(row.name) === foldName(name)),
      ),
    page: (query) => this.faults.run('players.page', () => pageOf(this.rows.players.values(), query, keyOf)),
    save: (rows) =>
      this.faults.run('players.save', () => {
        this.batches.push(rows.length);
        for (const { ip, ...row } of rows) {
          this.rows.players.set(row.uuid, row);
          if (ip !== undefined) this.rows.addresses.set(row.uuid, ip);
        }
      }),
    lastAddress: (uuid) => this.faults.run('players.lastAddress', () => this.rows.addresses.get(uuid) ?? ''),
  };

  readonly bans: BanStore = {
    save: (draft) =>
      this.faults.run('bans.save', () => {
        const count = (this.rows.bans.get(draft.uuid)?.count ?? 0) + 1;
        return this.#putBan({ ...draft, count, active: true });
      }),
    lift: (uuid) =>
      this.faults.run('bans.lift', () => {
        const ban = this.rows.bans.get(uuid);
        return ban === undefined ? undefined : this.#putBan({ ...ban, active: false });
      }),
    find: (uuid) => this.faults.run('bans.find', () => this.rows.bans.get(uuid)),
    findMany: (uuids) =>
      this.faults.run('bans.findMany', () => uuids.flatMap((uuid) => this.rows.bans.get(uuid) ?? [])),
    active: (now) => this.#activeBans(now),
    page: (query) =>
      this.faults.run('bans.page', () => pageOf(this.rows.bans.values(), query, (ban) => ban.bannedAt)),
    settleExpired: (now) =>
      this.faults.run('bans.settleExpired', () => {
        const over = [...this.rows.bans.values()].filter((ban) => ban.active && !isBanActive(ban, now));
        for (const ban of over) this.#putBan({ ...ban, active: false });
        return over.length;
      }),
    noteAddress: (uuid, ip) =>
      this.faults.run('bans.noteAddress', () => {
        const ban = this.rows.bans.get(uuid);
        if (ban !== undefined) this.#putBan({ ...ban, ip });
      }),
  };

  readonly servers: ServerStore = {
    all: () => this.faults.run('servers.all', () => [...this.rows.servers.values()]),
    save: (profile) =>
      this.faults.run('servers.save', () => void this.rows.servers.set(profile.name, profile)),
    remove: (name) => this.faults.run('servers.remove', () => void this.rows.servers.delete(name)),
  };

  readonly settings: SettingsStore = {
    load: () => this.faults.run('settings.load', () => this.rows.settings),
    save: (settings) => this.faults.run('settings.save', () => void (this.rows.settings = settings)),
  };

  readonly history: HistoryStore = {
    load: (since) =>
      this.faults.run('history.load', () =>
        Array.from(this.rows.history, ([timestamp, count]): HistoryPoint => ({ timestamp, count }))
          .filter(({ timestamp }) => timestamp >= since)
          .sort((a, b) => a.timestamp - b.timestamp),
      ),
    append: ({ timestamp, count }) =>
      this.faults.run('history.append', () => void this.rows.history.set(timestamp, count)),
  };

  readonly friends: FriendStore = {
    friendsOf: (uuid) =>
      this.faults.run('friends.friendsOf', () =>
        this.rows.friends.filter((friendship) => friendship.player === uuid),
      ),
  };

  readonly tokens: TokenStore = {
    revoked: () => this.faults.run('tokens.revoked', () => []),
    revoke: () => this.faults.run('tokens.revoke', () => undefined),
  };

  now(): Promise<number> {
    return this.faults.run('now', () => this.#clock.now() + this.clockSkewMs);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async *#activeBans(now: number): AsyncIterable<readonly Ban[]> {
    const active = await this.faults.run('bans.active', () =>
      [...this.rows.bans.values()].filter((ban) => isBanActive(ban, now)),
    );
    for (let from = 0; from < active.length; from += 100) yield active.slice(from, from + 100);
  }

  #putBan(ban: Ban): Ban {
    this.rows.bans.set(ban.uuid, ban);
    return ban;
  }
}

function keyOf(row: PlayerRecord, sort: string): string | number {
  if (sort === 'name') return foldName(row.name);
  if (sort === 'totalTime') return row.playtime;
  return sort === 'joinedDate' ? row.firstConnection : row.lastConnection;
}

function pageOf<T extends { readonly uuid: Uuid; readonly name: string }>(
  rows: Iterable<T>,
  query: Pick<PlayerPageQuery, 'search' | 'offset'> & {
    sort: string;
    order: SortOrder;
    limit: number | null;
  },
  key: (row: T, sort: string) => string | number,
): Page<T> {
  const found = [...rows].filter((row) => foldName(row.name).includes(foldName(query.search)));
  const way = query.order === 'asc' ? 1 : -1;
  found.sort((a, b) => {
    const [one, other] = [key(a, query.sort), key(b, query.sort)];
    return one < other ? -way : one > other ? way : a.uuid < b.uuid ? -way : way;
  });
  const end = query.limit === null ? undefined : query.offset + query.limit;
  return { rows: found.slice(query.offset, end), total: found.length, next: null };
}
