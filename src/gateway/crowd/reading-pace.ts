import type { Clock } from '../../runtime/clock.ts';

/** For which no pace is asked. */
const FREE_MS = 10_000;
/** A telephone far from its mast reads as fast. */
const BYTES_PER_SECOND = 8 * 1024;

/**
 * How fast an answer must be read while places are few: uWebSockets.js closes a reader that takes nothing for ten seconds,
 * and one that takes a little now and then would hold its connection for hours, without a login.
 */
export class ReadingPace {
  readonly #clock: Clock;
  readonly #connections: { readonly isCrowded: boolean };

  constructor(clock: Clock, connections: { readonly isCrowded: boolean }) {
    this.#clock = clock;
    this.#connections = connections;
  }

  /** Begins with an answer that waits for its reader; returns whether one who has taken so many bytes by now may go on. */
  begin(): (bytes: number) => boolean {
    const began = this.#clock.elapsed();
    return (bytes) => {
      const late = this.#clock.elapsed() - began - FREE_MS;
      return late <= 0 || !this.#connections.isCrowded || bytes * 1_000 >= late * BYTES_PER_SECOND;
    };
  }
}
