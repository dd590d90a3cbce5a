/** Random numbers that are the same for the same seed (mulberry32): small, fast, and good enough for a simulation. */
export class RandomChoice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to 1, 1 excluded. */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 to `count`, `count` excluded. */
  below(count: number): number {
    return Math.floor(this.roll() * count);
  }

  /** A whole number from `min` to `max`, `max` excluded. */
  between(min: number, max: number): number {
    return min + this.below(max - min);
  }

  /** One of the list; undefined when it is empty. */
  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }
}
