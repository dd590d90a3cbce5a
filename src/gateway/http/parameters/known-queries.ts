const MAX_KNOWN = 128;
const MAX_LENGTH = 256;

/**
 * What queries mean that were asked before: dashboards ask the same few again and again, and reading one takes a tenth of the time of a
 * page of players. Of too many all are forgotten, and long ones are not kept.
 */
export class KnownQueries {
  readonly #read: (raw: string) => unknown;
  readonly #known = new Map<string, unknown>();

  /** What it returns is kept, and frozen; what it throws is not. */
  constructor(read: (raw: string) => unknown) {
    this.#read = read;
  }

  get size(): number {
    return this.#known.size;
  }

  read(raw: string): unknown {
    const known = this.#known.get(raw);
    if (known !== undefined) return known;
    const value = Object.freeze(this.#read(raw));
    if (raw.length > MAX_LENGTH) return value;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(raw, value);
    return value;
  }
}
