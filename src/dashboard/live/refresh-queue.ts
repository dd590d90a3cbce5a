/** A list on the screen is loaded again at most this often, however much happens. */
const REFRESH_MS = 1500;

/** Loads again what has changed: at once the first time, then at most once per `REFRESH_MS` for the same key. */
export class RefreshQueue {
  readonly #refresh: (key: readonly string[]) => void;
  readonly #waiting = new Map<string, { readonly key: readonly string[]; again: boolean }>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(refresh: (key: readonly string[]) => void) {
    this.#refresh = refresh;
  }

  request(key: readonly string[]): void {
    const name = key.join('/');
    const waiting = this.#waiting.get(name);
    if (waiting !== undefined) waiting.again = true;
    else this.#run(name, key);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#waiting.clear();
  }

  #run(name: string, key: readonly string[]): void {
    this.#refresh(key);
    this.#waiting.set(name, { key, again: false });
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const again = this.#waiting.get(name)?.again === true;
      this.#waiting.delete(name);
      if (again) this.#run(name, key);
    }, REFRESH_MS);
    this.#timers.add(timer);
  }
}
