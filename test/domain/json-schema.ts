import type { JsonSchema } from '../../src/domain/fields/field.ts';

type Rule = (value: unknown, given: never, schema: JsonSchema) => boolean;

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => typeof value === 'number' && Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: (value) => isObject(value),
};

/** The keywords of JSON Schema 2020-12 that Portcullis uses; by the standard, each applies only to values of its type. */
const RULES: Readonly<Record<string, Rule>> = {
  type: (value, type: string) => TYPES[type]?.(value) ?? false,
  enum: (value, allowed: unknown[]) => allowed.includes(value),
  const: (value, only: unknown) => value === only,
  minLength: (value, min: number) => typeof value !== 'string' || Array.from(value).length >= min,
  maxLength: (value, max: number) => typeof value !== 'string' || Array.from(value).length <= max,
  pattern: (value, source: string) => typeof value !== 'string' || new RegExp(source, 'u').test(value),
  minimum: (value, min: number) => typeof value !== 'number' || value >= min,
  maximum: (value, max: number) => typeof value !== 'number' || value <= max,
  items: (value, item: JsonSchema) => !Array.isArray(value) || value.every((one) => fits(item, one)),
  maxItems: (value, max: number) => !Array.isArray(value) || value.length <= max,
  required: (value, keys: string[]) => !isObject(value) || keys.every((key) => Object.hasOwn(value, key)),
  properties: (value, shape: Record<string, JsonSchema>) =>
    !isObject(value) ||
    Object.entries(shape).every(([key, schema]) => !Object.hasOwn(value, key) || fits(schema, value[key])),
  additionalProperties: (value, allowed: boolean | JsonSchema, schema) => {
    if (!isObject(value) || allowed === true) return true;
    const named = schema['properties'] ?? {};
    const others = Object.keys(value).filter((key) => !Object.hasOwn(named, key));
    return others.every((key) => allowed !== false && fits(allowed, value[key]));
  },
  propertyNames: (value, name: JsonSchema) =>
    !isObject(value) || Object.keys(value).every((key) => fits(name, key)),
  maxProperties: (value, max: number) => !isObject(value) || Object.keys(value).length <= max,
  anyOf: (value, choices: JsonSchema[]) => choices.some((schema) => fits(schema, value)),
};

const WORDS = new Set(['description', 'default', 'example', 'format', 'writeOnly']);

/** Whether a JSON value fits a schema. Throws for an unknown keyword, so that none goes unchecked. */
export function fits(schema: JsonSchema, value: unknown): boolean {
  return Object.entries(schema).every(([keyword, given]) => {
    if (WORDS.has(keyword)) return true;
    const rule = RULES[keyword];
    if (rule === undefined) throw new Error(`the keyword ${keyword} is not checked`);
    return rule(value, given as never, schema);
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
