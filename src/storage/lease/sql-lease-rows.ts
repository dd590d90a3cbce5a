import { sql, type Transaction } from 'kysely';
import { type Database, transact } from '../database.ts';
import { columnsOf } from '../migrations/schema-editor.ts';
import { ownName } from '../table-names.ts';
import type { Tables } from '../tables.ts';
import type { LeaseRows, LeaseState } from './lease-rows.ts';

const ROW = 1;

interface Row {
  readonly epoch: number;
  readonly node: string;
  readonly released: number;
  readonly seen: string | null;
}

/** `NetworkLeader` and `NetworkLeaderSeen` of MySQL or MariaDB. */
export class SqlLeaseRows implements LeaseRows {
  readonly #database: Database;

  /** `database` is the one without a fence: this is what fences are made of. */
  constructor(database: Database) {
    this.#database = database;
  }

  /** False before the migration that makes the tables. */
  async exist(): Promise<boolean> {
    const { reader, dialect } = this.#database;
    return (await columnsOf(reader, dialect, ownName('NetworkLeaderSeen'))).length > 0;
  }

  async read(): Promise<LeaseState | undefined> {
    return stateOf(await this.#row().execute(this.#database.reader));
  }

  take(observed: LeaseState | undefined, node: string): Promise<number | undefined> {
    return transact(this.#database, async (transaction) => {
      if (observed === undefined) await this.#insert(transaction, 0, '');
      await sql`select epoch from NetworkLeader where id = ${ROW} for update`.execute(transaction);
      const found = stateOf(await this.#row().execute(transaction));
      if (found === undefined || (observed !== undefined && !isSame(found, observed))) return undefined;
      if (observed === undefined && found.epoch !== 0) return undefined;
      const epoch = found.epoch + 1;
      await transaction
        .updateTable('NetworkLeader')
        .set({ epoch, node, released: 0 })
        .where('id', '=', ROW)
        .execute();
      await sql`update NetworkLeaderSeen set seen = now(6) where id = ${ROW}`.execute(transaction);
      return epoch;
    });
  }

  async renew(epoch: number, node: string): Promise<LeaseState | undefined> {
    const { writer } = this.#database;
    const { numAffectedRows = 0n } = await sql`update NetworkLeaderSeen s
      join NetworkLeader l on l.id = s.id and l.epoch = ${epoch}
      set s.seen = now(6) where s.id = ${ROW}`.execute(writer);
    if (numAffectedRows > 0n) return undefined;
    const found = await this.read();
    if (found !== undefined && found.epoch !== epoch) return found;
    // The rows are gone, and nobody else is there: somebody emptied the tables.
    await this.#insert(writer, epoch, node);
    return undefined;
  }

  async release(epoch: number): Promise<void> {
    await this.#database.writer
      .updateTable('NetworkLeader')
      .set({ released: 1 })
      .where('id', '=', ROW)
      .where('epoch', '=', epoch)
      .execute();
  }

  /** Locks the row until the transaction ends, so that nobody takes over in the middle of it; false for a former holder. */
  async holds(transaction: Transaction<Tables>, epoch: number): Promise<boolean> {
    const { rows } =
      await sql`select 1 from NetworkLeader where id = ${ROW} and epoch = ${epoch} lock in share mode`.execute(
        transaction,
      );
    return rows.length > 0;
  }

  #row() {
    return sql<Row>`select l.epoch, l.node, l.released, cast(s.seen as char) as seen
      from NetworkLeader l left join NetworkLeaderSeen s on s.id = l.id where l.id = ${ROW}`;
  }

  async #insert(db: Transaction<Tables> | Database['writer'], epoch: number, node: string): Promise<void> {
    await sql`insert ignore into NetworkLeader (id, epoch, node, released) values (${ROW}, ${epoch}, ${node}, 0)`.execute(
      db,
    );
    await sql`insert ignore into NetworkLeaderSeen (id, seen) values (${ROW}, now(6))`.execute(db);
  }
}

function stateOf({ rows: [row] }: { rows: Row[] }): LeaseState | undefined {
  return row && { epoch: row.epoch, node: row.node, released: row.released === 1, seen: row.seen ?? '' };
}

function isSame(one: LeaseState, other: LeaseState): boolean {
  return one.epoch === other.epoch && one.seen === other.seen && one.released === other.released;
}
