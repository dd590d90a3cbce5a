import { describe, expect, test } from 'vitest';
import { parseText } from '../../src/domain/text/text.ts';
import { CLIENTS } from '../../src/dashboard/proxy/motd/client-versions.ts';
import { advanceOf, glyphOf } from '../../src/dashboard/proxy/motd/glyphs.ts';
import { centered, layoutText, LINE_WIDTH } from '../../src/dashboard/proxy/motd/motd-layout.ts';

/** The measured widths of the game's default font, with the pixel between letters. */
const WIDTHS: readonly (readonly [characters: string, advance: number])[] = [
  ["!',.:;i|", 2],
  ['`l', 3],
  [' "()*I[]t{}', 4],
  ['<>fk', 5],
  ['ABCDEFGHJKLMNOPQRSTUVWXYZabcdeghjmnopqrsuvwxyz0123456789#$%&+-/=?\\^_', 6],
  ['@~', 7],
];

describe('the width of a character', () => {
  test.each(WIDTHS)('of each of %s is that of the game, and one more in bold', (characters, advance) => {
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
  test('are the written lines', () => {
    const { lines, widths, isCut } = layoutText(parseText('&aOne\n&cTwo'));
    expect(lines.map(textOf)).toEqual(['One', 'Two']);
    expect(widths).toEqual([18, 18]);
    expect(isCut).toBe(false);
  });

  test('are broken at the last space that fits, and text after the second is lost', () => {
    const word = 'A'.repeat(20);
    const { lines, isCut } = layoutText(parseText(`${word} ${word} ${word}\nlost`));
    expect(lines.map(textOf)).toEqual([`${word} ${word}`, word]);
    expect(isCut).toBe(true);
  });

  test('are broken inside a word that is longer than a line', () => {
    const { lines } = layoutText(parseText('A'.repeat(50)));
    expect(lines.map((line) => line.length)).toEqual([45, 5]);
  });

  test('are centred by spaces, and centring twice changes nothing', () => {
    const line = centered('&l#AABBCCHello');
    const { lines } = layoutText(parseText(line));
    const first = lines[0]?.find(({ character }) => character !== ' ')?.x ?? 0;
    const last = lines[0]?.at(-1);
    const end = (last?.x ?? 0) + advanceOf(last?.character ?? '', last?.formats.includes('bold') ?? false);
    expect(Math.abs(first - (LINE_WIDTH - end))).toBeLessThanOrEqual(advanceOf(' ', false) * 2);
    expect(centered(line)).toBe(line);
  });
});

describe('what each client version shows', () => {
  const shownBy = (version: string, motd: string) =>
    CLIENTS.find(({ value }) => value === version)?.render(motd) ?? [];

  test('is every colour from 1.16, and the nearest of sixteen before', () => {
    expect(shownBy('new', '#12FE34x')).toEqual([{ text: 'x', color: '#12FE34', formats: [] }]);
    expect(shownBy('named', '#12FE34x')).toEqual([{ text: 'x', color: '#55FF55', formats: [] }]);
  });

  test('is one line before 1.7, and no colour before 1.4', () => {
    expect(shownBy('codes', '&aone\ntwo')).toEqual([{ text: 'one', color: '#55FF55', formats: [] }]);
    expect(shownBy('plain', '&aone\ntwo')).toEqual([{ text: 'one', color: null, formats: [] }]);
  });
});
