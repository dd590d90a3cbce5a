import { type Frame, readFrame } from './frame.ts';
import { type Handshake, readHandshake } from './handshake.ts';
import type { LegacyEra } from './legacy-ping.ts';
import { type LoginStart, readLoginStart } from './login-start.ts';
import { beginsProxyHeader, readProxyHeader, type Route, UntrustedHeader } from './proxy-header.ts';
import { WireError } from './wire-reader.ts';

/** What a client requests with its first bytes. */
export type Greeting =
  | { readonly kind: 'legacy-ping'; readonly era: LegacyEra }
  /** A login of a client before 1.7. */
  | { readonly kind: 'legacy-login' }
  | { readonly kind: 'status'; readonly handshake: Handshake }
  | { readonly kind: 'login'; readonly handshake: Handshake; readonly start: LoginStart };

/** All that a client may send before its login is decided; a handshake with a forwarded skin is the longest. */
export const MAX_GREETING_BYTES = 8 * 1024;
const MAX_FRAME_BYTES = 5 * 1024;
const MAX_PROXY_BYTES = 1_040;
const LEGACY_PING = 0xfe;
const LEGACY_LOGIN = 0x02;

/**
 * Reads the first bytes of a client, in pieces of any length, and keeps them for the upstream. It does no I/O and has
 * no time limits.
 */
export class GreetingReader {
  #bytes: Buffer = Buffer.alloc(0);
  readonly #mayBeProxied: boolean;
  #awaitsProxyHeader: boolean;
  #route: Route | null = null;
  #handshake: { readonly content: Handshake; readonly end: number } | undefined;

  /**
   * `mayBeProxied`: whether the other side may be a load balancer that sends the client's address in a PROXY header.
   */
  constructor(mayBeProxied: boolean) {
    this.#mayBeProxied = mayBeProxied;
    this.#awaitsProxyHeader = mayBeProxied;
  }

  /** The route of the PROXY header; null without one. */
  get route(): Route | null {
    return this.#route;
  }

  /** True once the client's address is known: a PROXY header was read, or there is none. */
  get isAddressKnown(): boolean {
    return !this.#awaitsProxyHeader;
  }

  /** All bytes so far, without a PROXY header. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /** The index in `bytes` after the handshake; 0 before there is one. */
  get afterHandshake(): number {
    return this.#handshake?.end ?? 0;
  }

  /**
   * Takes another piece, and returns the greeting once it is complete. A lone FE is a ping of 1.3 until something
   * follows it: then call again. Throws a WireError for bytes that no client sends,
   * an UntrustedHeader for a PROXY header that may not be there.
   */
  read(piece: Buffer): Greeting | undefined {
    this.#bytes = this.#bytes.length === 0 ? piece : Buffer.concat([this.#bytes, piece]);
    if (!this.#mayBeProxied && beginsProxyHeader(this.#bytes) === true) throw new UntrustedHeader();
    if (this.#awaitsProxyHeader && !this.#takeProxyHeader()) return undefined;
    if (this.#bytes.length > MAX_GREETING_BYTES) throw new WireError('Too many bytes came before the login');
    const [first, second] = this.#bytes;
    if (first === undefined) return undefined;
    if (first === LEGACY_PING) return { kind: 'legacy-ping', era: second === 0x01 ? '1.4' : '1.3' };
    if (first === LEGACY_LOGIN) return { kind: 'legacy-login' };
    const handshake = this.#takeHandshake();
    if (handshake === undefined) return undefined;
    if (handshake.content.intent === 'status') return { kind: 'status', handshake: handshake.content };
    const frame = readFrame(this.#bytes, handshake.end, MAX_FRAME_BYTES);
    return frame === undefined ? undefined : loginOf(handshake.content, frame);
  }

  /** False while the header is incomplete. */
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

  #takeHandshake(): { readonly content: Handshake; readonly end: number } | undefined {
    if (this.#handshake !== undefined) return this.#handshake;
    const frame = readFrame(this.#bytes, 0, MAX_FRAME_BYTES);
    if (frame === undefined) return undefined;
    this.#handshake = { content: readHandshake(frame.id, frame.body), end: frame.end };
    return this.#handshake;
  }
}

function loginOf(handshake: Handshake, { id, body }: Frame): Greeting {
  return { kind: 'login', handshake, start: readLoginStart(handshake.protocol, id, body) };
}
