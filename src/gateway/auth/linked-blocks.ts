import { LRUCache } from 'lru-cache';
import type { Clock } from '../../runtime/clock.ts';
import { Allowance, type Rate } from '../../runtime/limits/allowance.ts';
import type { KnownBlocks } from './known-blocks.ts';

/** Of one agent: it moves to another machine now and then, and a stolen secret must not push the machines of others out. */
const NEW_BLOCKS: Rate = { burst: 4, perSecond: 1 / 86_400 };
/** As many as may be connected. */
const MAX_AGENTS = 4_096;

/** The address blocks from which agents came by secrets that strangers do not have. */
export class LinkedBlocks {
  readonly #known: Pick<KnownBlocks, 'has' | 'add'>;
  readonly #clock: Clock;
  readonly #allowances = new LRUCache<string, Allowance>({ max: MAX_AGENTS });

  constructor(known: Pick<KnownBlocks, 'has' | 'add'>, clock: Clock) {
    this.#known = known;
    this.#clock = clock;
  }

  /** This agent came from this `addressBlock`. */
  add(block: string, agent: string): void {
    if (this.#known.has(block) || this.#allowanceOf(agent).take(1)) this.#known.add(block);
  }

  #allowanceOf(agent: string): Allowance {
    const known = this.#allowances.get(agent);
    if (known !== undefined) return known;
    const allowance = new Allowance(NEW_BLOCKS, this.#clock);
    this.#allowances.set(agent, allowance);
    return allowance;
  }
}
