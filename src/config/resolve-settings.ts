import { check, type JsonSchema } from '../domain/fields/field.ts';
import { isRecord } from '../domain/fields/record.ts';
import type { GivenValue, Layer } from './files/config-document.ts';
import type { ConfigIssue } from './config-error.ts';
import { shownValue } from './shown-value.ts';
import { isPlainWord } from './files/yaml-faults.ts';
import type { KeyTable } from './tables/key-table.ts';
import { partSchema } from './tables/map-key.ts';

export type Resolved<S> =
  | { readonly ok: true; readonly settings: S }
  | { readonly ok: false; readonly issues: readonly ConfigIssue[] };

/**
 * Merges the sources: the first one that has a key wins, and a key in none of them has its default. A generated key without
 * a value gets a temporary one here; a start stores it. Every value is checked, even if another source overrides it.
 */
export function resolveSettings<S>(layers: readonly Layer[], table: KeyTable<S>): Resolved<S> {
  const issues = layers.flatMap((layer) => [...layer.issues, ...valueIssues(layer, table)]);
  const values: Record<string, unknown> = {};
  for (const [name, { initial }] of Object.entries(table.keys)) {
    const given = layers.find((layer) => layer.values.has(name))?.values.get(name);
    values[name] = given === undefined ? initial() : given.value;
  }
  const checked = issues.length > 0 ? undefined : check(table.whole, values);
  return checked?.ok === true ? { ok: true, settings: checked.value } : { ok: false, issues };
}

function valueIssues(layer: Layer, { keys }: Pick<KeyTable, 'keys'>): ConfigIssue[] {
  return Object.entries(keys).flatMap(([key, { secret, ...field }]) => {
    const given = layer.values.get(key);
    if (given === undefined) return [];
    const checked = check(field, given.value);
    if (checked.ok) return [];
    const whole = checked.issues.filter(({ path }) => path === '');
    const parts = checked.issues.filter(({ path }) => path !== '');
    const shown = secret || given.showable === false ? '' : `is ${shownValue(given.value)} but `;
    const allowed = whole.map((issue) => issue.message).join(', ');
    return [
      ...(whole.length > 0 ? [{ where: given.where, key, message: `${shown}${allowed}` }] : []),
      ...parts.map(({ path, message }) => {
        const words = path.split('.');
        const named = secret ? shownPath(words, field.schema, given) : words;
        return {
          where: given.whereIs?.(words) ?? given.where,
          key: [key, ...named].join('.'),
          message: named.length < words.length ? `has a part that ${message}` : message,
        };
      }),
    ];
  });
}

/** The path to a part of a secret, up to the key that may be a piece of a password instead. */
function shownPath(
  path: readonly string[],
  schema: JsonSchema,
  { isInBraces }: Pick<GivenValue, 'isInBraces'>,
): string[] {
  const shown: string[] = [];
  let above = schema;
  for (const [at, word] of path.entries()) {
    const { properties } = above;
    const isUnknown = isRecord(properties) && !Object.hasOwn(properties, word);
    if (!isPlainWord(word) || (isUnknown && isInBraces?.(path.slice(0, at + 1)) === true)) return shown;
    shown.push(word);
    above = partSchema(above, word);
  }
  return shown;
}
