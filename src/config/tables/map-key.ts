import { isRecord } from '../../domain/fields/record.ts';
import type { JsonSchema } from '../../domain/fields/field.ts';

/** One key of the entries of a map, such as `management.url`. */
export interface MapKeyPart {
  readonly path: string;
  readonly doc: string;
  readonly required: boolean;
}

/** The schema of one part of an object or a map; empty if it has none. */
export function partSchema({ properties, additionalProperties }: JsonSchema, key: string): JsonSchema {
  if (isRecord(properties)) return Object.hasOwn(properties, key) ? schemaOr(properties[key]) : {};
  return schemaOr(additionalProperties);
}

/** The keys that each entry of a map may have, in the order of their declaration; empty for a key that is no map. */
export function mapKeyParts({ additionalProperties }: JsonSchema): MapKeyPart[] {
  return isRecord(additionalProperties) ? partsOf(additionalProperties, '') : [];
}

function partsOf(schema: JsonSchema, above: string): MapKeyPart[] {
  const { properties, required } = schema;
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([key, part]) => {
    if (!isRecord(part)) return [];
    const path = `${above}${key}`;
    if (isRecord(part['properties'])) return partsOf(part, `${path}.`);
    const doc = typeof part['description'] === 'string' ? part['description'] : '';
    return [{ path, doc, required: Array.isArray(required) && required.includes(key) }];
  });
}

function schemaOr(value: unknown): JsonSchema {
  return isRecord(value) ? value : {};
}
