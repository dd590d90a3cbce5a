/** The differences between two readings of a list: changed entries as JSON text, and the names that were removed. */
export interface ListChanges {
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** Remembers a short list as it was last sent to agents, so that only differences are sent. */
export class SentList<T extends { readonly name: string }> {
  readonly #read: () => Iterable<T>;
  #sent: ReadonlyMap<string, string>;

  constructor(read: () => Iterable<T>) {
    this.#read = read;
    this.#sent = this.#readTexts();
  }

  /** The list as it is now. */
  entries(): Iterable<T> {
    return this.#read();
  }

  /** The differences since the last call, or since the construction. */
  changes(): ListChanges {
    const before = this.#sent;
    const now = this.#readTexts();
    this.#sent = now;
    return {
      changed: [...now].filter(([name, text]) => before.get(name) !== text).map(([, text]) => text),
      removed: [...before.keys()].filter((name) => !now.has(name)),
    };
  }

  #readTexts(): ReadonlyMap<string, string> {
    const texts = new Map<string, string>();
    for (const entry of this.#read()) texts.set(entry.name, JSON.stringify(entry));
    return texts;
  }
}
