import type { Clock } from '../../../runtime/clock.ts';
import type { Logger } from '../../../runtime/logger.ts';

const EVERY_MS = 10_000;

/** Tells the operator of connections that were over the limits, in one line for as many as come in ten seconds. */
export class FloodLog {
  readonly #clock: Clock;
  readonly #logger: Logger;
  #turnedAway = 0;
  #timer: unknown = null;

  constructor(clock: Clock, logger: Logger) {
    this.#clock = clock;
    this.#logger = logger;
  }

  note(ip: string): void {
    this.#turnedAway += 1;
    this.#timer ??= this.#clock.setTimeout(() => this.#tell(ip), EVERY_MS);
  }

  close(): void {
    this.#clock.clearTimeout(this.#timer);
  }

  #tell(ip: string): void {
    this.#logger.warn({ event: 'edge.limited', turnedAway: this.#turnedAway, firstAddress: ip });
    this.#turnedAway = 0;
    this.#timer = null;
  }
}
