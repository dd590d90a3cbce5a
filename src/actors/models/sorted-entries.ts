import { earlierSeconds, type OnlineEntry } from './online-entry.ts';

export type Compare = (a: OnlineEntry, b: OnlineEntry) => number;

function byUuid(a: OnlineEntry, b: OnlineEntry): number {
  return a.uuid < b.uuid ? -1 : a.uuid > b.uuid ? 1 : 0;
}

/**
 * The three orders, ascending. Times need no new sorting as they grow: all grow together, so the order changes only with
 * joins and leaves. Ties are broken by uuid (docs/api.md "Players").
 */
export const ORDERS = {
  onlineTime: (a, b) => b.joinedSecond - a.joinedSecond || byUuid(a, b),
  totalTime: (a, b) =>
    earlierSeconds(a) - a.joinedSecond - (earlierSeconds(b) - b.joinedSecond) || byUuid(a, b),
  name: (a, b) => (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : byUuid(a, b)),
} as const satisfies Record<string, Compare>;

/** A block that grows to this is cut in two. */
const MAX_BLOCK = 512;

/**
 * Entries in order, in blocks: with one array of 100 000 each join costs some 60 µs, because all entries behind the new
 * one move; with blocks of a few hundred it costs one.
 */
export class SortedEntries {
  readonly #compare: Compare;
  readonly #blocks: OnlineEntry[][] = [];
  /** Blocks that a snapshot shows: they are copied before they change. */
  readonly #shared = new WeakSet<readonly OnlineEntry[]>();
  #size = 0;

  constructor(compare: Compare) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#size;
  }

  *[Symbol.iterator](): Iterator<OnlineEntry> {
    for (const block of this.#blocks) yield* block;
  }

  insert(entry: OnlineEntry): void {
    const at = Math.min(this.#blockOf(entry), this.#blocks.length - 1);
    const block = this.#own(at);
    this.#size += 1;
    if (block === undefined) {
      this.#blocks.push([entry]);
      return;
    }
    block.splice(this.#positionIn(block, entry), 0, entry);
    if (block.length >= MAX_BLOCK) this.#blocks.splice(at + 1, 0, block.splice(MAX_BLOCK / 2));
  }

  /** The entry must compare as it did when it was inserted. */
  remove(entry: OnlineEntry): void {
    const at = this.#blockOf(entry);
    const block = this.#own(at);
    const position = block === undefined ? -1 : this.#positionIn(block, entry);
    if (block?.[position] !== entry) throw new Error('an entry changed its order without being moved');
    block.splice(position, 1);
    this.#size -= 1;
    if (block.length === 0) this.#blocks.splice(at, 1);
  }

  /** Entries from `start` to `end`, without the one at `end`, counted from the first. */
  slice(start: number, end: number): OnlineEntry[] {
    const found: OnlineEntry[] = [];
    let before = 0;
    for (const block of this.#blocks) {
      if (before >= end) break;
      if (before + block.length > start) {
        found.push(...block.slice(Math.max(0, start - before), end - before));
      }
      before += block.length;
    }
    return found;
  }

  /** The entries in order, from the first one that does not come before what is looked for. */
  *from(comesBefore: (entry: OnlineEntry) => boolean): Generator<OnlineEntry, void, void> {
    const isBefore = (entry: OnlineEntry | undefined): boolean => entry !== undefined && comesBefore(entry);
    let at = firstIndex(this.#blocks.length, (block) => isBefore(this.#blocks[block]?.at(-1)));
    let position = firstIndex(this.#blocks[at]?.length ?? 0, (place) => isBefore(this.#blocks[at]?.[place]));
    for (; at < this.#blocks.length; at += 1, position = 0) yield* this.#blocks[at]?.slice(position) ?? [];
  }

  /** All entries as they are listed now, in blocks of a few hundred; later joins and leaves do not change it. */
  snapshot(): readonly (readonly OnlineEntry[])[] {
    for (const block of this.#blocks) this.#shared.add(block);
    return [...this.#blocks];
  }

  /** The block at this index, ready to be changed. */
  #own(at: number): OnlineEntry[] | undefined {
    const block = this.#blocks[at];
    if (block === undefined || !this.#shared.has(block)) return block;
    const copy = [...block];
    this.#blocks[at] = copy;
    return copy;
  }

  /** The first block whose last entry does not come before this one; one past the end when all do. */
  #blockOf(entry: OnlineEntry): number {
    return firstIndex(this.#blocks.length, (at) => {
      const last = this.#blocks[at]?.at(-1);
      return last !== undefined && this.#compare(last, entry) < 0;
    });
  }

  #positionIn(block: readonly OnlineEntry[], entry: OnlineEntry): number {
    let low = 0;
    let high = block.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = block[middle];
      if (other !== undefined && this.#compare(other, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The first index below `length` that does not come before; `length` when all do. */
function firstIndex(length: number, comesBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comesBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
