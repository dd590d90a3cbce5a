import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import type { SQLInputValue } from 'node:sqlite';
import { AppError } from '../../domain/errors.ts';
import type { Availability } from '../availability.ts';
import { refused } from '../failure.ts';
import { refuseStream, rowsOf } from '../queries/rows.ts';
import type { NameTables } from '../table-names.ts';
import type { SqliteConnectionQueue } from './connection-queue.ts';
import type { SqliteThread } from './thread.ts';

/** Kysely's driver for one connection queue. */
export class SqliteDriver implements Driver {
  readonly #queue: SqliteConnectionQueue;
  readonly #availability: Availability;
  readonly #nameTables: NameTables;

  constructor(queue: SqliteConnectionQueue, availability: Availability, nameTables: NameTables) {
    this.#queue = queue;
    this.#availability = availability;
    this.#nameTables = nameTables;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return this.#watched(async () => {
      await this.#queue.semaphore.acquire();
      try {
        return new SqliteConnection({
          thread: await this.#queue.thread(),
          queue: this.#queue,
          nameTables: this.#nameTables,
          watched: (work) => this.#watched(work),
        });
      } catch (error) {
        this.#queue.semaphore.release();
        throw error;
      }
    });
  }

  /** IMMEDIATE takes the write lock at once: SQLite does not let a transaction that has read wait for the lock. */
  async beginTransaction(connection: SqliteConnection, settings: TransactionSettings): Promise<void> {
    await connection.run(settings.accessMode === 'read only' ? 'begin' : 'begin immediate', []);
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.run('commit', []);
  }

  /** When even this fails the thread is dead, and its transaction is rolled back. */
  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    await connection.run('rollback', []).catch(() => undefined);
  }

  async releaseConnection(): Promise<void> {
    this.#queue.semaphore.release();
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

/** Bound to one thread: after a crash the rest of a transaction must not run in the next thread, outside of it. */
export class SqliteConnection implements DatabaseConnection {
  readonly #deps: SqliteConnectionDeps;

  constructor(deps: SqliteConnectionDeps) {
    this.#deps = deps;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.run<Row>(this.#deps.nameTables(query.sql), query.parameters.map(bindable));
  }

  async run<Row>(sql: string, parameters: readonly SQLInputValue[]): Promise<QueryResult<Row>> {
    const { thread, queue, watched } = this.#deps;
    const { columns, rows, changes } = await watched(() => thread.execute(sql, parameters, queue.limitMs));
    const objects = rows.map((values) => {
      const row: Record<string, unknown> = {};
      columns.forEach((column, at) => {
        row[column] = values[at];
      });
      return row;
    });
    return { rows: rowsOf<Row>(objects), numAffectedRows: BigInt(changes) };
  }

  streamQuery(): never {
    return refuseStream();
  }
}

interface SqliteConnectionDeps {
  readonly thread: SqliteThread;
  readonly queue: SqliteConnectionQueue;
  readonly nameTables: NameTables;
  readonly watched: Watched;
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
