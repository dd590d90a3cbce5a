import type { ServerProfile } from '../../domain/server.ts';
import { backoffMs, type Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ServerStore } from '../ports.ts';

/**
 * Writes the profiles that game servers report. No request waits for it, so a database that is away only delays it; of
 * several reports of one server the newest is written.
 */
export class ProfileWriter {
  readonly #store: ServerStore;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #random: Random;
  readonly #waiting = new Map<string, ServerProfile>();
  #current: { readonly name: string; readonly done: Promise<void> } | null = null;
  #isWriting = false;
  #isClosed = false;
  #timer: unknown;

  constructor(store: ServerStore, clock: Clock, logger: Logger, random: Random) {
    this.#store = store;
    this.#clock = clock;
    this.#logger = logger;
    this.#random = random;
  }

  write(profile: ServerProfile): void {
    this.#waiting.set(profile.name, profile);
    if (!this.#isWriting && this.#timer === undefined) void this.#writeAll(0);
  }

  /**
   * The server is being removed: drops what was still to be written, and resolves once no write of it is under way, so
   * that the removal of its row comes last.
   */
  async forget(name: string): Promise<void> {
    this.#waiting.delete(name);
    if (this.#current?.name === name) await this.#current.done.catch(() => undefined);
  }

  close(): void {
    this.#isClosed = true;
    this.#clock.clearTimeout(this.#timer);
  }

  async #writeAll(attempt: number): Promise<void> {
    this.#isWriting = true;
    try {
      // A profile that changed while it was written still waits, and is written again.
      for (let next = this.#next(); next !== undefined; next = this.#next()) await this.#writeOne(next);
    } catch (error) {
      this.#logger.warn({ event: 'server.profile-not-written', err: error });
      this.#tryAgain(attempt);
    } finally {
      this.#isWriting = false;
    }
  }

  #next(): ServerProfile | undefined {
    return this.#waiting.values().next().value;
  }

  async #writeOne(profile: ServerProfile): Promise<void> {
    const { name } = profile;
    this.#current = { name, done: this.#store.save(profile) };
    try {
      await this.#current.done;
    } finally {
      this.#current = null;
    }
    if (this.#waiting.get(name) === profile) this.#waiting.delete(name);
  }

  #tryAgain(attempt: number): void {
    if (this.#isClosed) return;
    this.#timer = this.#clock.setTimeout(
      () => {
        this.#timer = undefined;
        void this.#writeAll(attempt + 1);
      },
      backoffMs(attempt, 500, 30_000, this.#random),
    );
  }
}
