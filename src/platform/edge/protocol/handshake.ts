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
  readonly intent: 'status' | 'login';
}

const HANDSHAKE_ID = 0x00;
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

function intentOf(number: number): Handshake['intent'] {
  if (number === 1) return 'status';
  if (number === 2 || number === 3) return 'login';
  throw new WireError('A handshake has an unknown intent');
}
