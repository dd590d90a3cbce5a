import { expect, it } from 'vitest';
import * as f from '../../../src/domain/fields/field.ts';
import { LeftOut, shapeDetail } from '../../../src/domain/fields/left-out.ts';

/** A field that counts how often it is asked why a value does not fit. */
function counted(): { readonly field: f.Field<number>; readonly asked: () => number } {
  const base = f.integer();
  let asked = 0;
  const struct = f.refined(base, 'counted', () => {
    asked += 1;
    return false;
  }).struct;
  return { field: { ...base, struct }, asked: () => asked };
}

const KEYS = Object.fromEntries(Array.from({ length: 9_300 }, (_, at) => [`k${at}`, 0]));

/** The same object, and how many of its values were read. */
function watched(given: Readonly<Record<string, unknown>>) {
  const read = new Set<unknown>();
  const value = new Proxy(given, {
    get(target, key) {
      read.add(key);
      return typeof key === 'string' ? target[key] : undefined;
    },
  });
  return { value, read };
}

it('of thousands of unknown keys the first twenty are named, and no other is looked at', () => {
  const { value, read } = watched(KEYS);
  const checked = f.check(f.object({}), value);
  expect(checked.ok ? [] : checked.issues).toHaveLength(20);
  expect(read.size).toBeLessThan(25);
});

it('of a key without end the first two hundred characters come back', () => {
  const issuesOf = (key: string) => {
    const checked = f.check(f.object({}), { [key]: 0 });
    return checked.ok ? [] : checked.issues;
  };
  expect(issuesOf('k'.repeat(200))).toMatchObject([{ path: 'k'.repeat(200) }]);
  const [issue] = issuesOf('k'.repeat(200_000));
  expect(issue?.path).toBe(`${'k'.repeat(200)}…`);
  expect(issue?.message.length).toBeLessThan(100);
  expect(issuesOf(`${'k'.repeat(199)}😀`)[0]?.path).toBe(`${'k'.repeat(199)}…`);
});

it('of thousands of wrong entries twenty are explained', () => {
  const { field, asked } = counted();
  const list = Array.from({ length: 10_000 }, () => 1);
  const wrong = [...list, ...Array.from({ length: 10_000 }, () => 0.5)];
  const before = asked();
  const checked = f.check(f.array(field), wrong);
  expect(checked.ok ? [] : checked.issues.map(({ path }) => path).slice(0, 2)).toEqual(['10000', '10001']);
  expect(checked.ok ? [] : checked.issues).toHaveLength(20);
  expect(asked() - before).toBeLessThan(25);
});

it('a frame with thousands of unknown keys is refused for the first three', () => {
  const { value, read } = watched(KEYS);
  expect(shapeDetail(f.object({}), value)).toBe(
    'k0: is not a known key; k1: is not a known key; k2: is not a known key',
  );
  expect(read.size).toBeLessThan(8);
});

it('an object that lacks a key is refused before its keys are listed', () => {
  let listed = 0;
  const value = new Proxy<Readonly<Record<string, unknown>>>(KEYS, {
    ownKeys(target) {
      listed += 1;
      return Reflect.ownKeys(target);
    },
  });
  expect(f.object({ password: f.string() }).is(value)).toBe(false);
  expect(listed).toBe(0);
});

it('where what is left out was is asked only while it is written down', () => {
  const left = new LeftOut();
  let asked = 0;
  const place = () => {
    asked += 1;
    return 'here';
  };
  for (let at = 0; at < 1_000; at += 1) left.note(place, f.integer(), 'x', place);
  expect(left.count).toBe(1_000);
  expect(asked).toBeLessThan(30);
});
