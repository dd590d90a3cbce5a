/**
 * Remembers which nonces were used, for at least as long as a message that carries one would still be accepted. Keeps two
 * generations of half the capacity each. A full generation refuses new nonces, because forgetting one would let its
 * message be replayed.
 */
export class NonceCache {
  readonly #keepMs: number;
  readonly #half: number;
  #young = new Set<string>();
  #old = new Set<string>();
  #generationAt = Number.NEGATIVE_INFINITY;

  /** `keepMs` is the whole window in which a message is accepted: before and after its time together. */
  constructor(keepMs: number, capacity = 100_000) {
    this.#keepMs = keepMs;
    this.#half = Math.ceil(capacity / 2);
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** Remembers a nonce that was not seen before and returns true; false for a repeat, or when there is no room. */
  admit(nonce: string, now: number): boolean {
    this.#nextGeneration(now);
    if (this.#young.has(nonce) || this.#old.has(nonce) || this.#young.size >= this.#half) return false;
    this.#young.add(nonce);
    return true;
  }

  /** A generation becomes the old one after `keepMs` and is dropped `keepMs` later, so every nonce is kept long enough. */
  #nextGeneration(now: number): void {
    const age = now - this.#generationAt;
    if (age < this.#keepMs) return;
    this.#old = age < 2 * this.#keepMs ? this.#young : new Set();
    this.#young = new Set();
    this.#generationAt = now;
  }
}
