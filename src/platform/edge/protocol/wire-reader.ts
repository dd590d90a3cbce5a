/** The bytes are not the game's protocol, or exceed its limits. The connection is closed without an answer. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

const MAX_VAR_INT_BYTES = 5;

/** Reads the game's primitive types from a complete packet. Every method throws a WireError. */
export class WireReader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;

  constructor(bytes: Buffer, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  /** How many bytes have not been read. */
  get left(): number {
    return this.#end - this.#at;
  }

  /** A signed 32-bit number in 1 to 5 bytes. */
  varInt(): number {
    let value = 0;
    for (let count = 0; count < MAX_VAR_INT_BYTES; count += 1) {
      const byte = this.byte();
      value |= (byte & 0x7f) << (7 * count);
      if ((byte & 0x80) === 0) return value;
    }
    throw new WireError('A VarInt takes more than five bytes');
  }

  byte(): number {
    return this.#take(1).readUInt8();
  }

  boolean(): boolean {
    const byte = this.byte();
    if (byte > 1) throw new WireError('A boolean is neither 0 nor 1');
    return byte === 1;
  }

  unsignedShort(): number {
    return this.#take(2).readUInt16BE();
  }

  /** A view of the next bytes, not a copy. */
  bytes(count: number): Buffer {
    return this.#take(count);
  }

  /** Text of at most `max` UTF-16 units; bytes that are not UTF-8 are refused. */
  string(max: number): string {
    const length = this.varInt();
    if (length < 0 || length > 3 * max) throw new WireError('A text is longer than it may be');
    const text = decodeUtf8(this.#take(length));
    if (text.length > max) throw new WireError('A text is longer than it may be');
    return text;
  }

  #take(count: number): Buffer {
    if (count < 0 || count > this.left) throw new WireError('The packet ends too early');
    const start = this.#at;
    this.#at += count;
    return this.#bytes.subarray(start, this.#at);
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new WireError('A text is not UTF-8');
  }
}
