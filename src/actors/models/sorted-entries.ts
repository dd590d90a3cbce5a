import type { OnlineEntry } from './online-entry.ts';

export type Compare = (a: OnlineEntry, b: OnlineEntry) => number;

function byUuid(a: OnlineEntry, b: OnlineEntry): number {
  return a.uuid < b.uuid ? -1 : a.uuid > b.uuid ? 1 : 0;
}

/**
 * The three orders, ascending. Neither time nor total needs re-sorting as it ticks: all tick together, so who is ahead
 * changes only with joins and leaves. Ties are broken by uuid (CONTRACT §3).
 */
export const ORDERS = {
  onlineTime: (a, b) => b.joinedSecond - a.joinedSecond || byUuid(a, b),
  totalTime: (a, b) => a.base - a.joinedSecond - (b.base - b.joinedSecond) || byUuid(a, b),
  name: (a, b) => (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : byUuid(a, b)),
} as const satisfies Record<string, Compare>;

/** Entries kept in order: a join or leave is one binary search and one move of memory. */
export class SortedEntries {
  readonly #compare: Compare;
  readonly #entries: OnlineEntry[] = [];

  constructor(compare: Compare) {
    this.#compare = compare;
  }

  get all(): readonly OnlineEntry[] {
    return this.#entries;
  }

  insert(entry: OnlineEntry): void {
    this.#entries.splice(this.#position(entry), 0, entry);
  }

  /** The entry must compare as it did when it was inserted. */
  remove(entry: OnlineEntry): void {
    const at = this.#position(entry);
    if (this.#entries[at] !== entry) throw new Error('an entry changed its order without being moved');
    this.#entries.splice(at, 1);
  }

  #position(entry: OnlineEntry): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#entries[middle];
      if (other !== undefined && this.#compare(other, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
