import { readFrameLength } from './frame.ts';

const DISCONNECT = 0x00;
/** Encryption, plugin and cookie request: the server waits for an answer before it accepts the login. */
const REQUESTS: readonly number[] = [0x01, 0x04, 0x05];
const HEAD_BYTES = 8;

/**
 * Reads the first bytes of an upstream to find out when it has accepted a login. An upstream that checks accounts first
 * requests encryption and sends nothing more until the client has proved its account. A client that stops there, under
 * the name of somebody else, must never count as that player.
 */
export class UpstreamLogin {
  #head: Buffer = Buffer.alloc(0);
  #seen = 0;

  /** Takes the next bytes; true once the login is accepted, after which it need not be called again. */
  hasPassed(piece: Buffer): boolean {
    if (this.#head.length < HEAD_BYTES) {
      this.#head = Buffer.concat([this.#head, piece.subarray(0, HEAD_BYTES - this.#head.length)]);
    }
    this.#seen += piece.length;
    const first = firstPacket(this.#head);
    if (first === undefined || first.id === DISCONNECT) return false;
    return !REQUESTS.includes(first.id) || this.#seen > first.end;
  }
}

function firstPacket(head: Buffer): { readonly id: number; readonly end: number } | undefined {
  try {
    const header = readFrameLength(head, 0);
    const id = header && head[header.next];
    return header === undefined || id === undefined ? undefined : { id, end: header.next + header.length };
  } catch {
    // Not a server of the game: the login never passes.
    return { id: DISCONNECT, end: 0 };
  }
}
