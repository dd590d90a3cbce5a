import { failuresOf } from './failures.ts';
import { isRecord } from './record.ts';
import * as s from 'superstruct';

/**
 * One description of a value that gives its validator, its static type and its JSON Schema: superstruct alone cannot be
 * turned into a schema. Routes, config keys and channel messages are made of these.
 *
 * `is` is the fast check for hot paths; `struct` is used only after a no, to find out what is wrong where.
 * The two agree on every value (`test/property/field.test.ts`).
 */
export interface Field<T> {
  /** Not typed by T: superstruct's type is invariant, and only `is` needs to narrow. */
  readonly struct: s.Struct;
  readonly schema: JsonSchema;
  readonly is: (value: unknown) => value is T;
}

/** A key that may be missing from an object; missing and `undefined` are the same. */
export interface OptionalField<T> extends Field<T> {
  readonly optional: true;
}

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1 and AsyncAPI 3. */
export type JsonSchema = { readonly [key: string]: unknown };

export type Infer<F> = F extends Field<infer T> ? T : never;

type Shape = Readonly<Record<string, Field<unknown>>>;
type OptionalKeys<S extends Shape> = { [K in keyof S]: S[K] extends { optional: true } ? K : never }[keyof S];
type Flatten<T> = { [K in keyof T]: T[K] };
export type ObjectOf<S extends Shape> = Flatten<
  { [K in Exclude<keyof S, OptionalKeys<S>>]: Infer<S[K]> } & { [K in OptionalKeys<S>]?: Infer<S[K]> }
>;

/** What is wrong and where: `path` is dotted, empty for the value itself, and cut after 200 characters. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: Issue[] };

const MAX_ISSUES = 20;
/** Longer than the path of every place that is declared. The key that somebody made up comes back only so far. */
const MAX_PATH = 200;

/** Checks a value from outside; the result names the first invalid parts, at most twenty of them. */
export function check<T>(field: Field<T>, value: unknown): Checked<T> {
  if (field.is(value)) return { ok: true, value };
  return { ok: false, issues: issuesOf(field, value, MAX_ISSUES) };
}

/**
 * What is wrong with a value that the field's own check refused, at most `atMost` parts of it. Nothing behind the last one is
 * looked at, so that a value full of mistakes costs no more than its bytes.
 */
export function issuesOf(field: Field<unknown>, value: unknown, atMost: number): Issue[] {
  const issues: Issue[] = [];
  for (const failure of failuresOf(value, field.struct)) {
    issues.push({ path: shortened(failure.path.join('.')), message: messageOf(failure) });
    if (issues.length >= atMost) break;
  }
  return issues;
}

function shortened(path: string): string {
  // Not in the middle of a pair of surrogates.
  return path.length <= MAX_PATH ? path : `${path.slice(0, MAX_PATH).replace(/[\ud800-\udbff]$/, '')}…`;
}

function messageOf(failure: Pick<s.Failure, 'message' | 'value'>): string {
  return failure.value === undefined ? `is required: ${failure.message}` : failure.message;
}

function leaf<T>(
  name: string,
  expects: string,
  schema: JsonSchema,
  is: (value: unknown) => boolean,
): Field<T> {
  return {
    struct: s.define(name, (value) => is(value) || `must be ${expects}`) as s.Struct,
    schema,
    is: is as (value: unknown) => value is T,
  };
}

export interface StringRules {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  readonly format?: string;
  /** What the error says after "must be", instead of a generated text. */
  readonly expects?: string;
}

const SURROGATE_PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;

/**
 * Whether a text has `min` to `max` characters, that is code points, as JSON Schema and the database count them. They are
 * counted one by one only if the number of UTF-16 units (one or two per character) does not decide.
 */
function hasLength(value: string, min: number, max: number): boolean {
  const units = value.length;
  if (units < min || units > 2 * max) return false;
  if (units >= 2 * min && units <= max) return true;
  const characters = units - (value.match(SURROGATE_PAIRS)?.length ?? 0);
  return characters >= min && characters <= max;
}

/** Any string within the rules; lengths count characters. */
export function string(rules: StringRules = {}): Field<string> {
  const { min = 0, max = Number.MAX_SAFE_INTEGER, pattern } = rules;
  const bounded = rules.max === undefined ? '' : ` of ${min} to ${max} characters`;
  const expects =
    rules.expects ?? `a string${bounded}${pattern === undefined ? '' : ` matching ${pattern.source}`}`;
  const schema: Record<string, unknown> = { type: 'string' };
  if (rules.min !== undefined) schema['minLength'] = rules.min;
  if (rules.max !== undefined) schema['maxLength'] = rules.max;
  if (pattern !== undefined) schema['pattern'] = pattern.source;
  if (rules.format !== undefined) schema['format'] = rules.format;
  return leaf('string', expects, schema, (value) => {
    if (typeof value !== 'string' || !hasLength(value, min, max)) return false;
    return pattern === undefined || pattern.test(value);
  });
}

// Control characters break consoles and logs; a lone surrogate cannot be stored as UTF-8.
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;
// The part of it that regular expressions of every language have; UTF-8 cannot contain a lone surrogate anyway.
const PRINTABLE = '^[^\\u0000-\\u001F\\u007F-\\u009F]*$';

/** Text that people read: up to `max` characters, without control characters and lone surrogates. */
export function text(max: number, min = 0): Field<string> {
  const expects = `text of ${min} to ${max} characters without control characters`;
  const schema = { type: 'string', minLength: min, maxLength: max, pattern: PRINTABLE };
  return leaf('text', expects, schema, (value) => {
    return typeof value === 'string' && hasLength(value, min, max) && !UNPRINTABLE.test(value);
  });
}

/** A whole number within the safe range of a double. */
export function integer(min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): Field<number> {
  const schema: Record<string, unknown> = { type: 'integer' };
  if (min !== Number.MIN_SAFE_INTEGER) schema['minimum'] = min;
  if (max !== Number.MAX_SAFE_INTEGER) schema['maximum'] = max;
  const expects = `an integer${rangeText(min, max)}`;
  return leaf('integer', expects, schema, (value) => {
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
  });
}

function rangeText(min: number, max: number): string {
  if (min === Number.MIN_SAFE_INTEGER && max === Number.MAX_SAFE_INTEGER) return '';
  if (max === Number.MAX_SAFE_INTEGER) return ` of at least ${min}`;
  if (min === Number.MIN_SAFE_INTEGER) return ` of at most ${max}`;
  return ` from ${min} to ${max}`;
}

/** Any JSON value, for answers whose shape another program decides. Not for input. */
export function json(): Field<unknown> {
  return leaf('json', 'a JSON value', {}, (value) => value !== undefined);
}

/** `true` or `false`; words and numbers are refused. */
export function boolean(): Field<boolean> {
  return leaf('boolean', 'true or false', { type: 'boolean' }, (value) => typeof value === 'boolean');
}

/** One of a closed set of words, compared exactly. */
export function oneOf<const T extends string | number>(values: readonly T[]): Field<T> {
  const allowed = new Set<unknown>(values);
  return leaf('oneOf', `one of ${values.join(', ')}`, { enum: [...values] }, (value) => allowed.has(value));
}

/** Exactly this value. */
export function literal<const T extends string | number | boolean>(value: T): Field<T> {
  return leaf('literal', JSON.stringify(value), { const: value }, (given) => given === value);
}

/** Narrows a field by a rule that a schema cannot express; `schema` is added to the schema of the base. */
export function refined<T, U extends T = T>(
  base: Field<T>,
  expects: string,
  rule: ((value: T) => value is U) | ((value: T) => boolean),
  schema: JsonSchema = {},
): Field<U> {
  return leaf('refined', expects, { ...base.schema, ...schema }, (value) => base.is(value) && rule(value));
}

/** Adds what only the documentation shows: description, default, example. */
export function described<F extends Field<unknown>>(field: F, words: JsonSchema): F {
  return { ...field, schema: { ...field.schema, ...words } };
}

/** The field, or `null`. */
export function nullable<T>(field: Field<T>): Field<T | null> {
  return {
    struct: s.nullable<unknown, unknown>(field.struct),
    schema: { anyOf: [field.schema, { type: 'null' }] },
    is: (value): value is T | null => value === null || field.is(value),
  };
}

/** A text that may also be empty, for a value that is not given. */
export function emptyOr(field: Field<string>): Field<string> {
  return {
    struct: new s.Struct<unknown>({
      type: 'emptyOr',
      schema: null,
      validator: (value, context) => {
        if (value === '') return true;
        const failures = [...field.struct.validator(value, context)];
        return failures.map(({ message }) => message.replace(/^must be /, 'must be empty or '));
      },
    }),
    schema: { anyOf: [field.schema, { const: '' }] },
    is: (value): value is string => value === '' || field.is(value),
  };
}

/** A field that an object may leave out. */
export function optional<T>(field: Field<T>): OptionalField<T> {
  return {
    struct: s.optional<unknown, unknown>(field.struct),
    schema: field.schema,
    is: field.is,
    optional: true,
  };
}

// superstruct's own array(), object() and never() print the value in their message, which throws for a value nested
// thousands deep or with a key named toString. These describe what is wrong without the value.

/** A list of at most `max` entries that each fit `item`. */
export function array<T>(item: Field<T>, max = Number.MAX_SAFE_INTEGER): Field<T[]> {
  const bounded = max !== Number.MAX_SAFE_INTEGER;
  return {
    struct: new s.Struct<unknown>({
      type: 'array',
      schema: null,
      *entries(value) {
        if (!Array.isArray(value)) return;
        // What fits is passed over by the fast check.
        for (const [index, entry] of value.entries()) {
          if (!item.is(entry)) yield [index, entry, item.struct];
        }
      },
      validator: (value) => Array.isArray(value) || 'must be an array',
      refiner: (value) => !Array.isArray(value) || value.length <= max || `must have at most ${max} entries`,
    }),
    schema: { type: 'array', items: item.schema, ...(bounded ? { maxItems: max } : {}) },
    is: (value): value is T[] => Array.isArray(value) && value.length <= max && value.every(item.is),
  };
}

const UNKNOWN_KEY: s.Struct = s.define('unknown key', () => 'is not a known key');

/** An object with exactly these keys; any other key is refused by its name. */
export function object<const S extends Shape>(shape: S): Field<ObjectOf<S>> {
  const entries = Object.entries(shape);
  const required = entries.filter(([, field]) => !isOptional(field)).map(([key]) => key);
  return {
    struct: new s.Struct<unknown>({
      type: 'object',
      schema: null,
      *entries(value) {
        if (!isRecord(value)) return;
        for (const [key, field] of entries) yield [key, value[key], field.struct];
        for (const key in value) if (!Object.hasOwn(shape, key)) yield [key, value[key], UNKNOWN_KEY];
      },
      validator: (value) => isRecord(value) || 'must be an object',
    }),
    schema: {
      type: 'object',
      properties: Object.fromEntries(entries.map(([key, field]) => [key, field.schema])),
      ...(required.length > 0 ? { required } : {}),
      additionalProperties: false,
    },
    is: (value): value is ObjectOf<S> => {
      if (!isRecord(value)) return false;
      for (const [key, field] of entries) {
        const given = value[key];
        if (given === undefined ? !isOptional(field) : !field.is(given)) return false;
      }
      // Last: to list the keys of a large object costs as much as to parse it.
      for (const key in value) if (!Object.hasOwn(shape, key)) return false;
      return true;
    },
  };
}

/** An object used as a map: any keys that fit, all values of one kind, at most `max` of them. */
export function record<T>(key: Field<string>, entry: Field<T>, max: number): Field<Record<string, T>> {
  return {
    struct: new s.Struct<unknown>({
      type: 'record',
      schema: null,
      *entries(value) {
        if (!isRecord(value)) return;
        for (const name of Object.keys(value)) {
          if (key.is(name) && entry.is(value[name])) continue;
          yield [name, name, key.struct];
          yield [name, value[name], entry.struct];
        }
      },
      validator: (value) => isRecord(value) || 'must be an object',
      refiner: (value) =>
        !isRecord(value) || Object.keys(value).length <= max || `must have at most ${max} keys`,
    }),
    schema: {
      type: 'object',
      propertyNames: key.schema,
      additionalProperties: entry.schema,
      maxProperties: max,
    },
    is: (value): value is Record<string, T> => {
      if (!isRecord(value)) return false;
      const names = Object.keys(value);
      return names.length <= max && names.every((name) => key.is(name) && entry.is(value[name]));
    },
  };
}

/**
 * Adds a rule on the whole value, which is checked only once its parts are right. `wrong` returns the message, or undefined
 * if the rule holds. The schema does not show the rule.
 */
export function ruled<T>(base: Field<T>, wrong: (value: T) => string | undefined): Field<T> {
  return {
    struct: s.refine(base.struct, 'ruled', (value) => !base.is(value) || (wrong(value) ?? true)),
    schema: base.schema,
    is: (value): value is T => base.is(value) && wrong(value) === undefined,
  };
}

function isOptional(field: Field<unknown>): boolean {
  return 'optional' in field;
}
