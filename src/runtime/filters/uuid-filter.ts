import type { Uuid } from '../../domain/uuid.ts';

const BITS_PER_UUID = 8;
const MIN_CAPACITY = 4_096;

/**
 * Says of most uuids at once that a large map does not have them. A look into a map of a million texts waits for memory some
 * five times; here for one bit, of two megabytes instead of two hundred. It never says so of one that was added; of one in ten that
 * were not it says that they may be there, and then the map is asked. Whoever chooses a uuid so that it does costs one look more.
 */
export class UuidFilter {
  readonly #capacity: number;
  readonly #bits: Uint32Array;
  readonly #mask: number;
  #added = 0;

  /** Empty, for as many again as there are. */
  constructor(size = 0) {
    // A power of two, so that a mask finds the bit.
    this.#capacity = 2 ** Math.ceil(Math.log2(Math.max(MIN_CAPACITY, 2 * size)));
    const bits = this.#capacity * BITS_PER_UUID;
    this.#bits = new Uint32Array(bits / 32);
    this.#mask = bits - 1;
  }

  /** Whether so many were added, the removed ones included, that it is time for a new filter of those that are left. */
  get isFull(): boolean {
    return this.#added >= this.#capacity;
  }

  add(uuid: Uuid): void {
    const bit = hashOf(uuid) & this.#mask;
    const at = bit >>> 5;
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (bit & 31));
    this.#added += 1;
  }

  /** False for what was never added. */
  mayHave(uuid: Uuid): boolean {
    const bit = hashOf(uuid) & this.#mask;
    return (((this.#bits[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  }
}

/** FNV-1a over the first and the last part: those of Bedrock players differ in the last one only. */
function hashOf(uuid: Uuid): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < 8; at += 1) hash = Math.imul(hash ^ uuid.charCodeAt(at), 0x01000193);
  for (let at = 24; at < 36; at += 1) hash = Math.imul(hash ^ uuid.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}
