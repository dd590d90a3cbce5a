/** Which block of addresses holds most items. Every step takes as long among a hundred thousand items as among ten. */
export class BlockRanking<T> {
  /** The items of each block, the oldest first. */
  readonly #items = new Map<string, Set<T>>();
  /** The blocks by how many items they hold; without numbers that none holds. */
  readonly #blocks = new Map<number, Set<string>>();
  #most = 0;

  /** How many items the fullest block holds. */
  get most(): number {
    return this.#most;
  }

  /** The oldest item of the fullest block; of any of them, where several hold as many. */
  get oldestOfFullest(): T | undefined {
    const [block = ''] = this.#blocks.get(this.#most) ?? [];
    return this.oldestOf(block);
  }

  oldestOf(block: string): T | undefined {
    const [oldest] = this.#items.get(block) ?? [];
    return oldest;
  }

  heldBy(block: string): number {
    return this.#items.get(block)?.size ?? 0;
  }

  /** Adds an item that no block has. */
  add(block: string, item: T): void {
    const items = this.#items.get(block);
    if (items === undefined) this.#items.set(block, new Set([item]));
    else items.add(item);
    const held = this.heldBy(block);
    this.#move(block, held - 1, held);
    this.#most = Math.max(this.#most, held);
  }

  /** Removes an item of this block. */
  delete(block: string, item: T): void {
    const items = this.#items.get(block);
    if (items?.delete(item) !== true) return;
    if (items.size === 0) this.#items.delete(block);
    this.#move(block, items.size + 1, items.size);
    // If it was the only fullest one, it is so still, with one less.
    if (!this.#blocks.has(this.#most)) this.#most -= 1;
  }

  #move(block: string, before: number, after: number): void {
    const left = this.#blocks.get(before);
    left?.delete(block);
    if (left?.size === 0) this.#blocks.delete(before);
    if (after === 0) return;
    const joined = this.#blocks.get(after);
    if (joined === undefined) this.#blocks.set(after, new Set([block]));
    else joined.add(block);
  }
}
