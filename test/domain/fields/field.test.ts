import { describe, expect, expectTypeOf, it } from 'vitest';
import * as f from '../../../src/domain/fields/field.ts';

const server = f.object({
  name: f.string({ min: 1, max: 5, pattern: /^[a-z]+$/, expects: 'a server name' }),
  players: f.optional(f.integer(0, 9)),
  tags: f.array(f.text(3), 2),
  address: f.nullable(f.string()),
});

function issuesOf(field: f.Field<unknown>, value: unknown): string[] {
  const checked = f.check(field, value);
  return checked.ok ? [] : checked.issues.map(({ path, message }) => `${path}: ${message}`);
}

describe('a field', () => {
  it('gives the type, the check and the schema of a description', () => {
    expectTypeOf<f.Infer<typeof server>>().toEqualTypeOf<{
      name: string;
      tags: string[];
      address: string | null;
      players?: number;
    }>();
    expect(f.check(server, { name: 'hub', tags: [], address: null })).toEqual({
      ok: true,
      value: { name: 'hub', tags: [], address: null },
    });
    expect(server.schema).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 5, pattern: '^[a-z]+$' },
        players: { type: 'integer', minimum: 0, maximum: 9 },
        tags: {
          type: 'array',
          items: {
            type: 'string',
            minLength: 0,
            maxLength: 3,
            pattern: String.raw`^[^\u0000-\u001F\u007F-\u009F]*$`,
          },
          maxItems: 2,
        },
        address: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      },
      required: ['name', 'tags', 'address'],
      additionalProperties: false,
    });
  });

  it('names every invalid part and what is expected there', () => {
    expect(issuesOf(server, { name: 'HUB', players: 10, tags: ['ok', 'long', 1], extra: 1 })).toEqual([
      'name: must be a server name',
      'players: must be an integer from 0 to 9',
      'tags.1: must be text of 0 to 3 characters without control characters',
      'tags.2: must be text of 0 to 3 characters without control characters',
      'address: is required: must be a string',
      'extra: is not a known key',
    ]);
    expect(issuesOf(server, { name: 'hub', tags: ['a', 'b', 'c'], address: null })).toEqual([
      'tags: must have at most 2 entries',
    ]);
  });

  it.each([[[]], ['text'], [1], [null], [true]])('reports that %j is not an object', (value) => {
    expect(issuesOf(server, value)).toEqual([': must be an object']);
  });

  it('reports at most twenty issues', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, 1]));
    expect(issuesOf(f.object({}), many)).toHaveLength(20);
  });

  it.each([
    ['nested 100 000 deep', JSON.parse(`{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)],
    ['a list nested 100 000 deep', JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
    ['with a key named toString', JSON.parse('{"x":{"toString":1,"valueOf":1}}')],
    ['with a key named __proto__', JSON.parse('{"__proto__":{"name":"hub"}}')],
    ['with a key named constructor', JSON.parse('{"constructor":1}')],
  ])('refuses a value %s without throwing', (_, value) => {
    expect(f.check(server, value).ok).toBe(false);
    expect(f.check(f.array(server), value).ok).toBe(false);
    expect(f.check(f.array(server), [value]).ok).toBe(false);
  });

  it('checks the keys and the values of a map, and reports each by its path', () => {
    const map = f.record(f.string({ pattern: /^[a-z_]+$/, expects: 'a lower-case word' }), server, 2);
    expectTypeOf<f.Infer<typeof map>>().toEqualTypeOf<Record<string, f.Infer<typeof server>>>();
    const hub = { name: 'hub', tags: [], address: null };
    expect(f.check(map, { a: hub, b: hub }).ok).toBe(true);
    expect(f.check(map, JSON.parse('{"__proto__":{"name":"hub","tags":[],"address":null}}')).ok).toBe(true);
    expect(issuesOf(map, { UP: hub, b: { ...hub, name: 'HUB', nmae: 1 } })).toEqual([
      'UP: must be a lower-case word',
      'b.name: must be a server name',
      'b.nmae: is not a known key',
    ]);
    expect(issuesOf(map, { a: hub, b: hub, c: hub })).toEqual([': must have at most 2 keys']);
    expect(issuesOf(map, [])).toEqual([': must be an object']);
  });

  it('checks a rule on the whole only when the parts are right', () => {
    const ruled = f.ruled(server, ({ tags }) => (tags.length > 0 ? undefined : 'must have a tag'));
    expect(f.check(ruled, { name: 'hub', tags: ['a'], address: null }).ok).toBe(true);
    expect(issuesOf(ruled, { name: 'hub', tags: [], address: null })).toEqual([': must have a tag']);
    expect(issuesOf(ruled, { name: 'HUB', tags: [], address: null })).toEqual([
      'name: must be a server name',
    ]);
  });

  it('never shows the given value, which may be a secret', () => {
    const secret = 'hunter2hunter2';
    const login = f.object({ password: f.string({ max: 8 }), kind: f.oneOf(['a', 'b']) });
    for (const value of [
      { password: secret, kind: secret },
      { password: [secret], kind: { secret } },
      secret,
      [secret],
    ]) {
      expect(JSON.stringify(f.check(login, value))).not.toContain(secret);
    }
  });

  it('counts characters, not UTF-16 units', () => {
    expect(f.string({ max: 2 }).is('😀😀')).toBe(true);
    expect(f.string({ max: 2 }).is('😀😀😀')).toBe(false);
    expect(f.string({ min: 2 }).is('😀')).toBe(false);
    expect(f.text(255).is('😀'.repeat(255))).toBe(true);
    expect(f.text(255).is('😀'.repeat(256))).toBe(false);
    expect(f.text(255).is('x'.repeat(256))).toBe(false);
  });

  it.each(['', 'griefing', '%s {0} `$&` <b>', 'שלום\u200f', '👩‍👩‍👧', "'; --", 'a\u2028b'])(
    'takes %j as text',
    (value) => {
      expect(f.text(255).is(value)).toBe(true);
    },
  );

  it.each(['\0', 'a\nb', '\t', '\u001b[31m', '\u007f', '\u0085', '\ud800', '\udc00x'])(
    'does not take %j as text',
    (value) => {
      expect(f.text(255).is(value)).toBe(false);
    },
  );

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53), '1', null, 1n])(
    'does not take %s as an integer',
    (value) => {
      expect(f.integer().is(value)).toBe(false);
    },
  );

  it.each([
    [f.integer(), 'must be an integer'],
    [f.integer(1), 'must be an integer of at least 1'],
    [f.integer(undefined, 9), 'must be an integer of at most 9'],
    [f.oneOf(['perma', '1h']), 'must be one of perma, 1h'],
    [f.literal(true), 'must be true'],
    [f.boolean(), 'must be true or false'],
    [f.string({ min: 1, max: 3, pattern: /x/ }), 'must be a string of 1 to 3 characters matching x'],
    [f.refined(f.integer(), 'an even number', (value) => value % 2 === 0), 'must be an even number'],
  ])('describes what it expects: %#', (field, words) => {
    expect(issuesOf(field, 'wrong')).toEqual([`: ${words}`]);
  });

  it('refined narrows what its base accepts, and adds to its schema', () => {
    const even = f.refined(f.integer(0), 'an even number', (value) => value % 2 === 0, { multipleOf: 2 });
    expect([0, 1, 2, -2, '2'].map((value) => even.is(value))).toEqual([true, false, true, false, false]);
    expect(even.schema).toEqual({ type: 'integer', minimum: 0, multipleOf: 2 });
  });

  it('emptyOr also accepts the empty text, and its message shows that', () => {
    const field = f.emptyOr(f.string({ pattern: /^[a-z]+$/, expects: 'a lower-case word' }));
    expect(['', 'hub', 'HUB', 1].map((value) => field.is(value))).toEqual([true, true, false, false]);
    expect(issuesOf(field, '')).toEqual([]);
    expect(issuesOf(field, 'HUB')).toEqual([': must be empty or a lower-case word']);
  });

  it('described keeps its check and stays optional', () => {
    const field = f.described(f.optional(f.integer()), { description: 'How many.' });
    expect(field.schema).toEqual({ type: 'integer', description: 'How many.' });
    expect(f.object({ field }).is({})).toBe(true);
  });
});
