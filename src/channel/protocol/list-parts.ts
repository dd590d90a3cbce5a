import { MAX_FRAME_BYTES } from './message.ts';

/**
 * Characters of entries in one part. A character takes at most three bytes in UTF-8, so that a part stays under 256 KiB
 * for any text, and no bytes are counted.
 */
const MAX_PART_CHARACTERS = 64 * 1024;
/** The same for a plugin message, in which the frame's other keys take up to 13 KB. */
export const RELAYED_PART_CHARACTERS = 5_000;
/** Of one entry, so that a part of its own has room for the frame's other keys. */
const MAX_ENTRY_BYTES = MAX_FRAME_BYTES - 8 * 1024;

/** How a list is written: the frame's keys before the list, as JSON text without braces, and the list's own key. */
export interface ListFrame<T> {
  readonly head: string;
  readonly key: string;
  readonly encode: (entry: T) => string;
}

/**
 * Writes a list as frames that each fit the limit, one at a time, so that a million entries are never in memory at once.
 * An empty list is one frame. A list that fits one frame has no `part` and `last`. An entry that fits no frame is left out,
 * because a list without one of its parts would never be whole.
 */
export function* listFrames<T>(
  frame: ListFrame<T>,
  entries: Iterable<T>,
  maxCharacters = MAX_PART_CHARACTERS,
): Generator<string, void, void> {
  let part = 1;
  let entriesText = '';
  for (const entry of entries) {
    const text = frame.encode(entry);
    if (text.length > MAX_PART_CHARACTERS && Buffer.byteLength(text) > MAX_ENTRY_BYTES) continue;
    if (entriesText.length > 0 && entriesText.length + text.length > maxCharacters) {
      yield `{${frame.head},"part":${part},"last":false,"${frame.key}":[${entriesText}]}`;
      part += 1;
      entriesText = '';
    }
    entriesText = entriesText.length === 0 ? text : `${entriesText},${text}`;
  }
  const numbers = part === 1 ? '' : `,"part":${part},"last":true`;
  yield `{${frame.head}${numbers},"${frame.key}":[${entriesText}]}`;
}

/**
 * The entries of a list, from the first on, whose JSON text with its brackets and commas has at most `maxBytes` bytes; the
 * list itself when all fit.
 */
export function fittingEntries<T>(entries: readonly T[], maxBytes: number): readonly T[] {
  let bytes = 2;
  for (const [at, entry] of entries.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
    // The last entry has no comma after it.
    if (bytes - 1 > maxBytes) return entries.slice(0, at);
  }
  return entries;
}

/** Which part of a list a frame is; both keys are absent for a whole list. */
export interface PartOf {
  readonly part?: number | undefined;
  readonly last?: boolean | undefined;
}

/** How many of something all entries of a list may have together. */
export interface Contents<T> {
  readonly limit: number;
  readonly of: (entry: T) => number;
}

/**
 * Puts the parts of a list together. A part out of order discards what was collected, because half a list must never be
 * taken for a whole one. Holds at most `limit` entries.
 */
export class PartCollector<T> {
  readonly #limit: number;
  readonly #contents: Contents<T> | undefined;
  #entries: T[] = [];
  /** What the entries have of `contents`. */
  #held = 0;
  #expected = 1;

  constructor(limit: number, contents?: Contents<T>) {
    this.#limit = limit;
    this.#contents = contents;
  }

  /** Returns the whole list for its last part, `waiting` for those before, `broken` for one out of order or too many. */
  add(place: PartOf, entries: readonly T[]): readonly T[] | 'waiting' | 'broken' {
    if (place.part === undefined) {
      this.#reset();
      return entries;
    }
    if (place.part === 1) this.#reset();
    if (place.part !== this.#expected || !this.#fits(entries)) {
      this.#reset();
      return 'broken';
    }
    for (const entry of entries) this.#entries.push(entry);
    this.#expected += 1;
    if (place.last !== true) return 'waiting';
    const whole = this.#entries;
    this.#reset();
    return whole;
  }

  #fits(entries: readonly T[]): boolean {
    const { limit = Number.POSITIVE_INFINITY, of = () => 0 } = this.#contents ?? {};
    for (const entry of entries) this.#held += of(entry);
    return this.#entries.length + entries.length <= this.#limit && this.#held <= limit;
  }

  #reset(): void {
    this.#entries = [];
    this.#held = 0;
    this.#expected = 1;
  }
}
