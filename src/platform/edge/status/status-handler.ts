import { readFrame, writeFrame } from '../protocol/frame.ts';
import { WireError } from '../protocol/wire-reader.ts';

const STATUS_ID = 0x00;
const PING_ID = 0x01;
const MAX_FRAME_BYTES = 16;
const MAX_BYTES = 64;
const PING_BYTES = 8;

/** What a client of the server list gets next. */
export interface StatusStep {
  /** It requests the status; at most once per connection, as with the known proxies. */
  readonly requestsStatus: boolean;
  /** The answer to its ping, after which the connection ends. */
  readonly pong: Buffer | undefined;
}

/** Reads what a client sends after a handshake for the server list, in pieces of any length. Throws a WireError. */
export class StatusHandler {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #wasRequested = false;

  read(piece: Buffer): StatusStep {
    this.#bytes = Buffer.concat([this.#bytes, piece]);
    if (this.#bytes.length > MAX_BYTES) throw new WireError('Too much was sent for a ping');
    let requestsStatus = false;
    for (;;) {
      const frame = readFrame(this.#bytes, this.#at, MAX_FRAME_BYTES);
      if (frame === undefined) return { requestsStatus, pong: undefined };
      this.#at = frame.end;
      if (frame.id === PING_ID) {
        const payload = frame.body.bytes(PING_BYTES);
        if (frame.body.left > 0) throw new WireError('A ping is too long');
        return { requestsStatus, pong: writeFrame(PING_ID, payload) };
      }
      if (frame.id !== STATUS_ID || frame.body.left > 0 || this.#wasRequested) {
        throw new WireError('This packet is not part of a status request');
      }
      this.#wasRequested = true;
      requestsStatus = true;
    }
  }
}
