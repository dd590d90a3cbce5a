/** What changed since the last look, ready to be written: entries as JSON text, and the names that are gone. */
export interface ListChanges {
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** A short list of named things that agents were shown, so that only differences are sent. */
export class SentList<T extends { readonly name: string }> {
  readonly #read: () => Iterable<T>;
  #shown: ReadonlyMap<string, string>;

  constructor(read: () => Iterable<T>) {
    this.#read = read;
    this.#shown = this.#look();
  }

  /** The list as it is now. */
  entries(): Iterable<T> {
    return this.#read();
  }

  /** The differences since the last call, or since the beginning. */
  changes(): ListChanges {
    const before = this.#shown;
    const now = this.#look();
    this.#shown = now;
    return {
      changed: [...now].filter(([name, text]) => before.get(name) !== text).map(([, text]) => text),
      removed: [...before.keys()].filter((name) => !now.has(name)),
    };
  }

  #look(): ReadonlyMap<string, string> {
    const texts = new Map<string, string>();
    for (const entry of this.#read()) texts.set(entry.name, JSON.stringify(entry));
    return texts;
  }
}
