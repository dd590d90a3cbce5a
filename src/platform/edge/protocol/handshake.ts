import { readFrame, writeFrame, writeString, writeVarInt } from './frame.ts';
import { WireError, type WireReader } from './wire-reader.ts';

/**
 * A client's first packet: its version, the host it connects to, and what for (docs/game-protocols.md "Handshake,
 * status and login").
 */
export interface Handshake {
  readonly protocol: number;
  /** The host that the player typed, in lower case, without what mods and proxies append to it. */
  readonly host: string;
  /** A transfer is a login that another server sent here. */
  readonly intent: 'status' | 'login' | 'transfer';
}

const HANDSHAKE_ID = 0x00;
const LOGIN = 2;
/** What Forge writes behind the host: it says which mods there are, and nothing of who the player is. */
const FORGE = /^(?:FML\d?|FORGE\d?)$/;
/** Clients send at most 255 characters; a proxy that forwards players in the host appends the player's skin. */
const MAX_HOST = 4_096;

/** Reads the body of a handshake. Throws a WireError for anything else. */
export function readHandshake(id: number, body: WireReader): Handshake {
  if (id !== HANDSHAKE_ID) throw new WireError('The first packet is not a handshake');
  const protocol = body.varInt();
  const address = body.string(MAX_HOST);
  body.unsignedShort();
  const intent = intentOf(body.varInt());
  if (body.left > 0) throw new WireError('A handshake is too long');
  return { protocol, host: plainHost(address), intent };
}

/** Removes `\0FML\0`, forwarded addresses, and the dot at the end that comes from an SRV record. */
export function plainHost(address: string): string {
  const [host = ''] = address.split('\0', 1);
  return host.replace(/\.$/, '').toLowerCase();
}

/**
 * A greeting, which begins with a handshake, as that of an ordinary login: the server behind need not accept transfers. What
 * may stand behind the host is left out: by it a proxy tells a server who the player is, and here it would be the client's word.
 */
export function asOrdinaryLogin(greeting: Buffer): Buffer {
  const frame = readFrame(greeting, 0, greeting.length);
  if (frame === undefined) throw new WireError('A handshake is not whole');
  const { body, end } = frame;
  const protocol = writeVarInt(body.varInt());
  const [host = '', mark = ''] = body.string(MAX_HOST).split('\0', 2);
  const address = writeString(FORGE.test(mark) ? `${host}\0${mark}\0` : host);
  const port = body.bytes(2);
  const handshake = writeFrame(HANDSHAKE_ID, protocol, address, port, writeVarInt(LOGIN));
  return Buffer.concat([handshake, greeting.subarray(end)]);
}

function intentOf(number: number): Handshake['intent'] {
  if (number === 1) return 'status';
  if (number === LOGIN) return 'login';
  if (number === 3) return 'transfer';
  throw new WireError('A handshake has an unknown intent');
}
