import type { Clock } from '../../runtime/clock.ts';
import { Semaphore } from '../semaphore.ts';
import type { WorkerSetup } from './protocol.ts';
import { SqliteThread } from './thread.ts';

const WAITING = 1_000;
/** Opening reads back what a crash left in the log, and a machine without a free core is slow to load a thread at all. */
const START_LIMIT_MS = 60_000;

/**
 * The way to one SQLite connection: one user at a time, and a new thread where the last one died. `limitMs` may be
 * changed at any time and is read for every statement.
 */
export class SqliteConnectionPool {
  readonly semaphore: Semaphore;
  readonly #setup: WorkerSetup;
  readonly #clock: Clock;
  readonly #limitMs: () => number;
  #thread: SqliteThread | undefined;
  /** Threads that were told to end and still run to the end of a statement. */
  readonly #ending = new Set<SqliteThread>();

  constructor(setup: WorkerSetup, clock: Clock, limitMs: () => number) {
    this.#setup = setup;
    this.#clock = clock;
    this.#limitMs = limitMs;
    this.semaphore = new Semaphore({ seats: 1, queueLimit: WAITING, waitMs: limitMs, clock });
  }

  get limitMs(): number {
    return this.#limitMs();
  }

  /** The live thread; only for who has the seat, so that no two are ever started. */
  async thread(): Promise<SqliteThread> {
    if (this.#thread === undefined || this.#thread.dead) {
      if (this.#thread !== undefined) this.#watchEnd(this.#thread);
      this.#thread = await SqliteThread.start(this.#setup, this.#clock, START_LIMIT_MS);
    }
    return this.#thread;
  }

  /** Lets what was begun finish, as long as its time limits allow, then closes the database. No thread is left. */
  async close(): Promise<void> {
    await this.semaphore.close();
    if (this.#thread !== undefined) this.#ending.add(this.#thread);
    await Promise.all([...this.#ending].map((thread) => thread.close(this.limitMs)));
  }

  #watchEnd(thread: SqliteThread): void {
    this.#ending.add(thread);
    void thread.exited.finally(() => this.#ending.delete(thread));
  }
}
