/** Checks made where a thrown error would be lost, as in a listener: kept, and thrown by `assertAll`. */
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
