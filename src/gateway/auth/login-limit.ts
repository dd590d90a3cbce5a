import { LRUCache } from 'lru-cache';
import type { Clock } from '../../runtime/clock.ts';
import { AppError } from '../../domain/errors.ts';

const WINDOW_MS = 60_000;
const FREE_ATTEMPTS = 5;
const FIRST_WAIT_MS = 60_000;
const MAX_WAIT_MS = 15 * 60_000;
const MAX_BLOCKS = 10_000;

interface Attempt {
  readonly at: number;
  /** Until when the block had to wait before this attempt. */
  readonly blockedBefore: number;
}

interface Failures {
  /** Attempts inside the window, oldest first; at most five. Those that began the present wait are still among them. */
  readonly attempts: readonly Attempt[];
  readonly waits: number;
  readonly blockedUntil: number;
}

const CLEAN: Failures = { attempts: [], waits: 0, blockedUntil: 0 };

/**
 * Limits failed logins of an address block: after five in 60 s it must wait a minute, and each further failure doubles
 * the wait, up to 15 min (docs/api.md "Authentication"). An attempt counts from its start, so that a hundred
 * attempts at once do not bypass the limit. Beyond 10 000 blocks the least recently seen one is forgotten.
 */
export class LoginLimit {
  readonly #clock: Clock;
  readonly #blocks = new LRUCache<string, Failures>({ max: MAX_BLOCKS });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts an attempt or throws 429. Call the result to take back an attempt whose password was never checked. */
  enter(block: string): () => void {
    // Not by the clock of the wall: put back by hours, it would lock the login for hours.
    const now = this.#clock.elapsed();
    const before = this.#read(block, now);
    if (now < before.blockedUntil) throw tooMany(before.blockedUntil - now);
    const attempt = { at: now, blockedBefore: before.blockedUntil };
    const attempts = [...before.attempts, attempt];
    const exhausted = before.waits > 0 || attempts.length >= FREE_ATTEMPTS;
    this.#write(
      block,
      exhausted
        ? { attempts, waits: before.waits + 1, blockedUntil: now + waitAfter(before.waits) }
        : { ...before, attempts },
    );
    return () => this.#takeBack(block, attempt);
  }

  /** The password was right: earlier failures of this block no longer count. */
  forgive(block: string): void {
    this.#blocks.delete(block);
  }

  /** Only this attempt: others of the block may have been checked since it began. */
  #takeBack(block: string, attempt: Attempt): void {
    const record = this.#blocks.peek(block);
    if (record?.attempts.includes(attempt) !== true) return;
    const attempts = record.attempts.filter((one) => one !== attempt);
    // Without it there would have been no wait.
    const { waits, blockedUntil } =
      record.waits === 0 ? record : { waits: record.waits - 1, blockedUntil: attempt.blockedBefore };
    this.#write(block, { attempts, waits, blockedUntil });
  }

  #read(block: string, now: number): Failures {
    const record = this.#blocks.peek(block);
    if (record === undefined) return CLEAN;
    // The doubling ends only after a quiet time as long as the longest wait.
    if (record.waits > 0 && now >= record.blockedUntil + MAX_WAIT_MS) return CLEAN;
    return { ...record, attempts: record.attempts.filter(({ at }) => now - at < WINDOW_MS) };
  }

  #write(block: string, record: Failures): void {
    this.#blocks.set(block, record);
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
