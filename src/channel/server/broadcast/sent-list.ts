/** As in `listFrames`: a character takes at most three bytes, so that a frame stays under 256 KiB for any text. */
const MAX_CHARACTERS = 64 * 1024;

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

/**
 * Writes changes of the servers as `network.update`s that each fit the limit: agents take each for itself, so many of them say
 * what one would. `facts` are the keys that all have, as JSON text without braces.
 */
export function* networkUpdates(
  facts: string,
  { changed, removed }: ListChanges,
  maxCharacters = MAX_CHARACTERS,
): Generator<string, void, void> {
  let servers: string[] = [];
  let names: string[] = [];
  let characters = 0;
  const frame = (): string =>
    `{"type":"network.update","servers":[${servers.join()}],"removed":[${names.join()}],${facts}}`;
  const texts = [
    ...changed.map((text) => ({ text, isServer: true })),
    ...removed.map((name) => ({ text: JSON.stringify(name), isServer: false })),
  ];
  for (const { text, isServer } of texts) {
    if (characters > 0 && characters + text.length + 1 > maxCharacters) {
      yield frame();
      servers = [];
      names = [];
      characters = 0;
    }
    (isServer ? servers : names).push(text);
    characters += text.length + 1;
  }
  yield frame();
}
