import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import type { SQLInputValue } from 'node:sqlite';
import { AppError } from '../../domain/errors.ts';
import type { Availability } from '../availability.ts';
import { refused } from '../failure.ts';
import { refuseStream, rowsOf } from '../queries/rows.ts';
import type { NameTables } from '../table-names.ts';
import type { SqliteConnectionQueue } from './connection-queue.ts';
import type { SqliteResult, SqliteThread } from './thread.ts';

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
    try {
      await this.#queue.semaphore.acquire();
    } catch (error) {
      throw this.#availability.failed(appErrorOf(error));
    }
    try {
      return new SqliteConnection({
        thread: await this.#queue.thread(),
        queue: this.#queue,
        availability: this.#availability,
        nameTables: this.#nameTables,
      });
    } catch (error) {
      this.#queue.semaphore.release();
      throw this.#availability.failed(appErrorOf(error));
    }
  }

  /** IMMEDIATE takes the write lock at once: SQLite does not let a transaction that has read wait for the lock. */
  async beginTransaction(connection: SqliteConnection, settings: TransactionSettings): Promise<void> {
    await connection.begin(settings.accessMode === 'read only' ? 'begin' : 'begin immediate');
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.end('commit');
  }

  /** When even this fails the thread is dead, and its transaction is rolled back. */
  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    await connection.end('rollback').catch(() => undefined);
  }

  async releaseConnection(): Promise<void> {
    this.#queue.semaphore.release();
  }

  async destroy(): Promise<void> {}
}

/** Bound to one thread: after a crash the rest of a transaction must not run in the next thread, outside of it. */
export class SqliteConnection implements DatabaseConnection {
  readonly #deps: SqliteConnectionDeps;
  #inTransaction = false;
  #wrote = false;

  constructor(deps: SqliteConnectionDeps) {
    this.#deps = deps;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { nameTables, availability } = this.#deps;
    const { columns, rows, changes } = await this.#run(nameTables(sql), parameters.map(bindable));
    // What a transaction writes is on disk with its commit.
    const isWrite = columns.length === 0;
    this.#wrote ||= isWrite;
    if (!this.#inTransaction) availability.worked(isWrite);
    const objects = rows.map((values) => {
      const row: Record<string, unknown> = {};
      columns.forEach((column, at) => {
        row[column] = values[at];
      });
      return row;
    });
    return { rows: rowsOf<Row>(objects), numAffectedRows: BigInt(changes) };
  }

  async begin(sql: 'begin' | 'begin immediate'): Promise<void> {
    await this.#run(sql, []);
    this.#inTransaction = true;
  }

  async end(sql: 'commit' | 'rollback'): Promise<void> {
    this.#inTransaction = false;
    await this.#run(sql, []);
    if (sql === 'commit') this.#deps.availability.worked(this.#wrote);
  }

  async #run(sql: string, parameters: readonly SQLInputValue[]): Promise<SqliteResult> {
    const { thread, queue, availability } = this.#deps;
    try {
      return await thread.execute(sql, parameters, queue.limitMs);
    } catch (error) {
      throw availability.failed(appErrorOf(error));
    }
  }

  streamQuery(): never {
    return refuseStream();
  }
}

interface SqliteConnectionDeps {
  readonly thread: SqliteThread;
  readonly queue: SqliteConnectionQueue;
  readonly availability: Availability;
  readonly nameTables: NameTables;
}

function appErrorOf(error: unknown): AppError {
  return error instanceof AppError ? error : refused('ERR_INTERNAL');
}

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
