import { sql } from 'kysely';
import type { Logger } from '../../runtime/logger.ts';
import type { Database } from '../database.ts';
import { meaningOfStatus, statusText } from './friend-status.ts';

/** Of a table that may have millions of rows, and no index on this column. */
const SAMPLE_ROWS = 1_000;
const SHOWN_VALUES = 5;
const SHOWN_LETTERS = 40;

/**
 * Notices a status column of which nothing is known here, such as one in another language: all rows would count as no
 * friendships, and every list would be empty without a word.
 */
export class FriendStatusCheck {
  readonly #database: Database;
  readonly #table: string;
  readonly #logger: Logger;
  /** The column that was judged. */
  #judged: string | undefined;

  constructor(database: Database, table: string, logger: Logger) {
    this.#database = database;
    this.#table = table;
    this.#logger = logger;
  }

  /** To be called with the statuses of some rows. Looks at more of them only where all say nothing that is known. */
  async note(column: string, statuses: readonly unknown[]): Promise<void> {
    if (this.#judged === column) return;
    const meanings = statuses.map((status) => meaningOfStatus(column, status));
    if (meanings.includes('friends') || !meanings.includes('unknown')) return;
    this.#judged = column;
    try {
      this.#judge(column, await this.#sample(column));
    } catch (error) {
      this.#judged = undefined;
      throw error;
    }
  }

  async #sample(column: string): Promise<unknown[]> {
    const { rows } = await sql<{ status: unknown }>`
      select distinct status from
        (select ${sql.ref(column)} as status from ${sql.table(this.#table)} limit ${SAMPLE_ROWS}) as sample
      `.execute(this.#database.reader);
    return rows.map(({ status }) => status);
  }

  #judge(column: string, statuses: readonly unknown[]): void {
    if (statuses.some((status) => meaningOfStatus(column, status) === 'friends')) return;
    const values = statuses
      .filter((status) => meaningOfStatus(column, status) === 'unknown')
      .slice(0, SHOWN_VALUES)
      .map((status) => statusText(status).slice(0, SHOWN_LETTERS));
    this.#logger.warn({
      event: 'storage.friends_status_unknown',
      table: this.#table,
      column,
      values,
      detail:
        'None of these is known to mean that a friendship was accepted, so nobody has friends. If every row is a friendship, set `friends.columns.status: none`; if another column says it, name that one',
    });
  }
}
