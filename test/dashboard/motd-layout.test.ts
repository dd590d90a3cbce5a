import { describe, expect, test } from 'vitest';
import { parseText } from '../../src/domain/text/text.ts';
import { CLIENTS } from '../../src/dashboard/proxy/motd/client-versions.ts';
import { advanceOf, glyphOf } from '../../src/dashboard/proxy/motd/glyphs.ts';
import { centered, layOut, LINE_WIDTH } from '../../src/dashboard/proxy/motd/motd-layout.ts';

/** Widths of the game's default font with the pixel between letters, as its players' tools have measured them. */
const WIDTHS: readonly (readonly [characters: string, advance: number])[] = [
  ["!',.:;i|", 2],
  ['`l', 3],
  [' "()*I[]t{}', 4],
  ['<>fk', 5],
  ['ABCDEFGHJKLMNOPQRSTUVWXYZabcdeghjmnopqrsuvwxyz0123456789#$%&+-/=?\\^_', 6],
  ['@~', 7],
];

describe('the width of a character', () => {
  test.each(WIDTHS)('is for each of %s that of the game, and one more in bold', (characters, advance) => {
    for (const character of characters) {
      expect([character, advanceOf(character, false)]).toEqual([character, advance]);
      expect([character, advanceOf(character, true)]).toEqual([character, advance + 1]);
    }
  });

  test('is known for every printable character of ASCII, and every drawing fits its width', () => {
    expect(WIDTHS.reduce((sum, [characters]) => sum + characters.length, 0)).toBe(95);
    for (let code = 33; code < 127; code += 1) {
      const glyph = glyphOf(String.fromCharCode(code));
      expect(glyph?.rows.length).toBeGreaterThanOrEqual(7);
      expect(Math.max(...(glyph?.rows ?? []))).toBeLessThan(2 ** (glyph?.width ?? 0));
      expect(Math.max(...(glyph?.rows ?? []))).toBeGreaterThan(0);
    }
  });

  test('of a letter with an accent is that of the letter', () => {
    expect(advanceOf('é', false)).toBe(advanceOf('e', false));
  });
});

const textOf = (line: readonly { character: string }[] | undefined) =>
  (line ?? []).map(({ character }) => character).join('');

describe('the two lines of the server list', () => {
  test('are those that are written', () => {
    const { lines, widths, cut } = layOut(parseText('&aOne\n&cTwo'));
    expect(lines.map(textOf)).toEqual(['One', 'Two']);
    expect(widths).toEqual([18, 18]);
    expect(cut).toBe(false);
  });

  test('take what does not fit into the next, at a space, and lose what is beyond the second', () => {
    const word = 'A'.repeat(20);
    const { lines, cut } = layOut(parseText(`${word} ${word} ${word}\nlost`));
    expect(lines.map(textOf)).toEqual([`${word} ${word}`, word]);
    expect(cut).toBe(true);
  });

  test('break a word that is longer than a line', () => {
    const { lines } = layOut(parseText('A'.repeat(50)));
    expect(lines.map((line) => line.length)).toEqual([45, 5]);
  });

  test('have a line in the middle once it is centred, and centring twice changes nothing', () => {
    const line = centered('&l#AABBCCHello');
    const { lines } = layOut(parseText(line));
    const first = lines[0]?.find(({ character }) => character !== ' ')?.x ?? 0;
    const last = lines[0]?.at(-1);
    const end = (last?.x ?? 0) + advanceOf(last?.character ?? '', last?.formats.includes('bold') ?? false);
    expect(Math.abs(first - (LINE_WIDTH - end))).toBeLessThanOrEqual(advanceOf(' ', false) * 2);
    expect(centered(line)).toBe(line);
  });
});

describe('what clients of another age see', () => {
  const seenBy = (version: string, motd: string) =>
    CLIENTS.find(({ value }) => value === version)?.see(motd) ?? [];

  test('is every colour from 1.16 on, and the nearest of sixteen before', () => {
    expect(seenBy('new', '#12FE34x')).toEqual([{ text: 'x', color: '#12FE34', formats: [] }]);
    expect(seenBy('named', '#12FE34x')).toEqual([{ text: 'x', color: '#55FF55', formats: [] }]);
  });

  test('is one line before 1.7, and no colour before 1.4', () => {
    expect(seenBy('codes', '&aone\ntwo')).toEqual([{ text: 'one', color: '#55FF55', formats: [] }]);
    expect(seenBy('plain', '&aone\ntwo')).toEqual([{ text: 'one', color: null, formats: [] }]);
  });
});
