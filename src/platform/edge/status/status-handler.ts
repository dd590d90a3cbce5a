import { readFrame, writeFrame } from '../protocol/frame.ts';
import { WireError } from '../protocol/wire-reader.ts';

const STATUS_ID = 0x00;
const PING_ID = 0x01;
const MAX_FRAME_BYTES = 16;
const MAX_BYTES = 64;
const PING_BYTES = 8;

/** What to do with a client that looks at the server list. */
export interface StatusStep {
  /** It asks for the status; at most once a connection, as the proxies have it. */
  readonly asksStatus: boolean;
  /** The answer to its ping, which is also the last thing it gets. */
  readonly pong: Buffer | undefined;
}

/** Reads what a client sends after a handshake for the server list, however it is cut. Throws a WireError. */
export class StatusHandler {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #wasAsked = false;

  read(piece: Buffer): StatusStep {
    this.#bytes = Buffer.concat([this.#bytes, piece]);
    if (this.#bytes.length > MAX_BYTES) throw new WireError('Too much was sent for a ping');
    let asksStatus = false;
    for (;;) {
      const frame = readFrame(this.#bytes, this.#at, MAX_FRAME_BYTES);
      if (frame === undefined) return { asksStatus, pong: undefined };
      this.#at = frame.end;
      if (frame.id === PING_ID) {
        const payload = frame.body.bytes(PING_BYTES);
        if (frame.body.left > 0) throw new WireError('A ping has more than it should');
        return { asksStatus, pong: writeFrame(PING_ID, payload) };
      }
      if (frame.id !== STATUS_ID || frame.body.left > 0 || this.#wasAsked) {
        throw new WireError('This is not asked for a server list');
      }
      this.#wasAsked = true;
      asksStatus = true;
    }
  }
}
