/**
 * One RCON packet: size · id · type, all i32 little-endian, then the body and two NULs (docs/game-protocols.md "RCON").
 */
export interface RconPacket {
  readonly id: number;
  readonly type: number;
  readonly body: string;
}

/** Types of packets; `command` and `authReply` have the same number in opposite directions. */
export const PACKET_TYPES = { response: 0, command: 2, authReply: 2, auth: 3 } as const;

/** A server reads one packet into a buffer of 1460 bytes and drops the connection when there is more. */
export const MAX_REQUEST_BYTES = 1446;
/** The game cuts a response every 4 096 UTF-16 units, each of which may take three bytes; other servers do not cut it. */
const MAX_RESPONSE_BYTES = 64 * 1024;

const SIZE_BYTES = 4;
/** What the size counts besides the body: id, type and the two NULs. */
const OVERHEAD_BYTES = 10;
const BODY_AT = 12;

/** Writes a packet. Throws a RangeError for a body that the server would not read. */
export function encodePacket({ id, type, body }: RconPacket): Buffer {
  const bytes = Buffer.from(body);
  if (bytes.length > MAX_REQUEST_BYTES) throw new RangeError(`an RCON request of ${bytes.length} bytes`);
  const packet = Buffer.alloc(BODY_AT + bytes.length + 2);
  packet.writeInt32LE(OVERHEAD_BYTES + bytes.length, 0);
  packet.writeInt32LE(id, 4);
  packet.writeInt32LE(type, 8);
  bytes.copy(packet, BODY_AT);
  return packet;
}

/** Reads packets from a server's stream, which may be cut anywhere; holds at most one packet and one chunk. */
export class PacketReader {
  /** Put together once a packet is complete, and not for every byte of it that arrives. */
  #chunks: Buffer[] = [];
  #length = 0;
  #needed = SIZE_BYTES;

  /** Whether the beginning of a packet has come, and not its end. */
  get isWithinPacket(): boolean {
    return this.#length > 0;
  }

  /** The packets that are complete by now. Throws a RangeError for a stream that is not RCON. */
  read(chunk: Buffer): RconPacket[] {
    const packets: RconPacket[] = [];
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return packets;
    let bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    this.#needed = SIZE_BYTES;
    while (bytes.length >= SIZE_BYTES) {
      const size = bytes.readInt32LE(0);
      if (size < OVERHEAD_BYTES || size > OVERHEAD_BYTES + MAX_RESPONSE_BYTES) {
        throw new RangeError(`an RCON packet of ${size} bytes`);
      }
      const end = SIZE_BYTES + size;
      if (bytes.length < end) {
        this.#needed = end;
        break;
      }
      packets.push(packetIn(bytes.subarray(0, end)));
      bytes = bytes.subarray(end);
    }
    // A copy, so that a small rest does not keep a big chunk in memory.
    this.#chunks = bytes.length === 0 ? [] : [Buffer.from(bytes)];
    this.#length = bytes.length;
    return packets;
  }
}

function packetIn(bytes: Buffer): RconPacket {
  if (bytes.readUInt16LE(bytes.length - 2) !== 0) throw new RangeError('an RCON packet without its two NULs');
  return {
    id: bytes.readInt32LE(4),
    type: bytes.readInt32LE(8),
    body: bytes.toString('utf8', BODY_AT, bytes.length - 2),
  };
}
