import { sql } from 'kysely';
import type { Logger } from '../../runtime/logger.ts';
import type { FriendStore } from '../../actors/ports.ts';
import { parseUuid, type Uuid } from '../../domain/uuid.ts';
import type { Database } from '../database.ts';
import { epochMilliseconds } from '../queries/epoch.ts';
import { lookUp } from '../queries/look-up.ts';
import type { FriendColumns, FriendSide } from './friend-columns.ts';
import { meaningOfStatus } from './friend-status.ts';
import { FriendStatusCheck } from './friend-status-check.ts';
import type { FriendTable } from './friend-table.ts';

type Friend = Awaited<ReturnType<FriendStore['friendsOf']>>[number];
interface FriendRow {
  readonly id: unknown;
  readonly name: unknown;
  readonly since: unknown;
  readonly status: unknown;
}

/** More than any player has; a bound in case the table is something else. */
const MAX_FRIENDS = 5_000;
const LONGEST_NAME = 48;
/** Of those whom nobody knows, for the log. */
const SHOWN_NAMES = 5;
const ASCII = /^[\u0021-\u007e]+$/;

/** The table of another plugin, read in both directions and never written. */
export class SqlFriendStore implements FriendStore {
  readonly #database: Database;
  readonly #table: FriendTable;
  readonly #logger: Logger;
  readonly #statusCheck: FriendStatusCheck;
  #reportedNames = false;

  constructor(database: Database, table: FriendTable, logger: Logger) {
    this.#database = database;
    this.#table = table;
    this.#logger = logger;
    this.#statusCheck = new FriendStatusCheck(database, table.name, logger);
  }

  async friendsOf(uuid: Uuid): Promise<Friend[]> {
    const columns = await this.#table.columns();
    if (columns === undefined) return [];
    const { player, friend, status } = columns;
    const hasNames = [player, friend].some(({ holds }) => holds === 'name' || holds === 'text');
    const own = hasNames ? await this.#nameOf(uuid) : undefined;
    const found = await Promise.all([
      this.#rows(columns, spellings(uuid, own, player.holds), player, friend),
      this.#rows(columns, spellings(uuid, own, friend.holds), friend, player),
    ]);
    const rows = await this.#acceptedOf(found.flat(), status);
    const uuids = await this.#uuidsOf(rows);
    const friends = new Map<Uuid, Friend>();
    for (const row of rows) {
      const other = uuidOf(row.id) ?? uuids.get(nameText(row.id));
      if (other === undefined || other === uuid) continue;
      const since = epochMilliseconds(row.since);
      const name = typeof row.name === 'string' ? row.name : '';
      const known = friends.get(other);
      // A friendship that is stored in both directions began at the earlier of the two times.
      const began =
        known === undefined || known.since === 0 ? since : Math.min(known.since, since || known.since);
      friends.set(other, { uuid: other, name: known?.name || name, since: began });
    }
    await this.#useCurrentNames(friends);
    return [...friends.values()].sort(
      (one, other) => one.since - other.since || (one.uuid < other.uuid ? -1 : 1),
    );
  }

  async #acceptedOf(rows: readonly FriendRow[], column: string | null): Promise<readonly FriendRow[]> {
    if (column === null) return rows;
    await this.#statusCheck.note(
      column,
      rows.map(({ status }) => status),
    );
    return rows.filter(({ status }) => meaningOfStatus(column, status) === 'friends');
  }

  /** The `other` side of the rows whose `own` side is the player. */
  async #rows(
    { since, status }: FriendColumns,
    ids: readonly (string | Buffer)[],
    own: FriendSide,
    other: FriendSide,
  ): Promise<FriendRow[]> {
    if (ids.length === 0) return [];
    const { rows } = await sql<FriendRow>`
      select ${sql.ref(other.id)} as id,
        ${other.name === null ? sql`''` : sql.ref(other.name)} as name,
        ${since === null ? sql`0` : sql.ref(since)} as since,
        ${status === null ? sql`0` : sql.ref(status)} as status
      from ${sql.table(this.#table.name)} where ${sql.ref(own.id)} in (${sql.join(ids)})
      limit ${MAX_FRIENDS}`.execute(this.#database.reader);
    return rows;
  }

  async #nameOf(uuid: Uuid): Promise<string | undefined> {
    const row = await this.#database.reader
      .selectFrom('NetworkPD')
      .select('username')
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    return row?.username;
  }

  /** Whose the names are that stand where others have uuids: the players last seen under them. */
  async #uuidsOf(rows: readonly FriendRow[]): Promise<Map<string, Uuid>> {
    const names = rows.flatMap(({ id }) => (uuidOf(id) === undefined ? nameText(id) : [])).filter(Boolean);
    const players = await lookUp(names, (part) =>
      this.#database.reader
        .selectFrom('NetworkPD')
        .select(['uuid', 'username', 'last_connection'])
        .where('username', 'in', part)
        .execute(),
    );
    players.sort((one, other) => one.last_connection - other.last_connection);
    const uuids = new Map(players.map(({ username, uuid }) => [username.toLowerCase(), uuid]));
    const unknown = new Set(names.filter((name) => !uuids.has(name)));
    if (unknown.size > 0 && !this.#reportedNames) {
      this.#reportedNames = true;
      this.#logger.warn({
        event: 'storage.friends_unknown',
        table: this.#table.name,
        count: unknown.size,
        names: [...unknown].slice(0, SHOWN_NAMES),
        detail:
          'The table has names in place of uuids, and nobody was seen on the network under these, of whom `names` has the first: they are not shown',
      });
    }
    return uuids;
  }

  /** `NetworkPD` has a player's current name, the friends' table the name of the day the friendship began. */
  async #useCurrentNames(friends: Map<Uuid, Friend>): Promise<void> {
    const players = await lookUp([...friends.keys()], (part) =>
      this.#database.reader
        .selectFrom('NetworkPD')
        .select(['uuid', 'username'])
        .where('uuid', 'in', part)
        .execute(),
    );
    for (const { uuid, username } of players) {
      const friend = friends.get(uuid);
      if (friend !== undefined) friends.set(uuid, { ...friend, name: username });
    }
  }
}

/** The ways plugins write a player. The column is compared as it is, so that its index is used. */
function spellings(uuid: Uuid, name: string | undefined, holds: FriendSide['holds']): (string | Buffer)[] {
  const plain = uuid.replaceAll('-', '');
  if (holds === 'binary') return [Buffer.from(plain, 'hex')];
  const names = name === undefined || name === '' ? [] : [name, name.toLowerCase()];
  if (holds === 'name') return names;
  const uuids = [uuid, plain, uuid.toUpperCase(), plain.toUpperCase()];
  // A column for uuids may have a character set without the letters of a name.
  return holds === 'uuid' ? uuids : [...uuids, ...names.filter((text) => ASCII.test(text))];
}

function uuidOf(value: unknown): Uuid | undefined {
  if (value instanceof Uint8Array) return parseUuid(Buffer.from(value).toString('hex'));
  return typeof value === 'string' ? parseUuid(value.trim()) : undefined;
}

/** In lower case; empty for what is no name. */
function nameText(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : '';
  return text.length > LONGEST_NAME ? '' : text.toLowerCase();
}
