import type { HostAndPort } from '../server-address.ts';

/** What a server says of itself in the server list (PROTOCOLS.md §2.3). */
export interface ServerListing {
  readonly players: number;
  readonly maxPlayers: number;
  readonly version: { readonly name: string; readonly protocol: number };
}

/** The text has at most so many UTF-16 units, each of which takes at most three bytes. */
const MAX_TEXT_UNITS = 32_767;
/** The packet's id and the length of the text before the text itself. */
const MAX_FRAME_BYTES = 1 + 3 + 3 * MAX_TEXT_UNITS;
const LENGTH_BYTES = 3;
const STATUS_ID = 0;
const INTENT_STATUS = 1;
/** Of a client that has no version yet, as server lists send it. */
const NO_PROTOCOL = -1;
const MOST_COUNTED = 2_147_483_647;

/** Handshake and status request, to be written at once. */
export function statusRequest({ host, port }: HostAndPort): Buffer {
  const name = Buffer.from(host);
  const portBytes = Buffer.alloc(2);
  portBytes.writeUInt16BE(port);
  const handshake = [
    varInt(STATUS_ID),
    varInt(NO_PROTOCOL),
    varInt(name.length),
    name,
    portBytes,
    varInt(INTENT_STATUS),
  ];
  return Buffer.concat([framed(handshake), framed([varInt(STATUS_ID)])]);
}

/**
 * Reads the answer from all that came so far: undefined while it is not whole. Throws a RangeError for what is no
 * status answer, also before the end of it has come.
 */
export function readStatusAnswer(bytes: Buffer): ServerListing | undefined {
  const frame = readVarInt(bytes, 0, LENGTH_BYTES);
  if (frame === undefined) return undefined;
  if (frame.value < 1 || frame.value > MAX_FRAME_BYTES)
    throw new RangeError(`a frame of ${frame.value} bytes`);
  const end = frame.next + frame.value;
  if (bytes.length < end) return undefined;
  const body = bytes.subarray(frame.next, end);
  const id = readVarInt(body, 0, LENGTH_BYTES);
  const length = id === undefined ? undefined : readVarInt(body, id.next, LENGTH_BYTES);
  if (id?.value !== STATUS_ID || length === undefined || length.next + length.value !== body.length) {
    throw new RangeError('not a status answer');
  }
  return listingIn(body.toString('utf8', length.next));
}

function listingIn(text: string): ServerListing {
  const answer = recordOf(jsonOf(text));
  const players = recordOf(answer['players']);
  const version = recordOf(answer['version']);
  return {
    players: count(players['online']),
    maxPlayers: count(players['max']),
    version: {
      name: typeof version['name'] === 'string' ? version['name'].slice(0, 256) : '',
      protocol: typeof version['protocol'] === 'number' ? Math.trunc(version['protocol']) : NO_PROTOCOL,
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RangeError('a status answer that is not JSON');
  }
}

/** A server that hides its players leaves the whole object out. */
function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw new RangeError('a status answer of another shape');
  return { ...value };
}

/** Servers that joke with their counts send -1 or a million millions. */
function count(value: unknown): number {
  return typeof value === 'number' && value > 0 ? Math.min(Math.trunc(value), MOST_COUNTED) : 0;
}

function framed(parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([varInt(body.length), body]);
}

/** Seven bits a byte, the low ones first; a set high bit says that more follow. */
function varInt(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value >>> 0;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}

function readVarInt(bytes: Buffer, at: number, most: number): { value: number; next: number } | undefined {
  let value = 0;
  for (let index = 0; index < most; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) return undefined;
    value |= (byte & 0x7f) << (7 * index);
    if (byte < 0x80) return { value, next: at + index + 1 };
  }
  throw new RangeError('a number that does not end');
}
