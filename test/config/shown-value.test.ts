import { expect, it } from 'vitest';
import { shownKey, shownValue } from '../../src/config/shown-value.ts';

it.each([0, 'a "word"', null, true, [1, 'b', []], { a: { b: [{}] }, c: null }])(
  'a short value is shown as its JSON',
  (value) => {
    expect(shownValue(value)).toBe(JSON.stringify(value));
  },
);

it('a long value is cut after 80 characters', () => {
  const long = { names: Array.from({ length: 1_000 }, (_, at) => `name-${at}`) };
  expect(shownValue(long)).toBe(`${JSON.stringify(long).slice(0, 80)}…`);
  expect(shownValue('x'.repeat(10_000))).toBe(`"${'x'.repeat(79)}…`);
  expect(shownKey('x'.repeat(81))).toBe(`${'x'.repeat(80)}…`);
});

it('a value that contains itself is cut too', () => {
  const list: unknown[] = [];
  list.push(list, 'never shown');
  expect(shownValue(list)).toBe(`${'['.repeat(80)}…`);
});

it('no character is cut in two', () => {
  expect(shownValue(`${'x'.repeat(78)}😀😀`)).toBe(`"${'x'.repeat(78)}…`);
});
