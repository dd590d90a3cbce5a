import { type Frame, readFrame } from './frame.ts';
import { type Handshake, readHandshake } from './handshake.ts';
import type { LegacyEra } from './legacy-ping.ts';
import { type LoginStart, readLoginStart } from './login-start.ts';
import { beginsProxyHeader, readProxyHeader, type Route } from './proxy-header.ts';
import { WireError } from './wire-reader.ts';

/** What a client wants. */
export type Greeting =
  | { readonly kind: 'legacy-ping'; readonly era: LegacyEra }
  /** A login of a client before 1.7. */
  | { readonly kind: 'legacy-login' }
  | { readonly kind: 'status'; readonly handshake: Handshake }
  | { readonly kind: 'login'; readonly handshake: Handshake; readonly start: LoginStart };

/** Everything a client may send before its login is decided; a handshake with a forwarded skin is the most. */
export const MAX_GREETING_BYTES = 8 * 1024;
const MAX_FRAME_BYTES = 5 * 1024;
const MAX_PROXY_BYTES = 1_040;
const LEGACY_PING = 0xfe;
const LEGACY_LOGIN = 0x02;

/**
 * Reads what a client says first, however it is cut into pieces, and keeps it to be told again upstream. Does no I/O and
 * knows no time.
 */
export class GreetingReader {
  #bytes: Buffer = Buffer.alloc(0);
  #awaitsProxyHeader: boolean;
  #route: Route | null = null;
  #handshake: { readonly said: Handshake; readonly end: number } | undefined;

  /** `mayBeProxied`: whether the other side may be a load balancer that tells the client's address. */
  constructor(mayBeProxied: boolean) {
    this.#awaitsProxyHeader = mayBeProxied;
  }

  /** Who is connecting, where a trusted load balancer has told. */
  get route(): Route | null {
    return this.#route;
  }

  /** True once it is settled whose connection this is. */
  get isAddressKnown(): boolean {
    return !this.#awaitsProxyHeader;
  }

  /** All that was sent, but a PROXY header. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Where what follows the handshake begins in `bytes`; 0 before there is one. */
  get afterHandshake(): number {
    return this.#handshake?.end ?? 0;
  }

  /**
   * Takes another piece; answers once it is clear what is wanted, undefined while more is needed. A lone FE is a ping of
   * 1.3 until something follows it: then ask again. Throws a WireError for what no client sends.
   */
  read(piece: Buffer): Greeting | undefined {
    this.#bytes = this.#bytes.length === 0 ? piece : Buffer.concat([this.#bytes, piece]);
    if (this.#awaitsProxyHeader && !this.#takeProxyHeader()) return undefined;
    if (this.#bytes.length > MAX_GREETING_BYTES) throw new WireError('Too much was sent before the login');
    const [first, second] = this.#bytes;
    if (first === undefined) return undefined;
    if (first === LEGACY_PING) return { kind: 'legacy-ping', era: second === 0x01 ? '1.4' : '1.3' };
    if (first === LEGACY_LOGIN) return { kind: 'legacy-login' };
    const handshake = this.#takeHandshake();
    if (handshake === undefined) return undefined;
    if (handshake.said.intent === 'status') return { kind: 'status', handshake: handshake.said };
    const frame = readFrame(this.#bytes, handshake.end, MAX_FRAME_BYTES);
    return frame === undefined ? undefined : loginOf(handshake.said, frame);
  }

  /** False while the header is not whole. */
  #takeProxyHeader(): boolean {
    const begins = beginsProxyHeader(this.#bytes);
    if (begins === undefined) return false;
    if (begins) {
      const header = readProxyHeader(this.#bytes);
      if (header === undefined) {
        if (this.#bytes.length > MAX_PROXY_BYTES) throw new WireError('A PROXY header does not end');
        return false;
      }
      this.#route = header.route;
      this.#bytes = this.#bytes.subarray(header.end);
    }
    this.#awaitsProxyHeader = false;
    return true;
  }

  #takeHandshake(): { readonly said: Handshake; readonly end: number } | undefined {
    if (this.#handshake !== undefined) return this.#handshake;
    const frame = readFrame(this.#bytes, 0, MAX_FRAME_BYTES);
    if (frame === undefined) return undefined;
    this.#handshake = { said: readHandshake(frame.id, frame.body), end: frame.end };
    return this.#handshake;
  }
}

function loginOf(handshake: Handshake, { id, body }: Frame): Greeting {
  return { kind: 'login', handshake, start: readLoginStart(handshake.protocol, id, body) };
}
