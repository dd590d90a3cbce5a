import { addressBlock } from '../ip-address.ts';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';

const MINUTE_MS = 60_000;
const MAX_ADDRESSES = 1_000;
/** Stands for the addresses beyond the thousandth of a minute. */
const OTHERS = 'others';

interface Refusals {
  since: number;
  /** Since the last line. */
  times: number;
}

/**
 * Logs who was refused, in warnings named `event`: the first refusal of an address at once, and the later ones in one line a
 * minute with their number. An IPv6 /64 counts as one address.
 */
export class RefusalLog {
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #event: string;
  readonly #blocks = new Map<string, Refusals>();

  constructor(clock: Clock, logger: Logger, event: string) {
    this.#clock = clock;
    this.#logger = logger;
    this.#event = event;
  }

  note(address: string): void {
    const block = addressBlock(address);
    const key = this.#blocks.has(block) || this.#blocks.size < MAX_ADDRESSES ? block : OTHERS;
    const known = this.#blocks.get(key);
    if (known !== undefined) {
      known.times += 1;
      return;
    }
    this.#blocks.set(key, { since: this.#clock.elapsed(), times: 0 });
    this.#write(key, 1);
  }

  /** Writes the lines that are due and forgets who did not come again. To be called every few seconds. */
  sweep(): void {
    const now = this.#clock.elapsed();
    for (const [key, refusals] of this.#blocks) {
      if (now - refusals.since < MINUTE_MS) continue;
      if (refusals.times === 0) this.#blocks.delete(key);
      else {
        this.#write(key, refusals.times);
        refusals.since = now;
        refusals.times = 0;
      }
    }
  }

  #write(address: string, times: number): void {
    this.#logger.warn({ event: this.#event, address, times });
  }
}
