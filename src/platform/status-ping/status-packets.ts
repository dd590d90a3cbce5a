import { isRecord } from '../../domain/fields/record.ts';
import { readFrame, writeFrame, writeString, writeVarInt } from '../edge/protocol/frame.ts';
import { WireError } from '../edge/protocol/wire-reader.ts';
import type { HostAndPort } from '../server-address.ts';

/** What a server reports for the server list (docs/game-protocols.md "Handshake, status and login"). */
export interface ServerListing {
  readonly players: number;
  readonly maxPlayers: number;
  readonly version: { readonly name: string; readonly protocol: number };
}

/** In UTF-16 units, each of which takes at most three bytes. */
const MAX_TEXT_UNITS = 32_767;
/** The packet's id and the length of the text before the text itself. */
const MAX_FRAME_BYTES = 1 + 3 + 3 * MAX_TEXT_UNITS;
const STATUS_ID = 0;
const INTENT_STATUS = 1;
/** The protocol of a client that does not know the server's yet; server lists send it. */
const NO_PROTOCOL = -1;
const MAX_COUNTED = 2_147_483_647;

/** Handshake and status request, to be written together. */
export function statusRequest({ host, port }: HostAndPort): Buffer {
  const portBytes = Buffer.alloc(2);
  portBytes.writeUInt16BE(port);
  const handshake = [writeVarInt(NO_PROTOCOL), writeString(host), portBytes, writeVarInt(INTENT_STATUS)];
  return Buffer.concat([writeFrame(STATUS_ID, ...handshake), writeFrame(STATUS_ID)]);
}

/**
 * Reads the answer from all bytes so far; undefined while it is incomplete. Throws a WireError for anything else, also
 * before all of it has come.
 */
export function readStatusAnswer(bytes: Buffer): ServerListing | undefined {
  const frame = readFrame(bytes, 0, MAX_FRAME_BYTES);
  if (frame === undefined) return undefined;
  if (frame.id !== STATUS_ID) throw new WireError('Not a status answer');
  return listingIn(frame.body.string(MAX_TEXT_UNITS));
}

function listingIn(text: string): ServerListing {
  const answer = recordOf(jsonOf(text));
  const players = recordOf(answer['players']);
  const version = recordOf(answer['version']);
  return {
    players: count(players['online']),
    maxPlayers: count(players['max']),
    version: {
      name: typeof version['name'] === 'string' ? version['name'].slice(0, 256) : '',
      protocol: typeof version['protocol'] === 'number' ? Math.trunc(version['protocol']) : NO_PROTOCOL,
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WireError('A status answer is not JSON');
  }
}

/** A server that hides its players leaves the whole object out. */
function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw new WireError('A status answer has another shape');
  return value;
}

/** Some servers send -1 or numbers beyond any range as a joke. */
function count(value: unknown): number {
  return typeof value === 'number' && value > 0 ? Math.min(Math.trunc(value), MAX_COUNTED) : 0;
}
