import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { colorAt, gradient, lineAt } from '../../src/dashboard/proxy/motd/gradient.ts';
import { markedCharacters, parseText, plainText } from '../../src/domain/text/text.ts';

const RED_TO_BLUE = ['#FF0000', '#0000FF'];

/** The text after a gradient over a part of it; the whole by default. */
function after(marked: string, colors: readonly string[], start = 0, end = marked.length): string {
  const change = gradient(marked, { start, end }, colors);
  return change === undefined ? marked : marked.slice(0, change.from) + change.text + marked.slice(change.to);
}

describe('a gradient', () => {
  test('goes from the first colour to the last, by a letter', () => {
    expect(after('abc', RED_TO_BLUE)).toBe('#FF0000a#800080b#0000FFc');
  });

  test('goes through all its colours', () => {
    expect(after('abcde', ['#000000', '#FF0000', '#FFFFFF'])).toBe('&0a#800000b#FF0000c#FF8080d&fe');
  });

  test('replaces the colours that were there, and keeps the formats', () => {
    expect(after('&a&lab&rc', RED_TO_BLUE)).toBe('#FF0000&la#800080&lb#0000FFc');
  });

  test('leaves what is outside of it as it was written, with its colours', () => {
    expect(after('&aone two&l!', RED_TO_BLUE, 2, 5)).toBe('#FF0000o#800080n#0000FFe&a two&l!');
    expect(after('one two', RED_TO_BLUE, 4, 7)).toBe('one #FF0000t#800080w#0000FFo');
    expect(after('abc', RED_TO_BLUE, 0, 1)).toBe('#FF0000a&rbc');
  });

  test('writes no colour for a space that nobody sees, and one for a space that is underlined', () => {
    expect(after('a b', RED_TO_BLUE)).toBe('#FF0000a #0000FFb');
    expect(after('&na b', RED_TO_BLUE)).toBe('#FF0000&na#800080&n #0000FF&nb');
  });

  test('of a single letter is the first colour, and of nothing is none', () => {
    expect(after('a', RED_TO_BLUE)).toBe('#FF0000a');
    expect(gradient('', { start: 0, end: 0 }, RED_TO_BLUE)).toBeUndefined();
    expect(gradient('&a', { start: 0, end: 2 }, RED_TO_BLUE)).toBeUndefined();
    expect(gradient('ab', { start: 1, end: 1 }, RED_TO_BLUE)).toBeUndefined();
  });

  const piece = fc.constantFrom(
    '&',
    '§',
    '#',
    '\\',
    'x',
    'a',
    'l',
    '0f',
    ' ',
    '\n',
    '✓',
    '😀',
    '&l',
    '&n',
    '#12AB34',
  );

  test('changes the colours of the characters chosen, and nothing else that is seen', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), fc.nat(20), fc.nat(20), (pieces, one, other) => {
        const marked = pieces.join('');
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        const colors = ['#010203', '#040506', '#A0B0C0'];
        const before = markedCharacters(marked);
        const now = markedCharacters(after(marked, colors, start, end));
        expect(now.map(({ character }) => character)).toEqual(before.map(({ character }) => character));
        const chosen = before.filter(({ character, to }) => to > start && to <= end && character !== '\n');
        now.forEach(({ character, color, formats }, at) => {
          const was = before[at];
          const step = was === undefined ? -1 : chosen.indexOf(was);
          expect(formats).toEqual(was?.formats);
          if (was !== undefined && (was.to <= start || was.to > end)) expect(color).toBe(was.color);
          else if (character !== ' ' && character !== '\n') {
            expect(color).toBe(colorAt(colors, step / Math.max(1, chosen.length - 1)));
          }
        });
      }),
      { numRuns: 2000 },
    );
  });
});

test('the characters of a marked text are those of its runs, at the places where they are written', () => {
  const marked = '&aHi \\&b §x§1§2§3§4§5§6😀#12AB34!';
  const characters = markedCharacters(marked);
  expect(characters.map(({ character }) => character).join('')).toBe(plainText(parseText(marked)));
  expect(characters.map(({ at, to }) => marked.slice(at, to))).toEqual([
    'H',
    'i',
    ' ',
    '\\&',
    'b',
    ' ',
    '😀',
    '!',
  ]);
  expect(characters.map(({ color }) => color)).toEqual([
    ...Array.from({ length: 6 }, () => '#55FF55'),
    '#123456',
    '#12AB34',
  ]);
});

test('the colour at each end is that end, and half way is between the neighbours', () => {
  expect(colorAt(['#102030', '#FFFFFF'], 0)).toBe('#102030');
  expect(colorAt(['#102030', '#FFFFFF'], 1)).toBe('#FFFFFF');
  expect(colorAt(['#000000', '#FFFFFF', '#000000'], 0.5)).toBe('#FFFFFF');
});

test('a line is found by any place in it', () => {
  expect(lineAt('one\ntwo', 0)).toEqual({ start: 0, end: 3 });
  expect(lineAt('one\ntwo', 3)).toEqual({ start: 0, end: 3 });
  expect(lineAt('one\ntwo', 4)).toEqual({ start: 4, end: 7 });
  expect(lineAt('one\ntwo', 7)).toEqual({ start: 4, end: 7 });
});
