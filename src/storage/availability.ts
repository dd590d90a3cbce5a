import { AppError } from '../domain/errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import { ThinnedLog } from '../runtime/thinned-log.ts';
import { DatabaseFailure } from './failure.ts';
import type { StoreFault } from './running-fault.ts';
import type { StoreWatch } from './store-watch.ts';

/** A small write may find room where a large one did not. Only after this time without a failure is there room again. */
const CALM_MS = 10_000;

interface AvailabilityDeps {
  readonly logger: Logger;
  readonly clock: Clock;
  /** For the operator: the path of the file, or the host. */
  readonly place: string;
  /** What is wrong and what to do; undefined for what passes by itself. */
  readonly explain: (error: unknown) => StoreFault | undefined;
  readonly watch: StoreWatch;
}

/**
 * Logs once when the database goes away or its disk is full, and once when that is over, instead of once for each query;
 * and less often when it comes and goes. What was taken away under the process is for the watch to say.
 */
export class Availability {
  readonly #deps: AvailabilityDeps;
  readonly #gone: ThinnedLog;
  readonly #back: ThinnedLog;
  #away = false;
  /** When a write found no room last, by `Clock.elapsed`; undefined while there is room. */
  #fullAt: number | undefined;

  constructor(deps: AvailabilityDeps) {
    const { logger, clock } = deps;
    const common = { logger, clock, by: 'code' };
    this.#deps = deps;
    this.#gone = new ThinnedLog({ ...common, level: 'warn', event: 'storage.unavailable' });
    this.#back = new ThinnedLog({ ...common, level: 'info', event: 'storage.recovered' });
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
    this.#back.note('away', {});
  }

  /** Returns the error with what an operator should know, so that callers can `throw availability.failed(…)`. */
  failed(error: AppError): AppError {
    const { clock, place, explain, watch } = this.#deps;
    const code = error.facts.cause instanceof DatabaseFailure ? error.facts.cause.code : error.code;
    const { kind = 'away', detail } = explain(error) ?? {};
    if (kind === 'full') {
      const wasFull = this.#fullAt !== undefined;
      this.#fullAt = clock.elapsed();
      if (!wasFull) this.#sayFull(code, detail);
    } else if (kind === 'taken') {
      void watch.suspect(error);
    } else if (error.code !== 'storage_unavailable') {
      watch.noteRefused(error);
    } else if (!this.#away && watch.isOpen) {
      this.#away = true;
      this.#gone.note(code, { code, place, ...(detail === undefined ? {} : { detail }) });
    }
    if (detail === undefined) return error;
    return new AppError(error.code, error.message, { ...error.facts, advice: detail });
  }

  /** Writes what was counted and not yet logged. */
  close(): void {
    this.#gone.close();
    this.#back.close();
  }

  #sayFull(code: string, detail: string | undefined): void {
    const { logger, place } = this.#deps;
    logger.error({ event: 'storage.full', code, place, detail });
  }
}
