import type { AppError } from '../domain/errors.ts';
import type { Logger } from '../runtime/logger.ts';
import { DatabaseFailure } from './failure.ts';

/**
 * Tells the operator once when the database goes and once when it is back, instead of once a query; what the database
 * refused is a mistake of ours and is told every time.
 */
export class Availability {
  readonly #logger: Logger;
  #away = false;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  worked(): void {
    if (!this.#away) return;
    this.#away = false;
    this.#logger.info({ event: 'storage.recovered' });
  }

  /** Answers the error, so that callers can `throw availability.failed(…)`. */
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
