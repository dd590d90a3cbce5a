import type { Clock } from '../../../runtime/clock.ts';
import { ipBytes } from '../ip-address.ts';

const MINUTE_MS = 60_000;
/** So many addresses are remembered; whoever floods from more than this only makes us forget older ones. */
const MAX_REMEMBERED = 65_536;

export interface AddressRules {
  /** New connections of one address a minute; as many at once when it was quiet before. */
  readonly perMinute: number;
  /** Open connections of one address, players included. */
  readonly open: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Holds every address to its share of connections. One customer has a whole IPv6 /64, so that counts as one address.
 * Memory is bounded by the sockets that are open and by a fixed number of remembered addresses.
 */
export class AddressLimits {
  readonly #rules: AddressRules;
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();
  readonly #open = new Map<string, number>();

  constructor(rules: AddressRules, clock: Clock) {
    this.#rules = rules;
    this.#clock = clock;
  }

  /** How many addresses are remembered. */
  get remembered(): number {
    return this.#buckets.size;
  }

  /** Counts a new connection; false when it is one too many and was not counted as open. Else `release` must follow. */
  admit(ip: string): boolean {
    const block = blockOf(ip);
    const open = this.#open.get(block) ?? 0;
    if (!this.#takeToken(block) || open >= this.#rules.open) return false;
    this.#open.set(block, open + 1);
    return true;
  }

  release(ip: string): void {
    const block = blockOf(ip);
    const open = (this.#open.get(block) ?? 1) - 1;
    if (open > 0) this.#open.set(block, open);
    else this.#open.delete(block);
  }

  #takeToken(block: string): boolean {
    const { perMinute } = this.#rules;
    const now = this.#clock.now();
    const before = this.#buckets.get(block);
    const refilled =
      before === undefined ? perMinute : (perMinute * Math.max(0, now - before.at)) / MINUTE_MS;
    const tokens = Math.min(perMinute, (before?.tokens ?? 0) + refilled);
    // Put back at the end, so that the first is always the one not seen for the longest time.
    this.#buckets.delete(block);
    this.#buckets.set(block, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
    if (this.#buckets.size > MAX_REMEMBERED) this.#forgetOldest();
    return tokens >= 1;
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}

function blockOf(ip: string): string {
  const bytes = ipBytes(ip);
  return bytes === undefined ? ip : bytes.toString('latin1', 0, bytes.length === 16 ? 8 : 4);
}
