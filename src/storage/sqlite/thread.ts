// oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SQLInputValue } from 'node:sqlite';
import type { Clock } from '../../runtime/clock.ts';
import { unavailable } from '../failure.ts';
import { translateSqliteFailure } from './error-codes.ts';
import type { SqliteAnswer, SqliteRequest, WorkerSetup } from './protocol.ts';

/** What a statement answered. */
export type SqliteResult = Exclude<SqliteAnswer, { failure: unknown }>;

/** Of the same kind as this file: TypeScript in the repository, JavaScript in a package. */
const WORKER = `./worker${extname(import.meta.filename)}`;

interface Pending {
  resolve(result: SqliteResult): void;
  reject(error: Error): void;
}

/**
 * One SQLite connection in a thread of its own. A thread that crashes or exceeds a time limit stays dead: its queries
 * reject, its open transaction is rolled back, and the connection queue starts another thread.
 */
export class SqliteThread {
  readonly #worker: Worker;
  readonly #clock: Clock;
  readonly #pending = new Map<number, Pending>();
  /** Resolves when the thread is gone. */
  readonly exited: Promise<void>;
  #lastId = 0;
  #dead = false;

  private constructor(setup: WorkerSetup, clock: Clock) {
    this.#clock = clock;
    this.#worker = new Worker(new URL(WORKER, import.meta.url), {
      workerData: setup,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    this.#worker.on('message', (answer: SqliteAnswer) => this.#receive(answer));
    this.#worker.on('error', () => this.#die('WORKER_CRASHED'));
    this.exited = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#die('WORKER_EXITED');
        resolve();
      });
    });
  }

  /** Resolves once the database is open in the thread. */
  static async start(setup: WorkerSetup, clock: Clock, limitMs: number): Promise<SqliteThread> {
    const thread = new SqliteThread(setup, clock);
    try {
      await thread.#await(0, limitMs);
    } catch (error) {
      thread.#die('WORKER_NOT_STARTED');
      await thread.exited;
      throw error;
    }
    return thread;
  }

  get dead(): boolean {
    return this.#dead;
  }

  /** Rejects with an AppError. After `limitMs` the whole thread is ended, because a statement of SQLite cannot be stopped. */
  execute(sql: string, parameters: readonly SQLInputValue[], limitMs: number): Promise<SqliteResult> {
    if (this.#dead) return Promise.reject(unavailable('WORKER_EXITED'));
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = this.#await(id, limitMs);
    const request: SqliteRequest = { id, sql, parameters };
    this.#worker.postMessage(request);
    return answered;
  }

  /** Closes the database, which writes the log back into the file. After `limitMs` the thread is ended by force. */
  async close(limitMs: number): Promise<void> {
    if (!this.#dead) this.#worker.postMessage({ id: 0, sql: null, parameters: [] } satisfies SqliteRequest);
    const timer = this.#clock.setTimeout(() => this.#die('CLOSED'), limitMs);
    await this.exited;
    this.#clock.clearTimeout(timer);
  }

  #await(id: number, limitMs: number): Promise<SqliteResult> {
    return new Promise((resolve, reject) => {
      const timer = this.#clock.setTimeout(() => this.#die('QUERY_TIMEOUT'), limitMs);
      const settle = (): void => {
        this.#clock.clearTimeout(timer);
        this.#pending.delete(id);
      };
      this.#pending.set(id, {
        resolve: (result) => {
          settle();
          resolve(result);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      });
    });
  }

  #receive(answer: SqliteAnswer): void {
    const pending = this.#pending.get(answer.id);
    if ('failure' in answer) pending?.reject(translateSqliteFailure(answer.failure));
    else pending?.resolve(answer);
  }

  #die(code: string): void {
    if (this.#dead) return;
    this.#dead = true;
    for (const pending of this.#pending.values()) pending.reject(unavailable(code));
    void this.#worker.terminate();
  }
}
