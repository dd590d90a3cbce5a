import type { Uuid } from '../../../domain/uuid.ts';
import { backoffMs, type Random } from '../../../runtime/backoff.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { within } from '../../../runtime/deadline.ts';
import type { Logger } from '../../../runtime/logger.ts';
import type { NameRecord, NameStore } from '../../ports.ts';
import { WaitingNames } from './waiting-names.ts';

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
  readonly #waiting = new WaitingNames();
  /** Who waits for what follows, by name, folded; none while it is not known when the table is read. */
  readonly #followers = new Map<string, Follower>();
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

  /** Those that wait under this uuid. */
  of(uuid: Uuid): Iterable<NameRecord> {
    return this.#waiting.of(uuid);
  }

  /** Resolves once what follows is done, or the table could not be read and is tried again later. Never rejects. */
  add(proof: NameRecord): Promise<void> {
    this.#waiting.set(proof);
    if (this.#timer !== null || this.#isClosed) return Promise.resolve();
    const follower = this.#followers.get(proof.key) ?? newFollower();
    this.#followers.set(proof.key, follower);
    this.#read();
    return follower.told;
  }

  /** Ends what is under way; what could not be read is forgotten, and the table still has the claim. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#deps.clock.clearTimeout(this.#timer);
    await this.#reading;
    this.#waiting.clear();
    this.#tellAll();
  }

  /** One reading at a time takes what came during the one before. */
  #read(): void {
    if (this.#reading !== null || this.#waiting.size === 0 || this.#isClosed) return;
    this.#reading = this.#readBatch();
  }

  /** Never rejects. Takes a time that depends on its own names and not on how many wait. */
  async #readBatch(): Promise<void> {
    const { store, clock, logger, random } = this.#deps;
    const keys = this.#waiting.first(BATCH);
    try {
      const reading = store.findMany(keys);
      const found = await within(clock, READ_LIMIT_MS, reading, 'storage_unavailable', LATE);
      const rows = new Map(found.map((row) => [row.key, row]));
      this.#failures = 0;
      const settled = keys.map((key) => this.#settle(key, rows.get(key)));
      this.#reading = null;
      await Promise.all(settled);
      this.#read();
    } catch (error) {
      logger.warn({ event: 'names.not-read', waiting: this.#waiting.size, err: error });
      const wait = backoffMs(this.#failures, FIRST_RETRY_MS, MAX_RETRY_MS, random);
      this.#failures += 1;
      this.#reading = null;
      this.#tellAll();
      if (this.#isClosed) return;
      this.#timer = clock.setTimeout(() => {
        this.#timer = null;
        this.#read();
      }, wait);
    }
  }

  async #settle(key: string, before: NameRecord | undefined): Promise<void> {
    const proof = this.#waiting.get(key);
    const follower = this.#followers.get(key);
    this.#waiting.delete(key);
    this.#followers.delete(key);
    if (proof !== undefined) await this.#deps.settle(proof, before);
    follower?.tell();
  }

  #tellAll(): void {
    for (const { tell } of this.#followers.values()) tell();
    this.#followers.clear();
  }
}

interface Follower {
  readonly told: Promise<void>;
  readonly tell: () => void;
}

const nobody = (): void => undefined;

function newFollower(): Follower {
  let tell = nobody;
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  return { told, tell };
}
