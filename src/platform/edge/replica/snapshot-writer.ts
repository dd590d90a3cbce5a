import type { Clock } from '../../../runtime/clock.ts';
import type { Logger } from '../../../runtime/logger.ts';
import type { EdgeReplica } from './edge-replica.ts';
import { saveSnapshot } from './snapshot-file.ts';

/** How long after a change the file is written, so that a list and the changes right after it become one write. */
const SETTLE_MS = 1_000;
/** The file is not written more often than this. */
const PAUSE_MS = 30_000;

/** The path of a snapshot file, and the secret that signs it. */
export interface SnapshotPlace {
  readonly path: string;
  readonly secret: string;
}

/** Keeps the snapshot file up to date, at a bounded rate and with one write at a time. */
export class SnapshotWriter {
  readonly #place: SnapshotPlace;
  readonly #replica: EdgeReplica;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #saved: number;
  #timer: unknown = null;
  #writing: Promise<void> = Promise.resolve();
  #lastWrite = Number.NEGATIVE_INFINITY;

  /** Expects that the file has what `replica` has now. */
  constructor(place: SnapshotPlace, replica: EdgeReplica, clock: Clock, logger: Logger) {
    this.#place = place;
    this.#replica = replica;
    this.#clock = clock;
    this.#logger = logger;
    this.#saved = replica.changes;
  }

  /** To be called when the replica may have changed. */
  note(): void {
    if (!this.#isStale || this.#timer !== null) return;
    const wait = Math.max(SETTLE_MS, this.#lastWrite + PAUSE_MS - this.#clock.elapsed());
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = null;
      this.#write();
    }, wait);
  }

  /** Writes what has not been written; resolves when it is in the file. */
  async close(): Promise<void> {
    this.#clock.clearTimeout(this.#timer);
    await this.#writing;
    if (this.#isStale) this.#write();
    await this.#writing;
  }

  get #isStale(): boolean {
    return this.#replica.isComplete && this.#replica.changes !== this.#saved;
  }

  #write(): void {
    this.#writing = this.#writing.then(() => this.#save());
  }

  async #save(): Promise<void> {
    const { path, secret } = this.#place;
    const { changes } = this.#replica;
    this.#lastWrite = this.#clock.elapsed();
    try {
      await saveSnapshot(path, secret, this.#replica);
      this.#saved = changes;
    } catch (error) {
      // The edge goes on with its replica; the next change writes again.
      this.#logger.warn({ event: 'edge.snapshot-failed', err: error });
    }
  }
}
