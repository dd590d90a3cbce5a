import { within } from '../../runtime/deadline.ts';
import { type Clock, MAX_CLOCK_SKEW_MS } from '../../runtime/clock.ts';
import type { Storage } from '../../actors/ports.ts';
import * as f from '../../domain/fields/field.ts';

const STORAGE_TIMEOUT_MS = 2000;
const MAX_AGE_MS = 1000;

export const readinessField = f.object({
  ready: f.boolean(),
  storage: f.described(f.oneOf(['ok', 'full', 'away']), {
    description:
      '`full` when the last write found no room on the disk: what is stored is read, and every change is refused. `away` when the database does not answer, or its file, tables or rights are gone.',
  }),
  channel: f.oneOf(['ok', 'off']),
  clock: f.described(f.oneOf(['ok', 'skewed', 'unknown']), {
    description:
      '`skewed` when the clocks of coordinator and database differ by more than 2 s. Does not change `ready`.',
  }),
});
export type ReadinessReport = f.Infer<typeof readinessField>;

/** Answers `/readyz`. The route is public, so the database is queried at most once a second. */
export class Readiness {
  readonly #storage: Pick<Storage, 'now' | 'state'>;
  readonly #clock: Clock;
  readonly #channel: 'ok' | 'off';
  #at = Number.NEGATIVE_INFINITY;
  #report: Promise<ReadinessReport> | undefined;

  constructor(storage: Pick<Storage, 'now' | 'state'>, clock: Clock, hasChannel: boolean) {
    this.#storage = storage;
    this.#clock = clock;
    this.#channel = hasChannel ? 'ok' : 'off';
  }

  report(): Promise<ReadinessReport> {
    const now = this.#clock.elapsed();
    if (this.#report === undefined || now - this.#at >= MAX_AGE_MS) {
      this.#at = now;
      this.#report = this.#check();
    }
    return this.#report;
  }

  async #check(): Promise<ReadinessReport> {
    const sentAt = this.#clock.now();
    const channel = this.#channel;
    try {
      const theirs = await within(
        this.#clock,
        STORAGE_TIMEOUT_MS,
        this.#storage.now(),
        'storage_unavailable',
        'The database did not answer in time',
      );
      // The database read its clock between query and answer; the middle is the best guess.
      const skew = Math.abs(theirs - (sentAt + this.#clock.now()) / 2);
      const storage = this.#storage.state();
      const ready = storage === 'ok';
      return { ready, storage, channel, clock: skew > MAX_CLOCK_SKEW_MS ? 'skewed' : 'ok' };
    } catch {
      return { ready: false, storage: 'away', channel, clock: 'unknown' };
    }
  }
}
