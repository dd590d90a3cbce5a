import { timingSafeEqual, createHash } from 'node:crypto';
import { parseUuid } from '../../../../src/domain/uuid.ts';
import { NotForwarded, type Profile } from './profile.ts';

/** As long as an address may become by forwarding (PROTOCOLS §4.3). */
const MAX_ADDRESS = 2_500;
const TOKEN_PROPERTY = 'bungeeguard-token';

/**
 * Reads what BungeeCord and Velocity's legacy modes put into the address of the handshake: host, player's address, uuid
 * and perhaps properties, joined by NUL. With `tokens` (BungeeGuard) exactly one of the properties must be a token of
 * them; without, anybody who reaches the port can claim to be anybody. Throws NotForwarded.
 */
export function readLegacyAddress(
  address: string,
  name: string,
  tokens: readonly string[] | undefined,
): Profile {
  if (address.length > MAX_ADDRESS) throw new NotForwarded('the address is too long');
  const [, ip = '', id = '', properties, ...more] = address.split('\0');
  const uuid = parseUuid(id);
  if (uuid === undefined || more.length > 0) throw new NotForwarded('the address forwards nobody');
  if (tokens !== undefined) checkToken(tokensIn(properties ?? '[]'), tokens);
  return { uuid, name, ip };
}

function checkToken([given, ...others]: readonly string[], allowed: readonly string[]): void {
  if (given === undefined) throw new NotForwarded('there is no BungeeGuard token');
  if (others.length > 0) throw new NotForwarded('there is more than one BungeeGuard token');
  // Every one is compared, so that the time tells nothing.
  const fits = allowed.map((token) => timingSafeEqual(digest(token), digest(given)));
  if (!fits.includes(true)) throw new NotForwarded('the BungeeGuard token is not allowed');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function tokensIn(json: string): string[] {
  const properties = parse(json);
  if (!Array.isArray(properties)) throw new NotForwarded('the properties are no list');
  return properties.flatMap((property: unknown) => {
    if (typeof property !== 'object' || property === null) return [];
    if (!('name' in property) || property.name !== TOKEN_PROPERTY) return [];
    return 'value' in property && typeof property.value === 'string' ? [property.value] : [];
  });
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new NotForwarded('the properties are not JSON');
  }
}
