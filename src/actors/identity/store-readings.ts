import type { Clock } from '../../runtime/clock.ts';
import { within } from '../../runtime/deadline.ts';
import { FoldedLog } from '../../runtime/folded-log.ts';
import type { Logger } from '../../runtime/logger.ts';

/** How long a login waits for the database. */
const LOGIN_WITHIN_MS = 500;

/** What is read for; a line of the log counts the readings of one of these. */
export type ReadingFor = 'login' | 'account' | 'claimed-ban' | 'claims';

/**
 * What is read from the database to find out who players are. Each reading has a time limit, and a failed one has a
 * stand-in: nobody waits for a database that is slow or away, and it is one line of the log a minute, not one for each login.
 */
export class StoreReadings {
  readonly #clock: Clock;
  readonly #failed: FoldedLog;
  #givenUp = 0;

  constructor({ clock, logger }: { readonly clock: Clock; readonly logger: Logger }) {
    this.#clock = clock;
    this.#failed = new FoldedLog({ clock, logger, level: 'warn', event: 'identity.not-read', by: 'purpose' });
  }

  /** Readings that took too long, and that the database still has to answer. */
  get givenUp(): number {
    return this.#givenUp;
  }

  /** What was read, or `otherwise` when that failed or took longer than so many milliseconds. Never rejects. */
  async orElse<T, O>(
    purpose: ReadingFor,
    reading: Promise<T>,
    otherwise: O,
    milliseconds = LOGIN_WITHIN_MS,
  ): Promise<T | O> {
    const detail = 'The database did not answer in time';
    try {
      return await within(this.#clock, milliseconds, reading, 'storage_unavailable', detail);
    } catch (error) {
      this.#countGivenUp(reading);
      this.#failed.note(purpose, { err: error });
      return otherwise;
    }
  }

  /** One that failed counts until the end of this microtask. */
  #countGivenUp(reading: Promise<unknown>): void {
    const settled = (): void => {
      this.#givenUp -= 1;
    };
    this.#givenUp += 1;
    reading.then(settled, settled);
  }

  /** Logs what was counted and not yet logged. */
  close(): void {
    this.#failed.close();
  }
}
