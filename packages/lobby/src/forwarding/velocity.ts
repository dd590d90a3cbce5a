import { isSameSecret } from '../../../../src/runtime/secret-comparison.ts';
import { createHmac } from 'node:crypto';
import { isPlayerName } from '../../../../src/domain/player-name.ts';
import { parseUuid } from '../../../../src/domain/uuid.ts';
import { WireError, WireReader } from '../../../../src/platform/edge/protocol/wire-reader.ts';
import { NotForwarded, type Profile } from './profile.ts';

/** The login plugin channel by which a server requests the player's profile (docs/game-protocols.md "Player forwarding"). */
export const VELOCITY_CHANNEL = 'velocity:player_info';

/** The newest form that we read; the proxy answers with the newest form that both know. */
export const VELOCITY_VERSION = 4;

const SIGNATURE_BYTES = 32;
const KEY_VERSIONS = { first: 2, withSigner: 3 };
const MAX_PROPERTIES = 64;
const MAX_KEY_BYTES = 4_096;

/**
 * Reads Velocity's answer: the HMAC-SHA256 of the rest with the shared secret, then the rest. Throws NotForwarded for an
 * answer that is signed with another secret, is malformed, or did not come.
 */
export function readVelocityAnswer(answer: Buffer | undefined, secret: string): Profile {
  if (answer === undefined)
    throw new NotForwarded('the proxy does not forward players, or there is no proxy');
  const given = answer.subarray(0, SIGNATURE_BYTES);
  const rest = answer.subarray(SIGNATURE_BYTES);
  const own = createHmac('sha256', secret).update(rest).digest();
  if (!isSameSecret(given, own)) {
    throw new NotForwarded('the answer is signed with another secret');
  }
  try {
    return readProfile(new WireReader(rest));
  } catch (error) {
    if (error instanceof WireError) throw new NotForwarded(`the answer cannot be read: ${error.message}`);
    throw error;
  }
}

function readProfile(reader: WireReader): Profile {
  const version = reader.varInt();
  if (version < 1 || version > VELOCITY_VERSION) throw new NotForwarded(`form ${version} is unknown`);
  const ip = reader.string(64);
  const uuid = parseUuid(reader.bytes(16).toString('hex'));
  const name = reader.string(16);
  if (uuid === undefined || !isPlayerName(name)) throw new NotForwarded('the name or uuid is not valid');
  skipProperties(reader);
  if (version === KEY_VERSIONS.first || version === KEY_VERSIONS.withSigner) {
    reader.bytes(8);
    skipBytes(reader);
    skipBytes(reader);
  }
  if (version === KEY_VERSIONS.withSigner && reader.boolean()) reader.bytes(16);
  if (reader.left > 0) throw new NotForwarded('the answer is longer than it says');
  return { uuid, name, ip };
}

function skipProperties(reader: WireReader): void {
  const count = reader.varInt();
  if (count < 0 || count > MAX_PROPERTIES) throw new NotForwarded('there are too many properties');
  for (let property = 0; property < count; property += 1) {
    reader.string(64);
    reader.string(32_767);
    if (reader.boolean()) reader.string(1_024);
  }
}

function skipBytes(reader: WireReader): void {
  const length = reader.varInt();
  if (length > MAX_KEY_BYTES) throw new NotForwarded('a key is too long');
  reader.bytes(length);
}
