import { WireError } from '../../../../src/platform/edge/protocol/wire-reader.ts';

const MAX_LENGTH_BYTES = 3;
const FIRST_ROOM = 1_024;

/**
 * Cuts the bytes of one connection into frames. What an unfinished frame holds in memory follows the bytes that have come,
 * not the length that was announced, and each byte is copied a few times at most, however small the pieces are.
 */
export class FrameSplitter {
  readonly #maxBytes: () => number;
  /** The length of the frame that is being read; null while its own bytes are. */
  #length: number | null = null;
  #header = 0;
  #headerBytes = 0;
  #gathered = Buffer.alloc(0);
  #filled = 0;

  /** `maxBytes` is asked at the beginning of each frame for the longest that may come. */
  constructor(maxBytes: () => number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether a frame has begun and not ended. */
  get isInside(): boolean {
    return this.#length !== null || this.#headerBytes > 0;
  }

  /**
   * The frames that the piece completes, one after the other, so that one can change the phase of the next. Throws a
   * WireError as soon as a length is known to be 0 or too much, before the bytes of that frame.
   */
  *frames(piece: Buffer): Generator<Buffer, void> {
    let at = 0;
    while (at < piece.length) {
      if (this.#length === null) {
        this.#readLength(piece.readUInt8(at));
        at += 1;
      } else {
        const end = Math.min(piece.length, at + this.#length - this.#filled);
        const frame = this.#gather(piece.subarray(at, end), this.#length);
        at = end;
        if (frame !== undefined) yield frame;
      }
    }
  }

  #readLength(byte: number): void {
    this.#header |= (byte & 0x7f) << (7 * this.#headerBytes);
    this.#headerBytes += 1;
    if ((byte & 0x80) === 0) {
      const length = this.#header;
      if (length === 0 || length > this.#maxBytes()) {
        throw new WireError(`A packet of ${length} bytes is not expected here`);
      }
      this.#length = length;
      this.#header = 0;
      this.#headerBytes = 0;
    } else if (this.#headerBytes === MAX_LENGTH_BYTES) {
      throw new WireError('The length of a packet takes more than three bytes');
    }
  }

  #gather(part: Buffer, length: number): Buffer | undefined {
    const filled = this.#filled + part.length;
    if (this.#filled === 0 && filled === length) {
      this.#length = null;
      return part;
    }
    if (filled > this.#gathered.length) this.#grow(Math.min(length, Math.max(2 * filled, FIRST_ROOM)));
    part.copy(this.#gathered, this.#filled);
    this.#filled = filled;
    if (filled < length) return undefined;
    const frame = this.#gathered.subarray(0, length);
    this.#gathered = Buffer.alloc(0);
    this.#filled = 0;
    this.#length = null;
    return frame;
  }

  #grow(room: number): void {
    const bigger = Buffer.allocUnsafe(room);
    this.#gathered.copy(bigger, 0, 0, this.#filled);
    this.#gathered = bigger;
  }
}
