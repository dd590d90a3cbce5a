/** What a player's ticks need; each player has this much for as long as they are here. */
const SMALL_BYTES = 4 * 1024;
/** As much as Node reads at a time. */
const LARGE_BYTES = 64 * 1024;
/** Large ones that are kept for whoever needs one next. */
const MAX_SPARE = 32;

/** Large buffers that nobody reads into at the moment, of all connections of a process. */
class SpareBuffers {
  readonly #spare: Buffer[] = [];

  take(): Buffer {
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(LARGE_BYTES);
  }

  giveBack(buffer: Buffer): void {
    if (this.#spare.length < MAX_SPARE) this.#spare.push(buffer);
  }
}

const SPARE = new SpareBuffers();

/**
 * What one socket is read into, again and again: a new buffer of 64 KiB for each read, as Node makes it, keeps the collector of
 * garbage as busy as the passing on itself, and each of its rounds walks over the whole heap of a coordinator in the same process.
 * A socket has its buffers for itself: what was read may still wait for the kernel while others read on.
 */
export class ReadBuffers {
  readonly #small = Buffer.allocUnsafeSlow(SMALL_BYTES);
  #current: Buffer = this.#small;

  /** Where the next bytes go. */
  get current(): Buffer {
    return this.#current;
  }

  /**
   * Chooses for the next read after one of so many bytes. To be called only when nobody needs these bytes any more: from then
   * on others may read into the same buffer.
   */
  choose(bytes: number): void {
    if (this.#current === this.#small) {
      if (bytes === SMALL_BYTES) this.#current = SPARE.take();
    } else if (bytes <= SMALL_BYTES) {
      SPARE.giveBack(this.#current);
      this.#current = this.#small;
    }
  }
}
