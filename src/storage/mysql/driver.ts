import { Socket } from 'node:net';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import type { Pool, PoolConnection, QueryError, QueryResult as MysqlResult } from 'mysql2';
import type { AppError } from '../../domain/errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Availability } from '../availability.ts';
import { isIndexGone, isRetryable, unavailable } from '../failure.ts';
import { refuseStream, rowsOf } from '../queries/rows.ts';
import type { Semaphore } from '../semaphore.ts';
import type { NameTables } from '../table-names.ts';
import { translateMysqlError } from './error-codes.ts';

interface MysqlDeps {
  readonly clock: Clock;
  readonly limitMs: number;
  readonly availability: Availability;
  readonly nameTables: NameTables;
}

/** MySQL, and MariaDB before 10.6, cannot prepare these; they hold no values. */
const UNPREPARED = /^(?:create|drop) trigger\b/;

/** Kysely's driver for a mysql2 pool: prepared statements, and nothing waits longer than the limit. */
export class MysqlDriver implements Driver {
  readonly #pool: Pool;
  readonly #semaphore: Semaphore;
  readonly #deps: MysqlDeps;

  constructor(pool: Pool, semaphore: Semaphore, deps: MysqlDeps) {
    this.#pool = pool;
    this.#semaphore = semaphore;
    this.#deps = deps;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<MysqlConnection> {
    const { availability } = this.#deps;
    try {
      await this.#semaphore.acquire();
    } catch (error) {
      throw availability.failed(translateMysqlError(error));
    }
    try {
      return new MysqlConnection(await this.#reserve(), this.#deps);
    } catch (error) {
      this.#semaphore.release();
      throw availability.failed(translateMysqlError(error));
    }
  }

  #reserve(): Promise<PoolConnection> {
    const { clock, limitMs } = this.#deps;
    return new Promise((resolve, reject) => {
      let late = false;
      const timer = clock.setTimeout(() => {
        late = true;
        reject(unavailable('CONNECT_TIMEOUT'));
      }, limitMs);
      this.#pool.getConnection((error, connection) => {
        clock.clearTimeout(timer);
        if (error) reject(error);
        else if (late) connection.release();
        else resolve(connection);
      });
    });
  }

  /** The level is that of the server unless the transaction asks for one; below `repeatable read` no two reads agree. */
  async beginTransaction(connection: MysqlConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel: level } = settings;
    if (level === 'repeatable read' || level === 'read committed')
      await connection.command(`set transaction isolation level ${level}`);
    await connection.command('begin');
  }

  async commitTransaction(connection: MysqlConnection): Promise<void> {
    await connection.command('commit');
  }

  /** A connection that cannot roll back is closed, and the server rolls back. */
  async rollbackTransaction(connection: MysqlConnection): Promise<void> {
    try {
      await connection.command('rollback');
    } catch {
      connection.destroy();
    }
  }

  async releaseConnection(connection: MysqlConnection): Promise<void> {
    connection.release();
    this.#semaphore.release();
  }

  async destroy(): Promise<void> {}
}

/** One pooled connection for as long as a query or a transaction needs it. */
export class MysqlConnection implements DatabaseConnection {
  readonly #connection: PoolConnection;
  readonly #deps: MysqlDeps;
  #inTransaction = false;
  #wrote = false;

  constructor(connection: PoolConnection, deps: MysqlDeps) {
    this.#connection = connection;
    this.#deps = deps;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const values = query.parameters.map(bindable);
    const statement = this.#deps.nameTables(query.sql);
    const result = await this.#limited((done) =>
      UNPREPARED.test(statement)
        ? this.#connection.query(statement, done)
        : this.#connection.execute(statement, values, done),
    );
    const isRows = Array.isArray(result);
    this.#wrote ||= !isRows;
    // What a transaction writes is on disk with its commit.
    this.#deps.availability.worked(!isRows && !this.#inTransaction);
    if (isRows) return { rows: rowsOf<Row>(result) };
    return { rows: [], numAffectedRows: BigInt(result.affectedRows) };
  }

  /** MySQL cannot prepare transaction control, so these are sent as text; they hold no values. */
  async command(sql: TransactionCommand): Promise<void> {
    await this.#limited((done) => this.#connection.query(sql, done));
    this.#deps.availability.worked(sql === 'commit' && this.#wrote);
    this.#inTransaction = sql === 'begin';
  }

  streamQuery(): never {
    return refuseStream();
  }

  release(): void {
    this.#connection.release();
  }

  /** Also destroys the socket, which mysql2 leaves half closed for as long as the server stays silent. */
  destroy(): void {
    const stream: unknown = Reflect.get(this.#connection, 'stream');
    this.#connection.destroy();
    if (stream instanceof Socket) stream.destroy();
  }

  async #limited(begin: (done: Done) => void): Promise<MysqlResult> {
    const { clock, limitMs, availability } = this.#deps;
    try {
      return await new Promise<MysqlResult>((resolve, reject) => {
        const timer = clock.setTimeout(() => {
          reject(unavailable('QUERY_TIMEOUT'));
          this.destroy();
        }, limitMs);
        begin((error, answer) => {
          clock.clearTimeout(timer);
          if (error) reject(error);
          else resolve(answer);
        });
      });
    } catch (error) {
      const failure = translateMysqlError(error);
      throw this.#isForAsker(failure) ? failure : availability.failed(failure);
    }
  }

  /** Whoever asked does it again or another way, so that nothing is lost and nothing to be said. */
  #isForAsker(failure: AppError): boolean {
    return isIndexGone(failure) || (this.#inTransaction && isRetryable(failure));
  }
}

type TransactionCommand =
  | 'begin'
  | 'commit'
  | 'rollback'
  | `set transaction isolation level ${'repeatable read' | 'read committed'}`;
type Done = (error: QueryError | null, result: MysqlResult) => void;
type Bindable = string | number | bigint | boolean | Date | null | Buffer;

function bindable(value: unknown): Bindable {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return value;
    default:
      if (value === null || value instanceof Date || Buffer.isBuffer(value)) return value;
      throw new TypeError('A value of this type cannot be stored');
  }
}
