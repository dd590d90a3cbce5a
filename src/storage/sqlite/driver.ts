import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { SQLInputValue } from 'node:sqlite';
import { AppError } from '../../domain/errors.ts';
import type { Availability } from '../availability.ts';
import { refused } from '../failure.ts';
import { rowsOf } from '../queries/rows.ts';
import type { SqliteConnectionPool } from './connection.ts';
import type { SqliteThread } from './thread.ts';

/** Kysely over one lane. */
export class SqliteDriver implements Driver {
  readonly #pool: SqliteConnectionPool;
  readonly #availability: Availability;

  constructor(pool: SqliteConnectionPool, availability: Availability) {
    this.#pool = pool;
    this.#availability = availability;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return this.#watched(async () => {
      await this.#pool.semaphore.enter();
      try {
        return new SqliteConnection(await this.#pool.thread(), this.#pool, (work) => this.#watched(work));
      } catch (error) {
        this.#pool.semaphore.leave();
        throw error;
      }
    });
  }

  /** IMMEDIATE takes the write lock at once: a transaction that reads first could not wait for it later. */
  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.run('begin immediate', []);
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.run('commit', []);
  }

  /** When even this fails the thread is dead, and its transaction with it. */
  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    await connection.run('rollback', []).catch(() => undefined);
  }

  async releaseConnection(): Promise<void> {
    this.#pool.semaphore.leave();
  }

  async destroy(): Promise<void> {}

  async #watched<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.#availability.worked();
      return result;
    } catch (error) {
      throw this.#availability.failed(error instanceof AppError ? error : refused('ERR_INTERNAL'));
    }
  }
}

/** Bound to one thread: after a crash nothing of a transaction goes on in the next one, outside of it. */
export class SqliteConnection implements DatabaseConnection {
  readonly #thread: SqliteThread;
  readonly #pool: SqliteConnectionPool;
  readonly #watched: Watched;

  constructor(thread: SqliteThread, pool: SqliteConnectionPool, watched: Watched) {
    this.#thread = thread;
    this.#pool = pool;
    this.#watched = watched;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.run<Row>(query.sql, query.parameters.map(bindable));
  }

  async run<Row>(sql: string, parameters: readonly SQLInputValue[]): Promise<QueryResult<Row>> {
    const { columns, rows, changes } = await this.#watched(() =>
      this.#thread.ask(sql, parameters, this.#pool.limitMs),
    );
    const objects = rows.map((values) => {
      const row: Record<string, unknown> = {};
      columns.forEach((column, at) => {
        row[column] = values[at];
      });
      return row;
    });
    return { rows: rowsOf<Row>(objects), numAffectedRows: BigInt(changes) };
  }

  // oxlint-disable-next-line require-yield -- the stores read in keyset batches; a stream would hold the only seat
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read in batches, not as a stream');
  }
}

type Watched = <T>(work: () => Promise<T>) => Promise<T>;

function bindable(value: unknown): SQLInputValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
      return value;
    case 'boolean':
      return value ? 1 : 0;
    default:
      if (value === null || value instanceof Uint8Array) return value;
      throw new TypeError('A value of this type cannot be stored');
  }
}
