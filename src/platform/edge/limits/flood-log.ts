import type { Clock } from '../../../runtime/clock.ts';
import type { Logger } from '../../../runtime/logger.ts';

const EVERY_MS = 10_000;

/** Logs connections that were refused by the limits: one line for all that come within ten seconds. */
export class FloodLog {
  readonly #clock: Clock;
  readonly #logger: Logger;
  #refused = 0;
  #timer: unknown = null;

  constructor(clock: Clock, logger: Logger) {
    this.#clock = clock;
    this.#logger = logger;
  }

  note(ip: string): void {
    this.#refused += 1;
    this.#timer ??= this.#clock.setTimeout(() => this.#write(ip), EVERY_MS);
  }

  close(): void {
    this.#clock.clearTimeout(this.#timer);
  }

  #write(ip: string): void {
    this.#logger.warn({ event: 'edge.limited', refused: this.#refused, firstAddress: ip });
    this.#refused = 0;
    this.#timer = null;
  }
}
