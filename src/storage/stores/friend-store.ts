import { sql } from 'kysely';
import type { Logger } from '../../runtime/logger.ts';
import type { FriendStore } from '../../actors/ports.ts';
import { parseUuid, type Uuid } from '../../domain/uuid.ts';
import type { Database } from '../database.ts';
import { epochMilliseconds } from '../queries/epoch.ts';
import {
  findFriendColumns,
  type FriendColumnNames,
  type FriendColumns,
  type FriendSide,
} from './friend-columns.ts';
import { columnsOf } from '../migrations/schema-editor.ts';

/** Which table of another plugin holds friendships, as configured. */
export interface FriendsOptions {
  readonly table: string;
  readonly columns: FriendColumnNames;
}

type Friend = Awaited<ReturnType<FriendStore['friendsOf']>>[number];
interface FriendRow {
  readonly uuid: unknown;
  readonly name: unknown;
  readonly since: unknown;
}

/** More than any player has; a bound in case the table is something else. */
const MAX_FRIENDS = 5_000;

/** Reads the columns of the friends' table once; without a fitting table the store has no friends. */
export async function openFriendStore(
  database: Database,
  options: FriendsOptions,
  logger: Logger,
): Promise<FriendStore> {
  const none: FriendStore = { friendsOf: async () => [] };
  const columns = await columnsOf(database.reader, database.dialect, sql.val(options.table));
  if (columns.length === 0) return none;
  const found = findFriendColumns(columns, options.columns);
  if (typeof found !== 'string') return new SqlFriendStore(database, options.table, found);
  logger.warn({ event: 'storage.friends_unreadable', table: options.table, reason: found });
  return none;
}

/** The table of another plugin, read in both directions and never written. */
class SqlFriendStore implements FriendStore {
  readonly #database: Database;
  readonly #table: string;
  readonly #columns: FriendColumns;

  constructor(database: Database, table: string, columns: FriendColumns) {
    this.#database = database;
    this.#table = table;
    this.#columns = columns;
  }

  async friendsOf(uuid: Uuid): Promise<Friend[]> {
    const { player, friend } = this.#columns;
    const [mine, theirs] = await Promise.all([
      this.#rows(uuid, player, friend),
      this.#rows(uuid, friend, player),
    ]);
    const friends = new Map<Uuid, Friend>();
    for (const row of [...mine, ...theirs]) {
      const other = uuidOf(row.uuid);
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

  /** The `other` side of the rows whose `own` side is the player. */
  async #rows(uuid: Uuid, own: FriendSide, other: FriendSide): Promise<FriendRow[]> {
    const { since } = this.#columns;
    const { rows } = await sql<FriendRow>`
      select ${sql.ref(other.uuid)} as uuid,
        ${other.name === null ? sql`''` : sql.ref(other.name)} as name,
        ${since === null ? sql`0` : sql.ref(since)} as since
      from ${sql.table(this.#table)} where ${sql.ref(own.uuid)} in (${sql.join(spellings(uuid, own.binary))})
      limit ${MAX_FRIENDS}`.execute(this.#database.reader);
    return rows;
  }

  /** `NetworkPD` has a player's current name, the friends' table the name of the day the friendship began. */
  async #useCurrentNames(friends: Map<Uuid, Friend>): Promise<void> {
    if (friends.size === 0) return;
    const players = await this.#database.reader
      .selectFrom('NetworkPD')
      .select(['uuid', 'username'])
      .where('uuid', 'in', [...friends.keys()])
      .execute();
    for (const { uuid, username } of players) {
      const friend = friends.get(uuid);
      if (friend !== undefined) friends.set(uuid, { ...friend, name: username });
    }
  }
}

/** The ways plugins write a uuid. The column is compared as it is, so that its index is used. */
function spellings(uuid: Uuid, binary: boolean): (string | Buffer)[] {
  const plain = uuid.replaceAll('-', '');
  if (binary) return [Buffer.from(plain, 'hex')];
  return [uuid, plain, uuid.toUpperCase(), plain.toUpperCase()];
}

function uuidOf(value: unknown): Uuid | undefined {
  if (value instanceof Uint8Array) return parseUuid(Buffer.from(value).toString('hex'));
  return typeof value === 'string' ? parseUuid(value.trim()) : undefined;
}
