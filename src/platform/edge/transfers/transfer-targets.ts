import { foldName } from '../../../domain/player-name.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { addressBlock } from '../../../runtime/ip-address.ts';

/** How long a player may take to come back. */
const REMEMBERED_MS = 30_000;
const MAX_TARGETS = 10_000;

/** A login as an edge can tell it from others: nobody has proved the name, and the address is where an answer would go. */
export interface LoginMark {
  readonly name: string;
  readonly ip: string;
}

interface Target {
  readonly server: string;
  /** By `Clock.elapsed`. */
  readonly end: number;
}

/**
 * To which server a player who was just sent away comes back: for 30 s, for one login, and only from the address that they
 * were here from. Of too many the oldest are forgotten.
 */
export class TransferTargets {
  readonly #clock: Pick<Clock, 'elapsed'>;
  /** All last equally long, so the order of insertion is the order of ends. */
  readonly #targets = new Map<string, Target>();

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** How many are remembered, those included that nobody has looked at since they ended. */
  get size(): number {
    return this.#targets.size;
  }

  /** Takes the place of an earlier target of this player. */
  remember(mark: LoginMark, server: string): void {
    const now = this.#clock.elapsed();
    const key = keyOf(mark);
    this.#targets.delete(key);
    this.#targets.set(key, { server, end: now + REMEMBERED_MS });
    for (const [oldest, { end }] of this.#targets) {
      if (end > now && this.#targets.size <= MAX_TARGETS) return;
      this.#targets.delete(oldest);
    }
  }

  /** The server for this login, and for no later one. */
  take(mark: LoginMark): string | undefined {
    const key = keyOf(mark);
    const target = this.#targets.get(key);
    this.#targets.delete(key);
    return target !== undefined && target.end > this.#clock.elapsed() ? target.server : undefined;
  }
}

/** No name has a line break, and a household may change its IPv6 address between two connections. */
function keyOf({ name, ip }: LoginMark): string {
  return `${foldName(name)}\n${addressBlock(ip)}`;
}
