/** A binary min-heap by deadline. It takes 40 bytes per entry, while a timer for every ban would take 500. */
export class DeadlineHeap<T> {
  readonly #deadlineOf: (item: T) => number;
  readonly #items: T[] = [];

  constructor(deadlineOf: (item: T) => number) {
    this.#deadlineOf = deadlineOf;
  }

  get size(): number {
    return this.#items.length;
  }

  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    const deadline = this.#deadlineOf(item);
    let hole = this.#items.length;
    this.#items.push(item);
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const above = this.#items[parent];
      if (above === undefined || this.#deadlineOf(above) <= deadline) break;
      this.#items[hole] = above;
      hole = parent;
    }
    this.#items[hole] = item;
  }

  pop(): T | undefined {
    const top = this.#items[0];
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) this.#sink(last);
    return top;
  }

  #sink(item: T): void {
    const deadline = this.#deadlineOf(item);
    let hole = 0;
    for (;;) {
      const child = this.#smallerChild(hole);
      const below = this.#items[child];
      if (below === undefined || this.#deadlineOf(below) >= deadline) break;
      this.#items[hole] = below;
      hole = child;
    }
    this.#items[hole] = item;
  }

  #smallerChild(hole: number): number {
    const left = 2 * hole + 1;
    const first = this.#items[left];
    const second = this.#items[left + 1];
    if (first === undefined || second === undefined) return left;
    return this.#deadlineOf(second) < this.#deadlineOf(first) ? left + 1 : left;
  }
}
