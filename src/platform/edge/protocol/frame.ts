import { WireError, WireReader } from './wire-reader.ts';

/** A packet inside a buffer. */
export interface Frame {
  readonly id: number;
  readonly body: WireReader;
  /** The index after it. */
  readonly end: number;
}

const MAX_LENGTH_BYTES = 3;

/**
 * Reads the packet that begins at `start`; undefined while it is incomplete. Throws a WireError as soon as its length
 * is known to be 0 or more than `maxBytes`, before its bytes have come.
 */
export function readFrame(bytes: Buffer, start: number, maxBytes: number): Frame | undefined {
  const header = readFrameLength(bytes, start);
  if (header === undefined) return undefined;
  const { length, next } = header;
  if (length === 0 || length > maxBytes) throw new WireError('A packet of this length is not expected here');
  const end = next + length;
  if (end > bytes.length) return undefined;
  const body = new WireReader(bytes, next, end);
  return { id: body.varInt(), body, end };
}

/** The length of the packet that begins at `start`, and the index after that length. Throws a WireError. */
export function readFrameLength(
  bytes: Buffer,
  start: number,
): { readonly length: number; readonly next: number } | undefined {
  let length = 0;
  for (let count = 0; count < MAX_LENGTH_BYTES; count += 1) {
    const byte = bytes[start + count];
    if (byte === undefined) return undefined;
    length |= (byte & 0x7f) << (7 * count);
    if ((byte & 0x80) === 0) return { length, next: start + count + 1 };
  }
  throw new WireError('The length of a packet takes more than three bytes');
}

/** Writes a packet without compression. */
export function writeFrame(id: number, ...body: readonly Uint8Array[]): Buffer {
  const content = [writeVarInt(id), ...body];
  const length = content.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([writeVarInt(length), ...content]);
}

/** A signed 32-bit number in 1 to 5 bytes. */
export function writeVarInt(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value >>> 0;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}

/** A text after its length in bytes. */
export function writeString(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([writeVarInt(bytes.length), bytes]);
}
