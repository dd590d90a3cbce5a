import type { Clock } from '../../runtime/clock.ts';
import { addressBlock } from '../../runtime/ip-address.ts';
import { WindowCounts } from './window-counts.ts';

/** Of the places of all who are known, for one block from which somebody logged in: a flood from one leaves others theirs. */
const OF_LOGIN = { opened: { share: 1 / 9, most: 64 }, kept: { share: 1 / 4, most: 256 } };
/** Of the places of all agents, for all blocks of agents together in two windows, so that stolen secrets do not add up. */
const SHARE_OF_AGENTS = 0.5;
/** Of the places of all who are known, where those of agents end. */
const LINE_OF_AGENTS = 0.5;

/** What somebody did by which the block is known; a password says more than the secret of one of many game servers. */
export type KnownAs = 'login' | 'agent';

interface KnownSharesOptions {
  readonly clock: Clock;
  readonly windowMs: number;
  /** Connections that there may be at once. */
  readonly limit: number;
  /** How many of them strangers can fill. */
  readonly below: number;
  /** By what an `addressBlock` is known, if it is. */
  readonly knownAs: (block: string) => KnownAs | undefined;
}

/**
 * The places that strangers cannot fill: half of them for blocks of agents and of logins, the rest for logins, so that
 * whoever has the secrets of any number of agents leaves the owner a place (docs/decisions/0130).
 */
export class KnownShares {
  readonly #knownAs: KnownSharesOptions['knownAs'];
  readonly #limits: Record<KnownAs, number>;
  readonly #places: number;
  readonly #counts: Record<KnownAs, { readonly opened: WindowCounts; readonly kept: WindowCounts }>;

  constructor({ clock, windowMs, limit, below, knownAs }: KnownSharesOptions) {
    this.#knownAs = knownAs;
    this.#places = limit - below;
    this.#limits = { login: limit, agent: below + this.#places * LINE_OF_AGENTS };
    const counts = () => new WindowCounts(clock, windowMs);
    this.#counts = {
      login: { opened: counts(), kept: counts() },
      agent: { opened: counts(), kept: counts() },
    };
  }

  /** Whether one who is known may open or keep a connection, with which there are `open`. Makes a hash: ask last of all. */
  may(act: 'opened' | 'kept', address: string, open: number): boolean {
    const block = addressBlock(address);
    const known = this.#knownAs(block);
    if (known === undefined || open > this.#limits[known]) return false;
    const { share, most } = OF_LOGIN[act];
    const mostOfOne = Math.max(1, Math.min(most, Math.floor(this.#places * share)));
    return this.#counts[known][act].take(block, ({ all, before = 0 }) => {
      if (known === 'login') return mostOfOne;
      const fair = Math.floor((this.#places * LINE_OF_AGENTS * SHARE_OF_AGENTS) / all);
      return Math.max(1, Math.min(mostOfOne, fair - before));
    });
  }
}
