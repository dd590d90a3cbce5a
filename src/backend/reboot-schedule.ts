import { Cron } from 'croner';
import { backoffMs, type Random } from '../runtime/backoff.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';

/** A timer holds at most 24 days; and a clock that is set to another time is noticed within the hour. */
const MAX_WAIT_MS = 3_600_000;
const MAX_TRIES = 6;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;

export interface RebootScheduleOptions {
  /** Cron patterns; none for no schedule. */
  readonly patterns: readonly string[];
  /** IANA name of the time zone of the patterns. */
  readonly timezone: string;
  /** Begins a reboot; rejects when it cannot begin. */
  readonly reboot: () => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
}

/** Reboots the server at the times of its cron patterns. A reboot that cannot begin is tried again for a few minutes. */
export class RebootSchedule {
  readonly #options: RebootScheduleOptions;
  readonly #crons: readonly Cron[];
  #timer: unknown = null;
  #retryTimer: unknown = null;
  #isClosed = false;

  /** Throws a TypeError for an invalid cron pattern. */
  constructor(options: RebootScheduleOptions) {
    this.#options = options;
    const { timezone, patterns } = options;
    this.#crons = patterns.map((pattern) => new Cron(pattern, { paused: true, timezone }));
    this.#wait(this.next());
  }

  /** Epoch milliseconds of the next reboot; null for never. */
  next(): number | null {
    const now = new Date(this.#options.clock.now());
    const times = this.#crons.flatMap((cron) => cron.nextRun(now)?.getTime() ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  close(): void {
    this.#isClosed = true;
    this.#options.clock.clearTimeout(this.#timer);
    this.#options.clock.clearTimeout(this.#retryTimer);
  }

  #wait(at: number | null): void {
    if (at === null || this.#isClosed) return;
    const { clock } = this.#options;
    const left = Math.max(0, at - clock.now());
    this.#timer = clock.setTimeout(
      () => {
        if (clock.now() < at) return this.#wait(at);
        void this.#reboot(0);
        this.#wait(this.next());
      },
      Math.min(left, MAX_WAIT_MS),
    );
  }

  async #reboot(attempt: number): Promise<void> {
    if (this.#isClosed) return;
    const { reboot, clock, logger, random } = this.#options;
    // The next time has come before the tries for the last one were over.
    clock.clearTimeout(this.#retryTimer);
    try {
      await reboot();
      logger.info({ event: 'reboot.scheduled' });
    } catch (error) {
      if (this.#isClosed) return;
      if (attempt + 1 >= MAX_TRIES) {
        logger.error({ event: 'reboot.schedule-missed', err: error });
        return;
      }
      const retryInMs = backoffMs(attempt, FIRST_RETRY_MS, MAX_RETRY_MS, random);
      logger.warn({ event: 'reboot.schedule-waits', err: error, retryInMs });
      clock.clearTimeout(this.#retryTimer);
      this.#retryTimer = clock.setTimeout(() => void this.#reboot(attempt + 1), retryInMs);
    }
  }
}
