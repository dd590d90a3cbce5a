import { createHmac, hkdfSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { LoginBlockStore } from '../../actors/ports.ts';
import { backoffMs, type Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';

const MAX_KNOWN = 1_000;
const KNOWN_FOR_MS = 90 * 24 * 3600_000;
/** A block that logs in often is written this often. */
const WRITE_EVERY_MS = 3600_000;
const WRITE_AFTER_MS = 1_000;
const MAX_RETRY_MS = 300_000;
/** What the key of the hashes is derived for. */
const KEYS = { logins: 'login blocks', agents: 'agent blocks' };

interface KnownBlocksOptions {
  /** What they did. */
  readonly of: keyof typeof KEYS;
  readonly store: LoginBlockStore;
  /** Of the tokens; the key of the hashes is derived from it. */
  readonly signingKey: Uint8Array;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
}

/**
 * The address blocks from which somebody logged in, and the hosts of the pages, for 90 days, over restarts; and in a list of
 * their own those from which agents came (`LinkedBlocks`), to which all that is said of logins applies. Kept and stored as
 * keyed hashes: who reads the database alone does not learn from where the owner logs in. Written a second after the login,
 * which waits for nothing.
 */
export class KnownBlocks {
  readonly #options: KnownBlocksOptions;
  readonly #key: Uint8Array;
  /** When each logged in last, in epoch milliseconds, by the hash of the block. */
  readonly #known = new LRUCache<string, number>({ max: MAX_KNOWN });
  readonly #unwritten = new Set<string>();
  #timer: unknown;
  #isClosed = false;

  private constructor(options: KnownBlocksOptions) {
    this.#options = options;
    this.#key = new Uint8Array(hkdfSync('sha256', options.signingKey, '', KEYS[options.of], 32));
  }

  /** Loads those of before the restart. */
  static async open(options: KnownBlocksOptions): Promise<KnownBlocks> {
    const blocks = new KnownBlocks(options);
    const rows = await options.store.newest(options.clock.now() - KNOWN_FOR_MS, MAX_KNOWN);
    for (const { hash, lastLogin } of rows.toReversed()) blocks.#known.set(hash, lastLogin);
    return blocks;
  }

  has(block: string): boolean {
    const lastLogin = this.#known.peek(this.#hash(block));
    return lastLogin !== undefined && this.#options.clock.now() - lastLogin < KNOWN_FOR_MS;
  }

  /** A login of this block succeeded. Beyond 1 000 blocks the one that logged in longest ago is forgotten. */
  add(block: string): void {
    const { clock } = this.#options;
    const hash = this.#hash(block);
    const lastLogin = clock.now();
    const before = this.#known.get(hash);
    if (before !== undefined && Math.abs(lastLogin - before) < WRITE_EVERY_MS) return;
    this.#known.set(hash, lastLogin);
    this.#unwritten.add(hash);
    this.#writeLater(0, WRITE_AFTER_MS);
  }

  /** Writes what is not written yet. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#options.clock.clearTimeout(this.#timer);
    if (this.#unwritten.size > 0) await this.#write(0);
  }

  #writeLater(attempt: number, milliseconds: number): void {
    if (this.#isClosed) return;
    this.#timer ??= this.#options.clock.setTimeout(() => void this.#write(attempt), milliseconds);
  }

  async #write(attempt: number): Promise<void> {
    const { store, clock, logger, random } = this.#options;
    const hashes = [...this.#unwritten];
    this.#unwritten.clear();
    const rows = hashes.flatMap((hash) => {
      const lastLogin = this.#known.peek(hash);
      return lastLogin === undefined ? [] : [{ hash, lastLogin }];
    });
    try {
      await store.save(rows, clock.now() - KNOWN_FOR_MS, MAX_KNOWN);
      this.#timer = undefined;
      if (this.#unwritten.size > 0) this.#writeLater(0, WRITE_AFTER_MS);
    } catch (error) {
      logger.warn({ event: 'login.blocks-not-written', of: this.#options.of, err: error });
      for (const { hash } of rows) if (this.#known.has(hash)) this.#unwritten.add(hash);
      this.#timer = undefined;
      this.#writeLater(attempt + 1, backoffMs(attempt, WRITE_AFTER_MS, MAX_RETRY_MS, random));
    }
  }

  #hash(block: string): string {
    return createHmac('sha256', this.#key).update(block).digest('hex');
  }
}
