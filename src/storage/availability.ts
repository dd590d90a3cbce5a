import type { AppError } from '../domain/errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import { DatabaseFailure } from './failure.ts';

/** Codes of a disk, or of a quota, that has no room. */
const FULL = new Set(['SQLITE_FULL', 'ER_DISK_FULL', 'ER_DISK_FULL_NOWAIT', 'ER_RECORD_FILE_FULL']);
/** A small write may find room where a large one did not. Only after this time without a failure is there room again. */
const CALM_MS = 10_000;

interface AvailabilityDeps {
  readonly logger: Logger;
  readonly clock: Clock;
  /** For the operator: the path of the file, or the host. */
  readonly place: string;
}

/**
 * Logs once when the database goes away or its disk is full, and once when that is over, instead of once for each query. A
 * query that the database refuses is a mistake of ours and is logged every time.
 */
export class Availability {
  readonly #deps: AvailabilityDeps;
  #away = false;
  /** When a write found no room last, by `Clock.elapsed`; undefined while there is room. */
  #fullAt: number | undefined;

  constructor(deps: AvailabilityDeps) {
    this.#deps = deps;
  }

  /** False from a write that found the disk full until one that works. */
  get hasRoom(): boolean {
    return this.#fullAt === undefined;
  }

  /** A query succeeded; `stored`: it wrote something that is on disk now. Reads say nothing about a full disk. */
  worked(stored: boolean): void {
    const { clock, logger } = this.#deps;
    if (stored && this.#fullAt !== undefined && clock.elapsed() - this.#fullAt >= CALM_MS) {
      this.#fullAt = undefined;
      logger.info({ event: 'storage.recovered' });
    }
    if (!this.#away) return;
    this.#away = false;
    logger.info({ event: 'storage.recovered' });
  }

  /** Returns the error, so that callers can `throw availability.failed(…)`. */
  failed(error: AppError): AppError {
    const { logger, clock, place } = this.#deps;
    const code = error.facts.cause instanceof DatabaseFailure ? error.facts.cause.code : error.code;
    if (error.code !== 'storage_unavailable') {
      logger.error({ event: 'storage.refused', code });
    } else if (FULL.has(code)) {
      const wasFull = this.#fullAt !== undefined;
      this.#fullAt = clock.elapsed();
      if (wasFull) return error;
      const detail =
        'There is no room for the database: bans and all other changes are refused. Free some there, and it goes on by itself within a minute';
      logger.error({ event: 'storage.full', code, place, detail });
    } else if (!this.#away) {
      this.#away = true;
      logger.warn({ event: 'storage.unavailable', code });
    }
    return error;
  }
}
