import { WireError, type WireReader } from './wire-reader.ts';

/** The first packet of a client: which version it speaks, whom it thinks it calls, and what for (PROTOCOLS §2.2). */
export interface Handshake {
  readonly protocol: number;
  /** The host that the player typed, in lower case, without what mods and proxies hang on it. */
  readonly host: string;
  /** A transfer is a login that another server sent here. */
  readonly intent: 'status' | 'login';
}

const HANDSHAKE_ID = 0x00;
/** Real clients send at most 255 characters; a proxy that forwards in the host sends the player's skin as well. */
const MAX_HOST = 4_096;

/** Reads the body of a handshake. Throws a WireError for anything else. */
export function readHandshake(id: number, body: WireReader): Handshake {
  if (id !== HANDSHAKE_ID) throw new WireError('The first packet is no handshake');
  const protocol = body.varInt();
  const address = body.string(MAX_HOST);
  body.unsignedShort();
  const intent = intentOf(body.varInt());
  if (body.left > 0) throw new WireError('A handshake has more than it should');
  return { protocol, host: plainHost(address), intent };
}

/** Cuts `\0FML\0` and forwarded addresses, and the dot that a look-up of an SRV record leaves at the end. */
export function plainHost(address: string): string {
  const [host = ''] = address.split('\0', 1);
  return host.replace(/\.$/, '').toLowerCase();
}

function intentOf(number: number): Handshake['intent'] {
  if (number === 1) return 'status';
  if (number === 2 || number === 3) return 'login';
  throw new WireError('A handshake asks for something unknown');
}
