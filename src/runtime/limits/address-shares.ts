import { blocksAround } from '../ip-address.ts';
import { BlockRanking } from './block-ranking.ts';

/**
 * What the addresses of the world hold of something scarce, counted in blocks of three widths: a single address or IPv6 /64,
 * an IPv6 /56, and an IPv4 /24 or IPv6 /48. Who has many addresses has them next to each other.
 */
export class AddressShares<T> {
  /** From the narrowest blocks to the widest: what one address holds is taken from it before its neighbours lose something. */
  readonly #rankings: readonly BlockRanking<T>[] = [
    new BlockRanking(),
    new BlockRanking(),
    new BlockRanking(),
  ];
  readonly #blocks = new Map<T, readonly string[]>();

  /** Adds an item of an `addressBlock`, as the newest one of it. One of an unknown address is its own block, and not counted. */
  add(item: T, block: string): void {
    this.delete(item);
    if (block === '') return;
    const blocks = blocksAround(block);
    this.#blocks.set(item, blocks);
    for (const [at, ranking] of this.#rankings.entries()) ranking.add(blocks[at] ?? block, item);
  }

  delete(item: T): void {
    const blocks = this.#blocks.get(item);
    if (blocks === undefined) return;
    this.#blocks.delete(item);
    for (const [at, ranking] of this.#rankings.entries()) ranking.delete(blocks[at] ?? '', item);
  }

  /**
   * The oldest item of the fullest block, if that holds more than the block of the same width around this one would hold
   * with one item more; undefined if no block of any width does.
   */
  fullerThan(block: string): T | undefined {
    const blocks = blocksAround(block);
    const fuller = this.#rankings.find(
      (ranking, at) => ranking.most > ranking.heldBy(blocks[at] ?? block) + 1,
    );
    return fuller?.oldestOfFullest;
  }

  /** The oldest item of this `addressBlock`. */
  oldestOf(block: string): T | undefined {
    return this.#rankings[0]?.oldestOf(block);
  }
}
