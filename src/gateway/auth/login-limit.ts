import { LRUCache } from 'lru-cache';
import type { Clock } from '../../runtime/clock.ts';
import { AppError } from '../../domain/errors.ts';

const WINDOW_MS = 60_000;
const FREE_ATTEMPTS = 5;
const FIRST_WAIT_MS = 60_000;
const MAX_WAIT_MS = 15 * 60_000;
const MAX_PLACES = 10_000;

interface Tries {
  /** Attempts inside the window, oldest first; at most five. */
  readonly attempts: readonly number[];
  readonly waits: number;
  readonly blockedUntil: number;
}

const CLEAN: Tries = { attempts: [], waits: 0, blockedUntil: 0 };

/**
 * Failed logins: five from one place in 60 s, then a wait of a minute; each further failure doubles it, up to 15 min
 * (CONTRACT §1, 429). An attempt counts from its beginning, so that a hundred at once are no way around it.
 * Bounded: beyond 10 000 places the one not seen for longest is forgotten.
 */
export class LoginLimit {
  readonly #clock: Clock;
  readonly #places = new LRUCache<string, Tries>({ max: MAX_PLACES });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts an attempt from `place` or throws 429; the answer takes it back, for one that was never checked. */
  enter(place: string): () => void {
    const now = this.#clock.now();
    const before = this.#read(place, now);
    if (now < before.blockedUntil) throw tooMany(before.blockedUntil - now);
    const attempts = [...before.attempts, now];
    const exhausted = before.waits > 0 || attempts.length >= FREE_ATTEMPTS;
    this.#write(
      place,
      exhausted
        ? { attempts: [], waits: before.waits + 1, blockedUntil: now + waitAfter(before.waits) }
        : { ...before, attempts },
    );
    return () => this.#write(place, before);
  }

  /** The password was right: nothing is held against this place any more. */
  forgive(place: string): void {
    this.#places.delete(place);
  }

  #read(place: string, now: number): Tries {
    const record = this.#places.peek(place);
    if (record === undefined) return CLEAN;
    // Doubling is forgotten only after as long a quiet as the longest wait.
    if (record.waits > 0 && now >= record.blockedUntil + MAX_WAIT_MS) return CLEAN;
    return { ...record, attempts: record.attempts.filter((at) => now - at < WINDOW_MS) };
  }

  #write(place: string, record: Tries): void {
    this.#places.set(place, record);
  }
}

function waitAfter(waits: number): number {
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(waits, 8));
}

function tooMany(milliseconds: number): AppError {
  const seconds = Math.ceil(milliseconds / 1000);
  return new AppError('too_many_attempts', `Too many failed logins; try again in ${seconds} s`, {
    retryAfterSeconds: seconds,
  });
}
