import type { Clock } from '../../runtime/clock.ts';

/** Up to here a count is cheap enough to be taken again after every change (8 ms on MariaDB). */
const ALWAYS_EXACT = 100_000;
const PAUSE_MS = 5_000;
const MAX_MS = 60_000;

/**
 * How many rows a table has, for totals that every page repeats: MariaDB counts a million rows in 82 ms. A small table is
 * counted again after each of our changes and the answer is exact; a large one at most every five seconds, while the
 * last answer serves. After a minute it is counted again in any case, because others may write the table as well.
 */
export class RowCount {
  readonly #count: () => Promise<number>;
  readonly #clock: Clock;
  #known = -1;
  #stale = true;
  #countedAt = 0;
  #counting: Promise<number> | undefined;
  #begun = 0;
  #knownTurn = 0;

  constructor(count: () => Promise<number>, clock: Clock) {
    this.#count = count;
    this.#clock = clock;
  }

  /** Rows were written; to be called once they can be seen by others. */
  changed(): void {
    this.#stale = true;
  }

  async total(): Promise<number> {
    const age = this.#clock.now() - this.#countedAt;
    const due = this.#stale || age > MAX_MS;
    if (this.#known >= 0 && !due) return this.#known;
    if (this.#known < ALWAYS_EXACT) return this.#recount();
    // The last answer serves; a failure will be met again by the next page, which asks the database for its rows.
    if (age > PAUSE_MS) this.#recount().catch(() => undefined);
    return this.#known;
  }

  async #recount(): Promise<number> {
    // What was written after a count began may be missing in it, so it cannot be shared with those who ask later.
    if (this.#counting !== undefined && !this.#stale) return this.#counting;
    this.#stale = false;
    const counting = this.#take();
    this.#counting = counting;
    try {
      return await counting;
    } catch (error) {
      this.#stale = true;
      throw error;
    } finally {
      if (this.#counting === counting) this.#counting = undefined;
    }
  }

  async #take(): Promise<number> {
    this.#begun += 1;
    const turn = this.#begun;
    const count = await this.#count();
    // A count that began earlier may answer later, and must not bring an old number back.
    if (turn > this.#knownTurn) {
      this.#knownTurn = turn;
      this.#known = count;
      this.#countedAt = this.#clock.now();
    }
    return count;
  }
}
