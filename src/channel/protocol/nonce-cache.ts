/**
 * Remembers which nonces were used, for at least as long as a message that carries one would still be accepted. Two
 * generations of half the capacity each; when both are full of young nonces it refuses new ones, because forgetting
 * would let a message be replayed.
 */
export class NonceCache {
  readonly #keepMs: number;
  readonly #half: number;
  #young = new Set<string>();
  #old = new Set<string>();
  #turnedAt = Number.NEGATIVE_INFINITY;

  /** `keepMs` is the whole width of the window in which a message is accepted, both sides of now together. */
  constructor(keepMs: number, capacity = 100_000) {
    this.#keepMs = keepMs;
    this.#half = Math.ceil(capacity / 2);
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** True, and remembered, when the nonce was not seen before; false for a repeat or when there is no room. */
  admit(nonce: string, now: number): boolean {
    this.#turn(now);
    if (this.#young.has(nonce) || this.#old.has(nonce) || this.#young.size >= this.#half) return false;
    this.#young.add(nonce);
    return true;
  }

  /** A generation turns old only after `keepMs`, and is dropped `keepMs` later: nothing is kept for less. */
  #turn(now: number): void {
    const age = now - this.#turnedAt;
    if (age < this.#keepMs) return;
    this.#old = age < 2 * this.#keepMs ? this.#young : new Set();
    this.#young = new Set();
    this.#turnedAt = now;
  }
}
