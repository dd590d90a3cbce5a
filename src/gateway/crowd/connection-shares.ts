import type { Clock } from '../../runtime/clock.ts';
import { siteBlock } from '../../runtime/ip-address.ts';
import { type KnownAs, KnownShares } from './known-shares.ts';
import { WindowCounts } from './window-counts.ts';

/** The time after which uWebSockets.js closes a connection that asks nothing. */
const SILENT_MS = 10_000;
/**
 * Up to which share of the limit a site that nobody knows opens connections, and keeps them beyond an answer; above the
 * second what was kept drains. A new site, which did not ask in the last window, has places that the sites of a flood do not
 * have, because they go on asking. The places above are left to who is known, and to trusted proxies.
 */
const LINES = { new: { opens: 0.85, keeps: 0.78 }, repeated: { opens: 0.75, keeps: 0.7 } };
/**
 * Up to this share of the limit a site opens as many as it likes. It is low, because a flood has it besides what its sites
 * have by their shares.
 */
const FREE_SHARE = 0.25;
/**
 * What all sites that asked before have together in two windows, of the limit. A silent connection lives for not much longer
 * than one, so that they stay below where an answer is the last, and who comes again has the same as each of them.
 */
const SHARE_OF_REPEATED = 0.6;
/** What one site may open in a window, where there is enough: a browser opens six. */
const MOST_OPENED = 16;
/** Answers of one site in a window that leave their connection open: so many connections a site can hold. */
const MOST_KEPT = 32;
/** Answers too long to be the last of their connection that one site gets in a window. */
const MOST_LONG = 8;

interface ConnectionSharesOptions {
  readonly clock: Clock;
  /** Connections that there may be at once. */
  readonly limit: number;
  /** Of an `addressBlock`: somebody logged in from it, or an agent came from it by a secret that strangers do not have. */
  readonly knownAs: (block: string) => KnownAs | undefined;
}

/**
 * Who gets a connection while places are few, and whose answers leave theirs open. A site (an IPv4 /24, an IPv6 /48) that
 * nobody knows has a share as all that came lately, so that a thousand sites that say nothing leave a place to one more; who
 * is known has places of their own (docs/decisions/0130). `open` is always the number of connections there are, with the one
 * in question.
 */
export class ConnectionShares {
  readonly #limit: number;
  readonly #opened: WindowCounts;
  readonly #kept: WindowCounts;
  readonly #long: WindowCounts;
  readonly #known: KnownShares;

  constructor({ clock, limit, knownAs }: ConnectionSharesOptions) {
    this.#limit = limit;
    this.#opened = new WindowCounts(clock, SILENT_MS);
    this.#kept = new WindowCounts(clock, SILENT_MS);
    this.#long = new WindowCounts(clock, SILENT_MS);
    const below = limit * LINES.new.opens;
    this.#known = new KnownShares({ clock, windowMs: SILENT_MS, limit, below, knownAs });
  }

  /** Whether a connection of this address may stay. Ask for each one: those that all may open count too. */
  mayOpen(address: string, open: number): boolean {
    if (this.#hasFairShare(this.#opened, MOST_OPENED, address, open)) return true;
    return open <= this.#limit * FREE_SHARE || this.#known.may('opened', address, open);
  }

  /** Whether the connection of this address may go on after an answer. */
  mayKeep(address: string, open: number): boolean {
    const mayKeep = this.#kept.take(siteBlock(address), ({ before }) => {
      const { keeps } = before === undefined ? LINES.new : LINES.repeated;
      return open <= this.#limit * keeps ? MOST_KEPT : 0;
    });
    return mayKeep || this.#known.may('kept', address, open);
  }

  /** Whether an answer that its connection outlives may be given to who may not keep theirs. */
  mayTakeLong(address: string, open: number): boolean {
    return this.#hasFairShare(this.#long, MOST_LONG, address, open);
  }

  /** At least one for each site in a window, as long as there are places. */
  #hasFairShare(counts: WindowCounts, most: number, address: string, open: number): boolean {
    return counts.take(siteBlock(address), ({ all, fresh, before }) => {
      const { opens } = before === undefined ? LINES.new : LINES.repeated;
      const left = this.#limit * opens - open;
      if (left < 0) return 0;
      const fair = before === undefined ? left / fresh : (this.#limit * SHARE_OF_REPEATED) / all - before;
      return Math.max(1, Math.min(most, Math.floor(fair)));
    });
  }
}
