import type { Clock } from '../../runtime/clock.ts';
import { Semaphore } from '../semaphore.ts';
import type { WorkerSetup } from './protocol.ts';
import { SqliteThread } from './thread.ts';

const MAX_WAITING = 1_000;
/** Opening recovers the log after a crash, and a machine without a free core is slow to start a thread at all. */
const START_LIMIT_MS = 60_000;

/**
 * One SQLite connection and the bounded queue for it: one user at a time, and a new thread when the last one died.
 * `limitMs` is read for every statement, so it may change.
 */
export class SqliteConnectionQueue {
  readonly semaphore: Semaphore;
  readonly #setup: WorkerSetup;
  readonly #clock: Clock;
  readonly #limitMs: () => number;
  #thread: SqliteThread | undefined;
  /** Threads that are ending but still run a statement. */
  readonly #ending = new Set<SqliteThread>();

  constructor(setup: WorkerSetup, clock: Clock, limitMs: () => number) {
    this.#setup = setup;
    this.#clock = clock;
    this.#limitMs = limitMs;
    this.semaphore = new Semaphore({ permits: 1, queueLimit: MAX_WAITING, waitMs: limitMs, clock });
  }

  get limitMs(): number {
    return this.#limitMs();
  }

  /** The running thread. Call it only with the permit, so that two are never started. */
  async thread(): Promise<SqliteThread> {
    if (this.#thread === undefined || this.#thread.dead) {
      if (this.#thread !== undefined) this.#watchEnd(this.#thread);
      this.#thread = await SqliteThread.start(this.#setup, this.#clock, START_LIMIT_MS);
    }
    return this.#thread;
  }

  /** Lets running and waiting queries finish within their time limits, then closes the database. No thread is left. */
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
