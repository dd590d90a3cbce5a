import { sql } from 'kysely';
import type { Logger } from '../../runtime/logger.ts';
import type { Database } from '../database.ts';
import { columnsOf } from '../migrations/schema-editor.ts';
import { type FriendColumnNames, type FriendColumns, findFriendColumns } from './friend-columns.ts';

/** Which table of another plugin holds friendships, as configured. */
export interface FriendsOptions {
  readonly table: string;
  readonly columns: FriendColumnNames;
}

/** The other plugin may start later than this process, or change its table: it is looked at again, but not for every question. */
const LOOK_AGAIN_MS = 10_000;

/** What the table of friendships looks like now. */
export class FriendTable {
  readonly name: string;
  readonly #database: Database;
  readonly #wanted: FriendColumnNames;
  readonly #logger: Logger;
  #looked: { readonly columns: Promise<FriendColumns | undefined>; readonly at: number } | undefined;
  #reported: string | undefined;

  constructor(database: Database, options: FriendsOptions, logger: Logger) {
    this.name = options.table;
    this.#database = database;
    this.#wanted = options.columns;
    this.#logger = logger;
  }

  /** Undefined while there is no table that fits. What is wrong with one is logged once. */
  columns(): Promise<FriendColumns | undefined> {
    const now = this.#database.clock.elapsed();
    if (this.#looked !== undefined && now - this.#looked.at < LOOK_AGAIN_MS) return this.#looked.columns;
    const columns = this.#look();
    this.#looked = { columns, at: now };
    columns.catch(() => {
      this.#looked = undefined;
    });
    return columns;
  }

  async #look(): Promise<FriendColumns | undefined> {
    const { reader, dialect } = this.#database;
    const columns = await columnsOf(reader, dialect, sql.val(this.name));
    if (columns.length === 0) return undefined;
    const found = findFriendColumns(columns, this.#wanted);
    if (typeof found !== 'string') return found;
    if (this.#reported !== found)
      this.#logger.warn({ event: 'storage.friends_unreadable', table: this.name, reason: found });
    this.#reported = found;
    return undefined;
  }
}
