import type { Clock } from '../../runtime/clock.ts';
import { RateLimiter } from '../../runtime/limits/rate-limiter.ts';

/** For names of logins: so many at once after a pause, then one every 2 s. */
const LOGINS = { burst: 14, everyMs: 2_000 };
/** For names of players who are online, which no login can spend. Both together: 60 a minute and 420 in ten at most. */
const ONLINE = { burst: 4, everyMs: 6_000 };
/** Of those about players who are online, what logins under names of bans can spend: 4 a minute of 10. */
const BANNED = { burst: 2, everyMs: 15_000 };
/** Of the questions for logins, what one block of addresses can spend: a third. */
const BLOCK = { burst: 4, everyMs: 6_000 };
const MAX_BLOCKS = 65_536;
const FIRST_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 300_000;
/** Failures in a row after which nobody is asked for a while. */
const MAX_FAILURES = 5;

/** Whether the account service may be asked now: within its limits, and not while it is away. */
export class QuestionBudget {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #logins: RateLimiter<'all'>;
  readonly #online: RateLimiter<'all'>;
  readonly #banned: RateLimiter<'all'>;
  readonly #blocks: RateLimiter<string>;
  #failures = 0;
  #pauses = 0;
  #pausedUntil = 0;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
    this.#logins = new RateLimiter({ clock, ...LOGINS, remembered: 1 });
    this.#online = new RateLimiter({ clock, ...ONLINE, remembered: 1 });
    this.#banned = new RateLimiter({ clock, ...BANNED, remembered: 1 });
    this.#blocks = new RateLimiter({ clock, ...BLOCK, remembered: MAX_BLOCKS });
  }

  /** Whether nobody is to be asked, because the service did not answer. */
  get isPaused(): boolean {
    return this.#clock.elapsed() < this.#pausedUntil;
  }

  /** Counts one question that a login from this block of addresses brought about; false when it must not be put. */
  allowsLogin(block: string): boolean {
    if (this.isPaused || !this.#logins.wouldAllow('all')) return false;
    return this.#blocks.allows(block) && this.#logins.allows('all');
  }

  /** Counts one question about players who are online; false when it must not be put. */
  allowsOnline(): boolean {
    return !this.isPaused && this.#online.allows('all');
  }

  /** Counts one question about names of bans, and as one about players who are online; false when it must not be put. */
  allowsBanned(): boolean {
    if (this.isPaused || !this.#online.wouldAllow('all')) return false;
    return this.#banned.allows('all') && this.#online.allows('all');
  }

  answered(): void {
    this.#failures = 0;
    this.#pauses = 0;
  }

  /** No answer. After some in a row nobody is asked for 30 s, then up to five minutes, of which half is random. */
  failed(): void {
    this.#failures += 1;
    if (this.#failures < MAX_FAILURES) return;
    const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#pauses);
    this.#pauses = Math.min(this.#pauses + 1, 8);
    // One question after the pause decides whether the next one follows.
    this.#failures = MAX_FAILURES - 1;
    this.#pausedUntil = this.#clock.elapsed() + pause * (0.75 + this.#random() / 2);
  }
}
