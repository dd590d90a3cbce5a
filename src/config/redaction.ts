import type { JsonSchema } from '../domain/fields/field.ts';
import type { KeyTable } from './tables/key-table.ts';
import { COORDINATOR_TABLE } from './tables/coordinator-keys.ts';
import { partSchema } from './tables/map-key.ts';

const REDACTED = '[redacted]';
// A shorter text could be part of any word; no secret is shorter.
const MIN_LENGTH = 6;

/**
 * Removes every secret of the configuration from a line of the log, wherever it occurs: in a field, in an error message of
 * the database driver, in a URL. `more` are secrets that are not settings.
 */
export function redactor(
  settings: object,
  more: readonly string[] = [],
  { keys }: Pick<KeyTable, 'keys'> = COORDINATOR_TABLE,
): (line: string) => string {
  const values = Object.entries(keys).flatMap(([name, { secret, initial, generated, schema }]) => {
    const value: unknown = Object.entries(settings).find(([key]) => key === name)?.[1];
    if (!secret) return [];
    if (typeof value !== 'string') return secretsIn(value, schema);
    return generated || value !== initial() ? [value, ...urlPassword(value)] : [];
  });
  // Longest first: a whole URL is replaced before the password inside it.
  const secrets = [...values, ...more]
    .filter((value) => value.length >= MIN_LENGTH)
    .map((value) => JSON.stringify(value).slice(1, -1))
    .sort((one, other) => other.length - one.length);
  return (line) => secrets.reduce((so, secret) => so.replaceAll(secret, REDACTED), line);
}

/** The secrets inside a map: texts whose schema has `writeOnly`. */
function secretsIn(value: unknown, schema: JsonSchema): string[] {
  if (typeof value === 'string') return schema['writeOnly'] === true ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) =>
    secretsIn(part, partSchema(schema, key)),
  );
}

/** The password in a URL, as written and percent-decoded. */
function urlPassword(value: string): string[] {
  const password = URL.canParse(value) ? new URL(value).password : '';
  return password === '' ? [] : [password, decodeURIComponent(password)];
}
