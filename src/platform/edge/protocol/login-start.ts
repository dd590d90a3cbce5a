import { isPlayerName } from '../../../domain/player-name.ts';
import { parseUuid, type Uuid } from '../../../domain/uuid.ts';
import { WireError, type WireReader } from './wire-reader.ts';

/** Who a client claims to be. Only the upstream can check it. */
export interface LoginStart {
  readonly name: string;
  /** Null where the version does not send one. */
  readonly uuid: Uuid | null;
  /** False for a name that no player can have. */
  readonly isNameValid: boolean;
}

const LOGIN_START_ID = 0x00;
const MAX_NAME = 16;
/** Public key and signature of 1.19 to 1.19.2; 4096-bit RSA is 550 and 512 bytes. */
const MAX_KEY_BYTES = 1_024;
/** Snapshots have protocol numbers from here on, which do not say what the packet has. */
const SNAPSHOT = 0x40000000;

/**
 * Reads the body of a login start by the client's protocol (docs/game-protocols.md "Handshake, status and login"). What
 * a newer version adds at the end is ignored. Throws a WireError.
 */
export function readLoginStart(protocol: number, id: number, body: WireReader): LoginStart {
  if (id !== LOGIN_START_ID) throw new WireError('The packet after the handshake is not a login');
  const name = body.string(MAX_NAME);
  return { name, uuid: readClaim(protocol, body), isNameValid: isPlayerName(name) };
}

function readClaim(protocol: number, body: WireReader): Uuid | null {
  if (protocol >= SNAPSHOT) return body.left === 16 ? readUuid(body) : null;
  if (protocol >= 764) return readUuid(body);
  if (protocol < 759) return null;
  if (protocol <= 760) skipKey(body);
  return protocol >= 760 && body.boolean() ? readUuid(body) : null;
}

function skipKey(body: WireReader): void {
  if (!body.boolean()) return;
  body.bytes(8);
  for (let part = 0; part < 2; part += 1) {
    const length = body.varInt();
    if (length > MAX_KEY_BYTES) throw new WireError('A key is longer than it may be');
    body.bytes(length);
  }
}

function readUuid(body: WireReader): Uuid | null {
  return parseUuid(body.bytes(16).toString('hex')) ?? null;
}
