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
  /** By edge, without edges that have none. */
  readonly #givenUp = new Map<string, number>();

  constructor({ clock, logger }: { readonly clock: Clock; readonly logger: Logger }) {
    this.#clock = clock;
    this.#failed = new FoldedLog({ clock, logger, level: 'warn', event: 'identity.not-read', by: 'purpose' });
  }

  /** Readings for logins of this edge that took too long, and that the database still has to answer. */
  givenUpBy(edge: string): number {
    return this.#givenUp.get(edge) ?? 0;
  }

  /** The same as `orElse` for a login of this edge, to which it counts when it takes too long. */
  async orElseAt<T, O>(edge: string, reading: Promise<T>, otherwise: O): Promise<T | O> {
    const read = await this.#read('login', reading, LOGIN_WITHIN_MS);
    if ('row' in read) return read.row;
    this.#countGivenUp(edge, reading);
    return otherwise;
  }

  /** What was read, or `otherwise` when that failed or took longer than so many milliseconds. Never rejects. */
  async orElse<T, O>(
    purpose: ReadingFor,
    reading: Promise<T>,
    otherwise: O,
    milliseconds = LOGIN_WITHIN_MS,
  ): Promise<T | O> {
    const read = await this.#read(purpose, reading, milliseconds);
    return 'row' in read ? read.row : otherwise;
  }

  async #read<T>(
    purpose: ReadingFor,
    reading: Promise<T>,
    milliseconds: number,
  ): Promise<{ readonly row: T } | { readonly failed: true }> {
    const detail = 'The database did not answer in time';
    try {
      return { row: await within(this.#clock, milliseconds, reading, 'storage_unavailable', detail) };
    } catch (error) {
      this.#failed.note(purpose, { err: error });
      return { failed: true };
    }
  }

  /** One that failed counts until the end of this microtask. */
  #countGivenUp(edge: string, reading: Promise<unknown>): void {
    const settled = (): void => {
      const left = this.givenUpBy(edge) - 1;
      if (left > 0) this.#givenUp.set(edge, left);
      else this.#givenUp.delete(edge);
    };
    this.#givenUp.set(edge, this.givenUpBy(edge) + 1);
    reading.then(settled, settled);
  }

  /** Logs what was counted and not yet logged. */
  close(): void {
    this.#failed.close();
  }
}
