import { within } from '../../runtime/deadline.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Storage } from '../../actors/ports.ts';
import * as f from '../../domain/fields/field.ts';

/** More than this between our clock and the database's is worth a warning (CONTRACT §2). */
const MAX_SKEW_MS = 2000;
const STORAGE_TIMEOUT_MS = 2000;
const KEEP_MS = 1000;

export const readinessField = f.object({
  ready: f.boolean(),
  storage: f.oneOf(['ok', 'away']),
  channel: f.oneOf(['ok', 'off']),
  clock: f.described(f.oneOf(['ok', 'skewed', 'unknown']), {
    description:
      'Whether our clock and that of the database are less than 2 s apart. Does not decide `ready`.',
  }),
});
export type ReadinessReport = f.Infer<typeof readinessField>;

/** Answers `/readyz`; asked by anybody, so the database is asked at most once a second. */
export class Readiness {
  readonly #storage: Pick<Storage, 'now'>;
  readonly #clock: Clock;
  readonly #channel: 'ok' | 'off';
  #at = Number.NEGATIVE_INFINITY;
  #report: Promise<ReadinessReport> | undefined;

  constructor(storage: Pick<Storage, 'now'>, clock: Clock, hasChannel: boolean) {
    this.#storage = storage;
    this.#clock = clock;
    this.#channel = hasChannel ? 'ok' : 'off';
  }

  report(): Promise<ReadinessReport> {
    const now = this.#clock.now();
    if (this.#report === undefined || now - this.#at >= KEEP_MS) {
      this.#at = now;
      this.#report = this.#look();
    }
    return this.#report;
  }

  async #look(): Promise<ReadinessReport> {
    const asked = this.#clock.now();
    const channel = this.#channel;
    try {
      const theirs = await within(
        this.#clock,
        STORAGE_TIMEOUT_MS,
        this.#storage.now(),
        'storage_unavailable',
        'The database did not answer in time',
      );
      // It read its clock somewhere between question and answer.
      const skew = Math.abs(theirs - (asked + this.#clock.now()) / 2);
      return { ready: true, storage: 'ok', channel, clock: skew > MAX_SKEW_MS ? 'skewed' : 'ok' };
    } catch {
      return { ready: false, storage: 'away', channel, clock: 'unknown' };
    }
  }
}
