import type { ServerProfile } from '../domain/server.ts';
import { backoffMs, type Random } from './backoff.ts';
import type { Clock, Logger, ServerStore } from './ports.ts';

/**
 * Writes what game servers report of themselves. Nobody waits for it, so a database that is away only delays it; of
 * several reports of one server the newest is written.
 */
export class ProfileWriter {
  readonly #store: ServerStore;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #random: Random;
  readonly #waiting = new Map<string, ServerProfile>();
  #writing = false;
  #timer: unknown;

  constructor(store: ServerStore, clock: Clock, logger: Logger, random: Random) {
    this.#store = store;
    this.#clock = clock;
    this.#logger = logger;
    this.#random = random;
  }

  write(profile: ServerProfile): void {
    this.#waiting.set(profile.name, profile);
    if (!this.#writing && this.#timer === undefined) void this.#writeAll(0);
  }

  /** The server is gone: what was to be written of it is not to bring it back. */
  forget(name: string): void {
    this.#waiting.delete(name);
  }

  close(): void {
    this.#clock.clearTimeout(this.#timer);
  }

  async #writeAll(attempt: number): Promise<void> {
    this.#writing = true;
    try {
      for (const [name, profile] of this.#waiting) {
        await this.#store.save(profile);
        if (this.#waiting.get(name) === profile) this.#waiting.delete(name);
      }
    } catch (error) {
      this.#logger.warn({ event: 'server.profile-not-written', err: error });
      this.#timer = this.#clock.setTimeout(
        () => {
          this.#timer = undefined;
          void this.#writeAll(attempt + 1);
        },
        backoffMs(attempt, 500, 30_000, this.#random),
      );
    } finally {
      this.#writing = false;
    }
  }
}
