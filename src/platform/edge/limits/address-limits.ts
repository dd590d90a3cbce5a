import type { Clock } from '../../../runtime/clock.ts';
import { addressBlock } from '../../../runtime/ip-address.ts';
import { RateLimiter } from '../../../runtime/limits/rate-limiter.ts';

const MINUTE_MS = 60_000;
/** How many addresses are remembered; a flood from more than this makes the edge forget the older ones. */
const MAX_REMEMBERED = 65_536;

/** The limits of one address. */
export interface AddressRules {
  /** New connections of one address per minute; as many at once after a quiet minute. */
  readonly perMinute: number;
  /** Open connections of one address, players included. */
  readonly open: number;
}

/**
 * Limits the connections of every address. One customer has a whole IPv6 /64, so a /64 counts as one address. Memory is
 * bounded by the open sockets and by a fixed number of remembered addresses.
 */
export class AddressLimits {
  readonly #maxOpen: number;
  readonly #rate: RateLimiter<string>;
  readonly #open = new Map<string, number>();

  constructor({ perMinute, open }: AddressRules, clock: Clock) {
    this.#maxOpen = open;
    this.#rate = new RateLimiter({
      clock,
      burst: perMinute,
      everyMs: MINUTE_MS / perMinute,
      remembered: MAX_REMEMBERED,
    });
  }

  /** How many addresses are remembered. */
  get remembered(): number {
    return this.#rate.remembered;
  }

  /** Counts a new connection; false when it is one too many. After true, `release` must follow when it is closed. */
  admit(ip: string): boolean {
    const block = addressBlock(ip);
    const open = this.#open.get(block) ?? 0;
    if (!this.#rate.allows(block) || open >= this.#maxOpen) return false;
    this.#open.set(block, open + 1);
    return true;
  }

  release(ip: string): void {
    const block = addressBlock(ip);
    const open = (this.#open.get(block) ?? 1) - 1;
    if (open > 0) this.#open.set(block, open);
    else this.#open.delete(block);
  }
}
