const DISCONNECT = 0x00;
/** Encryption, plugin and cookie request: the server waits for an answer before it says whether the login passes. */
const QUESTIONS: readonly number[] = [0x01, 0x04, 0x05];
const HEAD_BYTES = 8;
const MAX_LENGTH_BYTES = 3;

/**
 * Watches the first bytes that a server sends back, to tell when it has let a login pass. A server that checks accounts
 * first asks for encryption and says nothing more until the client has proved who it is; a connection that only hangs
 * there, under a name that is not its own, must never count as that player.
 */
export class UpstreamLogin {
  #head: Buffer = Buffer.alloc(0);
  #seen = 0;

  /** Takes the next bytes; true once the login has passed, and then it need not be asked again. */
  hasPassed(piece: Buffer): boolean {
    if (this.#head.length < HEAD_BYTES) {
      this.#head = Buffer.concat([this.#head, piece.subarray(0, HEAD_BYTES - this.#head.length)]);
    }
    this.#seen += piece.length;
    const first = firstPacket(this.#head);
    if (first === undefined || first.id === DISCONNECT) return false;
    return !QUESTIONS.includes(first.id) || this.#seen > first.end;
  }
}

function firstPacket(head: Buffer): { readonly id: number; readonly end: number } | undefined {
  let length = 0;
  for (let at = 0; at < MAX_LENGTH_BYTES; at += 1) {
    const byte = head[at];
    if (byte === undefined) return undefined;
    length |= (byte & 0x7f) << (7 * at);
    if ((byte & 0x80) !== 0) continue;
    const id = head[at + 1];
    return id === undefined ? undefined : { id, end: at + 1 + length };
  }
  // No server of the game speaks so.
  return { id: DISCONNECT, end: 0 };
}
