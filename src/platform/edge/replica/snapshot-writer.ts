import type { Clock } from '../../../runtime/clock.ts';
import type { Logger } from '../../../runtime/logger.ts';
import type { EdgeReplica } from './edge-replica.ts';
import { saveSnapshot } from './snapshot-file.ts';

/** So long after a change the file is written, so that a list and what follows it become one write. */
const SETTLE_MS = 1_000;
/** Not more often than this, however much changes. */
const PAUSE_MS = 30_000;

export interface SnapshotPlace {
  readonly path: string;
  readonly secret: string;
}

/** Keeps the file of the last bans and status up to date, at a bounded rate and with one write at a time. */
export class SnapshotWriter {
  readonly #place: SnapshotPlace;
  readonly #memory: EdgeReplica;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #saved: number;
  #timer: unknown = null;
  #writing: Promise<void> = Promise.resolve();
  #lastWrite = Number.NEGATIVE_INFINITY;

  /** What `memory` holds now is taken to be in the file. */
  constructor(place: SnapshotPlace, memory: EdgeReplica, clock: Clock, logger: Logger) {
    this.#place = place;
    this.#memory = memory;
    this.#clock = clock;
    this.#logger = logger;
    this.#saved = memory.changes;
  }

  /** To be called when the memory may have changed. */
  note(): void {
    if (!this.#isStale || this.#timer !== null) return;
    const wait = Math.max(SETTLE_MS, this.#lastWrite + PAUSE_MS - this.#clock.now());
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = null;
      this.#write();
    }, wait);
  }

  /** Writes what has not been written, and ends. */
  async close(): Promise<void> {
    this.#clock.clearTimeout(this.#timer);
    await this.#writing;
    if (this.#isStale) this.#write();
    await this.#writing;
  }

  get #isStale(): boolean {
    return this.#memory.isComplete && this.#memory.changes !== this.#saved;
  }

  #write(): void {
    this.#writing = this.#writing.then(() => this.#save());
  }

  async #save(): Promise<void> {
    const { path, secret } = this.#place;
    const { changes } = this.#memory;
    this.#lastWrite = this.#clock.now();
    try {
      await saveSnapshot(path, secret, this.#memory);
      this.#saved = changes;
    } catch (error) {
      // The edge goes on from memory; the next change tries again.
      this.#logger.warn({ event: 'edge.snapshot-failed', err: error });
    }
  }
}
