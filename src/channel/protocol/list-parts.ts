/**
 * Characters of entries in one part. A character takes at most three bytes in UTF-8, so a part stays under 256 KiB
 * whatever the text, without measuring bytes.
 */
const PART_CHARACTERS = 64 * 1024;

/** How a list is written: the frame's keys before the list, as JSON text without braces, and the list's own key. */
export interface ListFrame<T> {
  readonly head: string;
  readonly key: string;
  readonly encode: (entry: T) => string;
}

/**
 * Writes a list as frames that each fit the limit, lazily, so that a million entries are never in memory at once.
 * At least one frame: an empty list is news too. A list that fits goes without `part` and `last`.
 */
export function* listFrames<T>(frame: ListFrame<T>, entries: Iterable<T>): Generator<string, void, void> {
  let part = 1;
  let held = '';
  for (const entry of entries) {
    const text = frame.encode(entry);
    if (held.length > 0 && held.length + text.length > PART_CHARACTERS) {
      yield `{${frame.head},"part":${part},"last":false,"${frame.key}":[${held}]}`;
      part += 1;
      held = '';
    }
    held = held.length === 0 ? text : `${held},${text}`;
  }
  const numbers = part === 1 ? '' : `,"part":${part},"last":true`;
  yield `{${frame.head}${numbers},"${frame.key}":[${held}]}`;
}

/** What a part says of itself. */
export interface PartOf {
  readonly part?: number | undefined;
  readonly last?: boolean | undefined;
}

/**
 * Puts the parts of a list together. A part out of turn throws away what was gathered: half a list must never pass
 * for the whole truth. Holds at most `limit` entries.
 */
export class PartCollector<T> {
  readonly #limit: number;
  #gathered: T[] = [];
  #expected = 1;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Answers the whole list with its last part, `waiting` before, `broken` for a part out of turn or too many entries. */
  add(place: PartOf, entries: readonly T[]): readonly T[] | 'waiting' | 'broken' {
    if (place.part === undefined) {
      this.#reset();
      return entries;
    }
    if (place.part === 1) this.#reset();
    if (place.part !== this.#expected || this.#gathered.length + entries.length > this.#limit) {
      this.#reset();
      return 'broken';
    }
    for (const entry of entries) this.#gathered.push(entry);
    this.#expected += 1;
    if (place.last !== true) return 'waiting';
    const whole = this.#gathered;
    this.#reset();
    return whole;
  }

  #reset(): void {
    this.#gathered = [];
    this.#expected = 1;
  }
}
