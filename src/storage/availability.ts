import type { AppError } from '../domain/errors.ts';
import type { Logger } from '../runtime/logger.ts';
import { DatabaseFailure } from './failure.ts';

/**
 * Logs once when the database goes away and once when it is back, instead of once for each query. A query that the
 * database refuses is a mistake of ours and is logged every time.
 */
export class Availability {
  readonly #logger: Logger;
  #away = false;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** A query succeeded. */
  worked(): void {
    if (!this.#away) return;
    this.#away = false;
    this.#logger.info({ event: 'storage.recovered' });
  }

  /** Returns the error, so that callers can `throw availability.failed(…)`. */
  failed(error: AppError): AppError {
    const code = error.facts.cause instanceof DatabaseFailure ? error.facts.cause.code : error.code;
    if (error.code !== 'storage_unavailable') {
      this.#logger.error({ event: 'storage.refused', code });
    } else if (!this.#away) {
      this.#away = true;
      this.#logger.warn({ event: 'storage.unavailable', code });
    }
    return error;
  }
}
