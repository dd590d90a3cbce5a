import * as fc from 'fast-check';
import * as s from 'superstruct';
import { describe, expect, it } from 'vitest';
import * as f from '../../src/domain/fields/field.ts';
import { NETWORK_EVENTS } from '../../src/domain/network-event.ts';
import { fits } from '../domain/json-schema.ts';

const words = fc.string({
  unit: fc.constantFrom('a', 'b', '0', '😀', '\n', '\u0085', '"', '\ud800'),
  maxLength: 6,
});
const numbers = fc.oneof(fc.integer({ min: -3, max: 9 }), fc.double(), fc.constantFrom(2 ** 53, 1e300, -0));
const KEYS = ['a', 'b', 'toString', '__proto__', 'constructor'];

/** Any JSON, with many of the keys and texts that cause problems. */
const json: fc.Arbitrary<unknown> = fc
  .letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.oneof(words, numbers, fc.boolean(), fc.constant(null)),
      fc.array(tie('value'), { maxLength: 4 }),
      fc
        .uniqueArray(fc.tuple(fc.constantFrom(...KEYS), tie('value')), { selector: ([key]) => key })
        .map((entries) =>
          JSON.parse(`{${entries.map(([k, v]) => `"${k}":${JSON.stringify(v)}`).join(',')}}`),
        ),
    ),
  }))
  .value.map((value): unknown => JSON.parse(JSON.stringify(value)));

const small = fc.integer({ min: 0, max: 4 });
const leaf: fc.Arbitrary<f.Field<unknown>> = fc.oneof(
  fc.constant(f.string()),
  fc.record({ min: small, max: small }).map((rules) => f.string(rules)),
  fc.constantFrom(/^[ab]*$/, /0/).map((pattern) => f.string({ pattern })),
  fc.tuple(small, small).map(([max, min]) => f.text(max, min)),
  fc.constantFrom(/^[ab]+$/, /0/).map((pattern) => f.emptyOr(f.string({ pattern }))),
  fc.constant(f.integer()),
  fc.tuple(fc.integer({ min: -3, max: 2 }), small).map(([min, max]) => f.integer(min, max)),
  fc.constant(f.boolean()),
  fc.uniqueArray(fc.constantFrom('a', 'b', 0, 1), { minLength: 1 }).map((values) => f.oneOf(values)),
  fc.constantFrom('a', 0, true, false).map((value) => f.literal(value)),
);
const field: fc.Arbitrary<f.Field<unknown>> = fc.letrec<{ field: f.Field<unknown> }>((tie) => ({
  field: fc.oneof(
    { depthSize: 'small' },
    leaf,
    tie('field').map((one) => f.nullable(one)),
    tie('field').map((one) => f.described(one, { description: 'words' })),
    fc.tuple(tie('field'), small).map(([one, max]) => f.array(one, max)),
    tie('field').map((one) => f.array(one)),
    fc.tuple(tie('field'), small).map(([one, max]) => f.record(f.string({ pattern: /^[ab_]/ }), one, max)),
    fc
      .dictionary(fc.constantFrom('a', 'b'), fc.tuple(tie('field'), fc.boolean()))
      .map((shape) =>
        f.object(
          Object.fromEntries(
            Object.entries(shape).map(([key, [one, may]]) => [key, may ? f.optional(one) : one]),
          ),
        ),
      ),
  ),
})).field;

/** Values that mostly fit a schema, so that accepted values are tried as often as refused ones. */
function near(schema: f.JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary: fitting(schema) }, { weight: 1, arbitrary: json });
}

function fitting(schema: f.JsonSchema): fc.Arbitrary<unknown> {
  const {
    type,
    anyOf,
    properties,
    items,
    additionalProperties,
    enum: choices,
  } = schema as {
    type?: string;
    anyOf?: f.JsonSchema[];
    properties?: Record<string, f.JsonSchema>;
    items?: f.JsonSchema;
    additionalProperties?: f.JsonSchema | boolean;
    enum?: unknown[];
  };
  if (choices !== undefined) return fc.constantFrom(...choices);
  if ('const' in schema) return fc.constant(schema['const']);
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(near));
  if (properties !== undefined) {
    const shape = Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, near(one)]));
    return fc.record(shape, { requiredKeys: [] });
  }
  if (typeof additionalProperties === 'object') {
    return fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'c'), near(additionalProperties), {
      maxKeys: 4,
    });
  }
  if (items !== undefined) return fc.array(near(items), { maxLength: 4 });
  if (type === 'string') return words;
  if (type === 'integer') return numbers;
  return type === 'boolean' ? fc.boolean() : json;
}

const pair = field.chain((one) => fc.tuple(fc.constant(one), near(one.schema)));

/** What a schema cannot express: a number beyond the safe integers, or a lone surrogate. */
function isBeyondSchemas(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  if (typeof value === 'string') return /\p{Cs}/u.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(isBeyondSchemas);
}

describe('any field and any value of JSON', () => {
  it('the quick check, superstruct and the schema agree', () => {
    let yes = 0;
    let no = 0;
    fc.assert(
      fc.property(pair, ([one, value]) => {
        const taken = one.is(value);
        if (taken) yes += 1;
        else no += 1;
        const [error] = s.validate(value, one.struct);
        expect(error === undefined).toBe(taken);
        if (taken || !isBeyondSchemas(value)) expect(fits(one.schema, value)).toBe(taken);
      }),
      { numRuns: 1_000 },
    );
    expect(Math.min(yes, no)).toBeGreaterThan(100);
  });

  it('a refusal names one to twenty places; nothing is ever thrown', () => {
    fc.assert(
      fc.property(fc.oneof(pair, fc.tuple(field, json)), ([one, value]) => {
        const checked = f.check(one, value);
        expect(checked.ok).toBe(one.is(value));
        const issues = checked.ok ? [] : checked.issues;
        expect(issues.length > 0).toBe(!checked.ok);
        expect(issues.length).toBeLessThanOrEqual(20);
        for (const { message } of issues) expect(message).toMatch(/^(must|is) /);
      }),
      { numRuns: 1_000 },
    );
  });

  it('the events of the network agree with their schemas', () => {
    const event = fc.constantFrom<f.Field<unknown>>(...Object.values(NETWORK_EVENTS));
    fc.assert(
      fc.property(
        event.chain((one) => fc.tuple(fc.constant(one), near(one.schema))),
        ([one, value]) => {
          if (!isBeyondSchemas(value)) expect(fits(one.schema, value)).toBe(one.is(value));
        },
      ),
    );
  });
});
