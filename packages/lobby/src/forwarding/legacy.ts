import { parseUuid } from '../../../../src/domain/uuid.ts';
import { secretMatcher } from '../../../../src/runtime/secret-comparison.ts';
import { NotForwarded, type Profile } from './profile.ts';

/** The longest address that forwarding makes (docs/game-protocols.md "Player forwarding"). */
const MAX_ADDRESS_LENGTH = 2_500;
const TOKEN_PROPERTY = 'bungeeguard-token';

/**
 * Reads what BungeeCord and Velocity's legacy modes put into the address of the handshake: the host, the player's address
 * and uuid, and possibly properties, joined by NUL. With `tokens` (BungeeGuard) exactly one property must be one of these
 * tokens; without, anyone who reaches the port can pretend to be any player. Throws NotForwarded.
 */
export function readLegacyAddress(
  address: string,
  name: string,
  tokens: readonly string[] | undefined,
): Profile {
  if (address.length > MAX_ADDRESS_LENGTH) throw new NotForwarded('the address is too long');
  const [, ip = '', id = '', properties, ...more] = address.split('\0');
  const uuid = parseUuid(id);
  if (uuid === undefined || more.length > 0) throw new NotForwarded('the address forwards no player');
  if (tokens !== undefined) checkToken(tokensIn(properties ?? '[]'), tokens);
  return { uuid, name, ip };
}

function checkToken([given, ...others]: readonly string[], allowed: readonly string[]): void {
  if (given === undefined) throw new NotForwarded('there is no BungeeGuard token');
  if (others.length > 0) throw new NotForwarded('there is more than one BungeeGuard token');
  // All are compared, so that the time does not depend on which one fits.
  const fits = allowed.map((token) => secretMatcher(token)(given));
  if (!fits.includes(true)) throw new NotForwarded('the BungeeGuard token is not allowed');
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
