import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Gives a database whose statements may take as long as a migration. */
export type OpenPatient = () => Promise<{
  readonly database: { readonly writer: Kysely<Tables> };
  done(): Promise<void>;
}>;

/**
 * Others wait behind a statement that waits to change a table: no query of ours may time out meanwhile. Rows are locked only
 * where the server logs statements.
 */
const TABLE_WAIT_SECONDS = 1;
const ROW_WAIT_SECONDS = 3;

/** The connection that makes and fills the index: its statements may take minutes, but wait for nobody's locks. */
export class IndexConnection {
  readonly #openPatient: OpenPatient;
  readonly #db: Kysely<Tables>;
  /** Of the connection, for the server; undefined while none is open. */
  #id: number | undefined;

  /** `db` is for `interrupt`. */
  constructor(db: Kysely<Tables>, openPatient: OpenPatient) {
    this.#db = db;
    this.#openPatient = openPatient;
  }

  /** Runs `work` on a new connection, one at a time. */
  async run(work: (connection: Kysely<Tables>) => Promise<void>): Promise<void> {
    const patient = await this.#openPatient();
    try {
      await patient.database.writer.connection().execute(async (connection) => {
        await sql`set session lock_wait_timeout = ${sql.lit(TABLE_WAIT_SECONDS)},
          innodb_lock_wait_timeout = ${sql.lit(ROW_WAIT_SECONDS)}`.execute(connection);
        const { rows } = await sql<{ id: number }>`select connection_id() as id`.execute(connection);
        this.#id = rows[0]?.id;
        await work(connection);
      });
    } finally {
      this.#id = undefined;
      await patient.done();
    }
  }

  /** Ends the statement that runs now, if one does. */
  async interrupt(): Promise<void> {
    if (this.#id === undefined) return;
    // It may just have ended by itself.
    await sql`kill query ${sql.lit(this.#id)}`.execute(this.#db).catch(() => undefined);
  }
}
