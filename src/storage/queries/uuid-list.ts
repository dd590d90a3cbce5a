import type { Uuid } from '../../domain/uuid.ts';

/** Few enough that reading their rows takes the event loop a millisecond or two. */
const PER_BATCH = 512;

/** The uuids of a list as it was at one moment: 37 bytes each, in texts, because a million strings would be 70 MB. */
export class UuidList {
  readonly #batches: string[] = [];
  #total = 0;

  get total(): number {
    return this.#total;
  }

  push(uuids: readonly Uuid[]): void {
    this.#total += uuids.length;
    for (let from = 0; from < uuids.length; from += PER_BATCH)
      this.#batches.push(uuids.slice(from, from + PER_BATCH).join('\n'));
  }

  /** All but the first `offset`, at most 512 at a time. */
  *batches(offset: number): Generator<readonly string[]> {
    let skip = offset;
    for (const batch of this.#batches) {
      const uuids = batch.split('\n');
      if (skip < uuids.length) yield uuids.slice(skip);
      skip = Math.max(0, skip - uuids.length);
    }
  }
}
