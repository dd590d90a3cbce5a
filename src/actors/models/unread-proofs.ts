import { backoffMs, type Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import { within } from '../../runtime/deadline.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { NameRecord, NameStore } from '../ports.ts';

/** Proofs that wait for the table; while the database is away, further ones are not kept. */
const MAX_UNREAD = 50_000;
const BATCH = 500;
const READ_LIMIT_MS = 5_000;
const LATE = 'The database did not answer in time';
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

export interface UnreadProofsDeps {
  readonly store: NameStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
  /** What the table has of the name is known now; undefined where it has nothing. Never rejects. */
  readonly settle: (proof: NameRecord, before: NameRecord | undefined) => Promise<void>;
}

/**
 * Proofs of names of which it is not known what the table has. Whether a ban of the name was set on a claim stands there
 * only, so nothing follows from such a proof, and it is not written over the claim, until the table was read.
 */
export class UnreadProofs {
  readonly #deps: UnreadProofsDeps;
  /** By name, folded; what was proved last. */
  readonly #waiting = new Map<string, NameRecord>();
  #reading: Promise<void> | null = null;
  #timer: unknown = null;
  #failures = 0;
  #isClosed = false;

  constructor(deps: UnreadProofsDeps) {
    this.#deps = deps;
  }

  get isFull(): boolean {
    return this.#waiting.size >= MAX_UNREAD;
  }

  get(key: string): NameRecord | undefined {
    return this.#waiting.get(key);
  }

  values(): Iterable<NameRecord> {
    return this.#waiting.values();
  }

  /** Resolves once what follows is done, or the table could not be read and is tried again later. Never rejects. */
  add(proof: NameRecord): Promise<void> {
    this.#waiting.set(proof.key, proof);
    return this.#timer === null ? this.#read() : Promise.resolve();
  }

  /** Ends what is under way; what could not be read is forgotten, and the table still has the claim. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#deps.clock.clearTimeout(this.#timer);
    await this.#reading;
    this.#waiting.clear();
  }

  /** One reading at a time takes all that came during the one before. */
  async #read(): Promise<void> {
    while (this.#reading !== null) await this.#reading;
    if (this.#waiting.size === 0 || this.#timer !== null || this.#isClosed) return;
    this.#reading = this.#readBatch();
    await this.#reading;
  }

  async #readBatch(): Promise<void> {
    const { store, clock, logger, random } = this.#deps;
    const keys = [...this.#waiting.keys()].slice(0, BATCH);
    try {
      const reading = store.findMany(keys);
      const found = await within(clock, READ_LIMIT_MS, reading, 'storage_unavailable', LATE);
      const rows = new Map(found.map((row) => [row.key, row]));
      this.#failures = 0;
      const settled = keys.flatMap((key) => this.#taken(key, rows.get(key)));
      this.#reading = null;
      await Promise.all(settled);
      if (this.#waiting.size > 0) void this.#read();
    } catch (error) {
      logger.warn({ event: 'names.not-read', waiting: this.#waiting.size, err: error });
      const wait = backoffMs(this.#failures, FIRST_RETRY_MS, MAX_RETRY_MS, random);
      this.#failures += 1;
      this.#reading = null;
      if (this.#isClosed) return;
      this.#timer = clock.setTimeout(() => {
        this.#timer = null;
        void this.#read();
      }, wait);
    }
  }

  #taken(key: string, before: NameRecord | undefined): Promise<void>[] {
    const proof = this.#waiting.get(key);
    if (proof === undefined) return [];
    this.#waiting.delete(key);
    return [this.#deps.settle(proof, before)];
  }
}
