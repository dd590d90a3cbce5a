import type { OnlineEntry } from './online-entry.ts';

/** The names of one block in one text, and where each of them begins. */
interface BlockText {
  readonly text: string;
  readonly starts: Uint32Array;
}

/**
 * Finds a substring in the names of a list, which comes in blocks that do not change. The names of a block are in one text,
 * which V8 scans with vector instructions: 10 000 names take some 20 µs, and 270 µs when each is tested. The text is made
 * once for each block, so after a join or a leave the search makes that of one block again, and not of the whole list.
 */
export class NameSearch {
  readonly #texts = new WeakMap<readonly OnlineEntry[], BlockText>();

  /** Entries whose name contains `folded`, in the order of the list. No name contains a line break. */
  find(blocks: Iterable<readonly OnlineEntry[]>, folded: string): OnlineEntry[] {
    return this.first(blocks, folded, Number.POSITIVE_INFINITY).rows;
  }

  /** The first `limit` of them, and how many there are. */
  first(
    blocks: Iterable<readonly OnlineEntry[]>,
    folded: string,
    limit: number,
  ): { rows: OnlineEntry[]; total: number } {
    const rows: OnlineEntry[] = [];
    let total = 0;
    // A line break would match between two names.
    if (folded.includes('\n')) return { rows, total };
    for (const block of blocks) total += this.#findIn(block, folded, rows, limit);
    return { rows, total };
  }

  /** Adds to `rows` while they are fewer than `limit`; returns how many the block has. */
  #findIn(block: readonly OnlineEntry[], folded: string, rows: OnlineEntry[], limit: number): number {
    const { text, starts } = this.#textOf(block);
    let index = 0;
    let count = 0;
    let at = text.indexOf(folded);
    while (at !== -1) {
      index = indexAt(starts, at, index);
      count += 1;
      const entry = rows.length < limit ? block[index] : undefined;
      if (entry !== undefined) rows.push(entry);
      // Continues at the next name: a name that contains the text twice counts once.
      const next = starts[index + 1];
      if (next === undefined) break;
      at = text.indexOf(folded, next);
    }
    return count;
  }

  #textOf(block: readonly OnlineEntry[]): BlockText {
    const known = this.#texts.get(block);
    if (known !== undefined) return known;
    const starts = new Uint32Array(block.length);
    const names: string[] = [];
    let at = 0;
    for (const { folded } of block) {
      starts[names.length] = at;
      names.push(folded);
      at += folded.length + 1;
    }
    const made = { text: names.join('\n'), starts };
    this.#texts.set(block, made);
    return made;
  }
}

/** The index of the name at this position; it is not below `low`. */
function indexAt(starts: Uint32Array, position: number, low: number): number {
  let high = starts.length;
  let from = low;
  while (high - from > 1) {
    const middle = (from + high) >> 1;
    if ((starts[middle] ?? 0) <= position) from = middle;
    else high = middle;
  }
  return from;
}
