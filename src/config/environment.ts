import { isRecord } from '../domain/fields/record.ts';
import type { JsonSchema } from '../domain/fields/field.ts';
import type { GivenValue, Layer } from './files/config-document.ts';
import { environmentName, type KeyTable } from './tables/key-table.ts';
import { nearestKey } from './nearest-key.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings from environment variables. An empty variable counts as unset, as in compose files. */
export function readEnvironment(env: Environment, table: KeyTable): Layer {
  const values = new Map<string, GivenValue>();
  for (const [name, { schema }] of Object.entries(table.keys)) {
    const variable = environmentName(table, name);
    const text = env[variable];
    if (text !== undefined && text !== '')
      values.set(name, { value: valueOf(text, schema), where: variable });
  }
  return { values, issues: [] };
}

/** A text that cannot be parsed is returned as it is: the check of the key then reports what it should have been. */
function valueOf(text: string, { type, items }: JsonSchema): unknown {
  if (type === 'object') return jsonOf(text);
  if (type === 'array')
    return text.split(',').map((part) => valueOf(part.trim(), isRecord(items) ? items : {}));
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Warnings for variables that look like a misspelt key. They are no errors: container platforms set variables that begin
 * with the name of a service, such as PORTCULLIS_PORT.
 */
export function misspeltVariables(env: Environment, table: KeyTable): string[] {
  const { prefix } = table;
  const known = Object.keys(table.keys).map((name) => environmentName(table, name));
  return Object.keys(env).flatMap((variable) => {
    if (!variable.startsWith(prefix) || known.includes(variable)) return [];
    const key = variable.slice(prefix.length);
    const nearest = nearestKey(
      key,
      known.map((name) => name.slice(prefix.length)),
    );
    return nearest === undefined ? [] : [`${variable} is not a setting; did you mean ${prefix}${nearest}?`];
  });
}
