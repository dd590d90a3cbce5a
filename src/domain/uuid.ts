declare const uuidBrand: unique symbol;

/** A player's id: RFC 9562 text, dashed and lowercase. */
export type Uuid = string & { readonly [uuidBrand]: true };

/** For schemas; code calls `isUuid`. */
export const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const UNDASHED = /^[0-9a-f]{32}$/;

/** True for the only form that is stored and sent. */
export function isUuid(value: string): value is Uuid {
  return UUID_PATTERN.test(value);
}

/** A uuid of version 3, which servers that check no accounts make of the name: it proves nothing. */
export function isMadeOfName(uuid: Uuid): boolean {
  return uuid[14] === '3';
}

/** Parses a uuid, dashed or undashed, in any case (docs/api.md "HTTP in general"); `undefined` if it is none. */
export function parseUuid(given: string): Uuid | undefined {
  const lower = given.toLowerCase();
  if (isUuid(lower)) return lower;
  if (!UNDASHED.test(lower)) return undefined;
  const dashed = `${lower.slice(0, 8)}-${lower.slice(8, 12)}-${lower.slice(12, 16)}-${lower.slice(16, 20)}-${lower.slice(20)}`;
  return isUuid(dashed) ? dashed : undefined;
}
