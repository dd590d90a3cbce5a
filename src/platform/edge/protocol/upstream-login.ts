import { readFrameLength } from './frame.ts';
import { WireError } from './wire-reader.ts';

const DISCONNECT = 0x00;
const ENCRYPTION_REQUEST = 0x01;
/** Encryption, plugin and cookie request: the server waits for an answer before it accepts the login. */
const REQUESTS: readonly number[] = [ENCRYPTION_REQUEST, 0x04, 0x05];

/**
 * Far more than any refusal is. Encrypted bytes may look like one, and who has chosen the key can see to it: what they would be
 * skipped for is bounded.
 */
const MAX_DISCONNECT = 8 * 1024;

/** Where the login stands by what the server has sent. */
type Stage =
  /** Nothing, or only requests that come before encryption. */
  | 'plain'
  /** The server has requested encryption; what comes next is encrypted, or a refusal without encryption. */
  | 'asked'
  /** A refusal without encryption has come after the request, unless encrypted bytes look like one. */
  | 'seems-refused'
  | 'refused'
  | 'passed';

/**
 * Reads the first bytes of an upstream to find out when it has accepted a login. An upstream that checks accounts first
 * requests encryption and sends nothing more until the client has proved its account. A client that stops there, under
 * the name of somebody else, must never count as that player. A refusal that is encrypted cannot be told from a success:
 * it ends the connection soon.
 */
export class UpstreamLogin {
  #stage: Stage = 'plain';
  /** The beginning of the next packet, as long as it does not say enough. */
  #rest: Buffer = Buffer.alloc(0);
  /** How many bytes come before the next packet. */
  #skip = 0;

  /** Takes the next bytes; true once the login is accepted, after which it need not be called again. */
  hasPassed(piece: Buffer): boolean {
    // Whatever follows is not kept.
    if (this.#stage === 'refused') return false;
    let bytes = Buffer.concat([this.#rest, piece]);
    while (this.#stage !== 'passed') {
      const skipped = Math.min(this.#skip, bytes.length);
      this.#skip -= skipped;
      bytes = bytes.subarray(skipped);
      const size = bytes.length === 0 ? undefined : this.#take(bytes);
      if (size === undefined) break;
      this.#skip = size;
    }
    this.#rest = bytes;
    return this.#stage === 'passed';
  }

  /** Goes on with the packet at the beginning of these bytes; its size, or undefined while they do not say enough. */
  #take(bytes: Buffer): number | undefined {
    if (this.#stage === 'plain') return this.#takePlain(bytes);
    // Nothing comes after a refusal: these bytes show that it was an encrypted packet.
    const size = this.#stage === 'asked' ? disconnectSize(bytes) : null;
    if (size === undefined) return undefined;
    this.#stage = size === null ? 'passed' : 'seems-refused';
    return size ?? 0;
  }

  #takePlain(bytes: Buffer): number | undefined {
    const header = readLength(bytes, 0);
    const id = header ? bytes[header.next] : undefined;
    // Without a length it is not a server of the game: the login never passes.
    if (header === null || id === DISCONNECT) this.#stage = 'refused';
    if (header === null || header === undefined || id === undefined || id === DISCONNECT) return undefined;
    if (id === ENCRYPTION_REQUEST) this.#stage = 'asked';
    else if (!REQUESTS.includes(id)) this.#stage = 'passed';
    return header.next + header.length;
  }
}

/**
 * The size of the Disconnect packet that these bytes begin with: it has nothing but one text. Null if they are another
 * packet or encrypted, undefined while they do not say enough.
 */
function disconnectSize(bytes: Buffer): number | null | undefined {
  const packet = readLength(bytes, 0);
  const id = packet ? bytes[packet.next] : undefined;
  if (packet === null || (id !== undefined && id !== DISCONNECT)) return null;
  if (packet === undefined || id === undefined) return undefined;
  const text = readLength(bytes, packet.next + 1);
  if (text === null || text === undefined) return text;
  const size = packet.next + packet.length;
  return text.next + text.length === size && size <= MAX_DISCONNECT ? size : null;
}

/** Null if it is none. */
function readLength(bytes: Buffer, start: number): ReturnType<typeof readFrameLength> | null {
  try {
    return readFrameLength(bytes, start);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return null;
  }
}
