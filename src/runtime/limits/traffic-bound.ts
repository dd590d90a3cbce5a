import type { Clock } from '../clock.ts';
import { Allowance, type Rate } from './allowance.ts';

/** What one peer may send, over all its connections: a new connection is no new beginning. */
export interface TrafficLimits {
  readonly bytes: Rate;
  readonly messages: Rate;
}

/** A read costs something however few bytes it brings, so that single bytes are counted as so many. */
const MIN_READ_BYTES = 64;

/** Counts what a peer sends. Each method returns what was exceeded, in words for the log, or undefined. */
export class TrafficBound {
  readonly #limits: TrafficLimits;
  readonly #bytes: Allowance;
  readonly #messages: Allowance;

  constructor(limits: TrafficLimits, clock: Clock) {
    this.#limits = limits;
    this.#bytes = new Allowance(limits.bytes, clock);
    this.#messages = new Allowance(limits.messages, clock);
  }

  /** Bytes have arrived, before they are read. `now` as for `Allowance.take`. */
  read(bytes: number, now?: number): string | undefined {
    if (this.#bytes.take(Math.max(MIN_READ_BYTES, bytes), now)) return undefined;
    return excess('bytes', this.#limits.bytes);
  }

  message(now?: number): string | undefined {
    return this.#messages.take(1, now) ? undefined : excess('messages', this.#limits.messages);
  }
}

/** What a peer exceeded, in words for the log. */
export function excess(what: string, { burst, perSecond }: Rate): string {
  return `it sends more than ${perSecond} ${what} a second, and ${burst} at once`;
}
