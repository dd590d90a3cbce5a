import type { Clock } from '../../runtime/clock.ts';

/** What has been away for so long is taken for removed: a network that grows and shrinks is not broken. */
const LOST_MS = 24 * 3_600_000;
/** Of so many names it is known that they are lost; the oldest are forgotten first. */
const MAX_LOST = 4_096;

/** `away` is what is not up for a reason: it restarts, is starting, or was never there. */
export type Standing = 'up' | 'away' | 'lost';

/** How many are up and how many were lost. */
export interface OutageFigures {
  /** How many were added, whatever their standing. */
  readonly known: number;
  readonly up: number;
  readonly lost: number;
  /** Since when none is up; where some are, since when the first of those that are lost is. Null where none is lost. */
  readonly since: number | null;
}

/** Which proxies, or which servers, are lost, and since when. */
export class Outages {
  readonly #clock: Clock;
  readonly #changed: () => void;
  readonly #known = new Set<string>();
  readonly #up = new Set<string>();
  /** Since when, in epoch milliseconds; the oldest first. */
  readonly #lost = new Map<string, number>();
  #noneSince: number;

  /** `changed` is called after each change of the figures; it must not throw. */
  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
    this.#noneSince = clock.now();
  }

  /** There is one more, which is not up yet. Not for proxies: nobody knows of those that never connected. */
  add(name: string): void {
    this.#known.add(name);
    this.#changed();
  }

  /** It was removed. */
  forget(name: string): void {
    this.#known.delete(name);
    this.#end(name);
    this.#changed();
  }

  /** One that is lost already stays lost since the same moment. */
  note(name: string, standing: Standing): void {
    const wasUp = this.#up.has(name);
    const wasLost = this.#lost.has(name);
    if (standing === 'up' ? wasUp : standing === 'lost' ? wasLost : !wasUp && !wasLost) return;
    this.#end(name);
    if (standing === 'up') this.#up.add(name);
    else if (standing === 'lost') this.#lose(name);
    this.#changed();
  }

  figures(): OutageFigures {
    const now = this.#clock.now();
    for (const [name, since] of this.#lost) if (now - since >= LOST_MS) this.#lost.delete(name);
    const [firstLost = null] = this.#lost.values();
    return {
      known: this.#known.size,
      up: this.#up.size,
      lost: this.#lost.size,
      since: this.#up.size === 0 ? this.#noneSince : firstLost,
    };
  }

  #end(name: string): void {
    const wasUp = this.#up.delete(name);
    this.#lost.delete(name);
    if (wasUp && this.#up.size === 0) this.#noneSince = this.#clock.now();
  }

  #lose(name: string): void {
    const [oldest] = this.#lost.keys();
    if (this.#lost.size >= MAX_LOST && oldest !== undefined) this.#lost.delete(oldest);
    this.#lost.set(name, this.#clock.now());
  }
}
