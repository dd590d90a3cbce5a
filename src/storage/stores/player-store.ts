import { type RawBuilder, sql } from 'kysely';
import type { Page, PlayerPageQuery, PlayerRecord, PlayerStore } from '../../actors/ports.ts';
import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { decodeCursor, encodeCursor } from '../queries/cursor.ts';
import { type Database, transact } from '../database.ts';
import { searchPlayers } from '../queries/search-players.ts';
import { matchName, type NameMatch } from '../queries/name-match.ts';
import { countMatches, pageQuery } from '../queries/page-query.ts';
import { RowCount } from '../queries/row-count.ts';
import type { AddressTable, PlayerTable } from '../tables.ts';
import { lookUp } from '../queries/look-up.ts';
import { upsert } from '../queries/upsert.ts';

const COLUMNS = ['uuid', 'username', 'playtime', 'first_connection', 'last_connection'] as const;
/** Only the latest owner of a name matters, but the collation also finds names that are spelled differently. */
const MAX_NAMESAKES = 20;

const SORT_COLUMNS = {
  name: 'username',
  totalTime: 'playtime',
  joinedDate: 'first_connection',
  lastOnline: 'last_connection',
} as const satisfies Record<PlayerPageQuery['sort'], keyof PlayerTable>;

type SavedPlayer = Parameters<PlayerStore['save']>[0][number];

/** `NetworkPD`, and in `NetworkAddresses` the last address of each player. */
export class SqlPlayerStore implements PlayerStore {
  readonly #database: Database;
  readonly #count: RowCount;

  constructor(database: Database) {
    this.#database = database;
    const everyone = matchName(database.dialect, '', false);
    this.#count = new RowCount(() => countMatches(database.reader, 'NetworkPD', everyone), database.clock);
  }

  async find(uuid: Uuid): Promise<PlayerRecord | undefined> {
    const row = await this.#database.reader
      .selectFrom('NetworkPD')
      .select(COLUMNS)
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    return row && recordOf(row);
  }

  async findMany(uuids: readonly Uuid[]): Promise<PlayerRecord[]> {
    const { reader } = this.#database;
    const rows = await lookUp(uuids, (part) =>
      reader.selectFrom('NetworkPD').select(COLUMNS).where('uuid', 'in', part).execute(),
    );
    return rows.map(recordOf);
  }

  async findByName(name: string): Promise<PlayerRecord | undefined> {
    const rows = await this.#database.reader
      .selectFrom('NetworkPD')
      .select(COLUMNS)
      .where('username', '=', name)
      .orderBy('last_connection', 'desc')
      .orderBy('uuid', 'desc')
      .limit(MAX_NAMESAKES)
      .execute();
    const row = rows.find(({ username }) => foldName(username) === foldName(name));
    return row && recordOf(row);
  }

  page(query: PlayerPageQuery): Promise<Page<PlayerRecord>> {
    const countPlayers = (): Promise<number> => this.#count.estimate();
    return searchPlayers(this.#database, query.search, countPlayers, (match) => this.#pageOf(query, match));
  }

  async #pageOf(query: PlayerPageQuery, match: NameMatch): Promise<Page<PlayerRecord>> {
    const { dialect, reader } = this.#database;
    const column = SORT_COLUMNS[query.sort];
    const after = query.cursor === null ? null : decodeCursor(query, query.cursor);
    const pageRows: RawBuilder<PlayerTable> = pageQuery(dialect, {
      table: 'NetworkPD',
      key: sql.ref(column),
      order: query.order,
      match,
      after,
      // One row more shows whether another page follows.
      limit: query.limit + 1,
      offset: after === null ? query.offset : 0,
    });
    const { rows } = await pageRows.execute(reader);
    const shown = rows.slice(0, query.limit);
    const last = rows.length > shown.length ? shown.at(-1) : undefined;
    const total =
      query.search === ''
        ? await this.#count.total()
        : (totalFromPage(query, rows.length) ?? (await countMatches(reader, 'NetworkPD', match)));
    return {
      rows: shown.map(recordOf),
      total,
      next: last === undefined ? null : encodeCursor(query, { key: last[column], uuid: last.uuid }),
    };
  }

  async save(rows: readonly SavedPlayer[]): Promise<void> {
    if (rows.length === 0) return;
    // One row for each player, and all writers in the same order, so that deadlocks are rare.
    const latest = [...new Map(rows.map((row) => [row.uuid, row])).values()].sort(byUuid);
    const addresses = latest.flatMap((row) => addressOf(row, this.#database.clock.now()));
    const { dialect } = this.#database;
    try {
      await transact(this.#database, async (transaction) => {
        const players = { table: 'NetworkPD', key: 'uuid', columns: COLUMNS } as const;
        await upsert(transaction, dialect, players, latest.map(rowOf));
        const seen = { table: 'NetworkAddresses', key: 'uuid', columns: ['uuid', 'ip', 'seen_at'] } as const;
        await upsert(transaction, dialect, seen, addresses);
      });
    } finally {
      this.#count.changed();
    }
  }

  async lastAddress(uuid: Uuid): Promise<string> {
    const row = await this.#database.reader
      .selectFrom('NetworkAddresses')
      .select('ip')
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    return row?.ip ?? '';
  }
}

/** The total, if the last page was reached by offset; this saves most searches a second scan of the names. */
function totalFromPage({ cursor, offset, limit }: PlayerPageQuery, found: number): number | undefined {
  const isLast = cursor === null && found <= limit && (found > 0 || offset === 0);
  return isLast ? offset + found : undefined;
}

function byUuid(one: SavedPlayer, other: SavedPlayer): number {
  return one.uuid < other.uuid ? -1 : 1;
}

function recordOf(row: PlayerTable): PlayerRecord {
  return {
    uuid: row.uuid,
    name: row.username,
    playtime: row.playtime,
    firstConnection: row.first_connection,
    lastConnection: row.last_connection,
  };
}

function rowOf(record: PlayerRecord): PlayerTable {
  return {
    uuid: record.uuid,
    username: record.name,
    playtime: record.playtime,
    first_connection: record.firstConnection,
    last_connection: record.lastConnection,
  };
}

function addressOf({ uuid, ip }: SavedPlayer, seen: number): AddressTable[] {
  return ip === undefined || ip === '' ? [] : [{ uuid, ip, seen_at: seen }];
}
