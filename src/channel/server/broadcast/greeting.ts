import type { Clock } from '../../../runtime/clock.ts';

/** Changes are collected for this long, so that many joins at once cost each agent ten writes a second. */
export const GATHER_MS = 100;

/**
 * The frames for an agent that comes, written once for all that come while the changes since are gathered: whoever gets older ones is
 * here when these changes are sent.
 */
export class Greeting {
  readonly #clock: Clock;
  readonly #write: () => readonly string[];
  #frames: readonly string[] = [];
  #until = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, write: () => readonly string[]) {
    this.#clock = clock;
    this.#write = write;
  }

  frames(): readonly string[] {
    if (this.#clock.elapsed() >= this.#until) {
      this.#frames = this.#write();
      this.#until = this.#clock.elapsed() + GATHER_MS;
    }
    return this.#frames;
  }

  forget(): void {
    this.#frames = [];
    this.#until = Number.NEGATIVE_INFINITY;
  }
}
