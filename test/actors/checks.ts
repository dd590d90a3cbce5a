/** Checks that are made where a thrown error would be swallowed, as in a listener: kept, and thrown when asked for. */
export class Checks {
  readonly #failures: unknown[] = [];

  make(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#failures.push(error);
    }
  }

  assertAll(): void {
    if (this.#failures.length > 0) throw this.#failures[0];
  }
}
