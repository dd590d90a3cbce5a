const PATIENCE_MS = 30_000;

/** What a stream or socket has delivered so far, with a way to wait for more. */
export class Inbox<T> {
  readonly items: T[] = [];
  readonly #source: string;
  readonly #waiting = new Set<() => void>();
  #ended = false;

  /** `source` is its name in errors. */
  constructor(source: string) {
    this.#source = source;
  }

  /** Whether the source has ended. */
  get ended(): boolean {
    return this.#ended;
  }

  put(item: T): void {
    this.items.push(item);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** The first match, received already or later. Rejects when the source ends, or after 30 s. */
  async first(wanted: (item: T) => boolean): Promise<T> {
    const deadline = Date.now() + PATIENCE_MS;
    for (let seen = 0; ; ) {
      for (; seen < this.items.length; seen += 1) {
        const item = this.items[seen];
        if (item !== undefined && wanted(item)) return item;
      }
      if (this.#ended || Date.now() > deadline) {
        const last = JSON.stringify(this.items.slice(-5)).slice(0, 2000);
        throw new Error(`${this.#source} ${this.#ended ? 'ended' : 'went on'} without it; last came ${last}`);
      }
      await this.#more(deadline - Date.now());
    }
  }

  #more(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(go);
        resolve();
      };
      const timer = setTimeout(go, milliseconds + 1);
      this.#waiting.add(go);
    });
  }

  #wake(): void {
    for (const go of this.#waiting) go();
  }
}
