import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { motdComponent } from '../../src/domain/text/motd.ts';
import { escapeText, parseText, plainText } from '../../src/domain/text/text.ts';
import { PALETTE, nearestNamedColor } from '../../src/domain/text/text-color.ts';
import { sectionText, type TextComponent } from '../../src/domain/text/text-component.ts';

/** Text that often has colour codes. */
const marked = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '&',
        '§',
        '#',
        '\\',
        'x',
        'r',
        'l',
        'a',
        '&c',
        '§l',
        '#FF00aa',
        '&#123456',
        '§x§1§2§3§4§5§6',
        '\n',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));
const hex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((rgb) => `#${rgb.toString(16).padStart(6, '0').toUpperCase()}`);

it('escaped text is read back unchanged and without a colour, also between colours', () => {
  fc.assert(
    fc.property(marked, fc.constantFrom('', '#FF0000', '&l', 'words', '\n'), (text, before) => {
      const escaped = escapeText(text);
      expect(plainText(parseText(escaped))).toBe(text);
      const runs = parseText(`${before}${escaped}\n`);
      expect(plainText(runs)).toBe(`${plainText(parseText(before))}${text}\n`);
      expect(runs.length).toBeLessThanOrEqual(2);
    }),
    { numRuns: 3_000 },
  );
});

it('no run is empty, and neighbours differ', () => {
  fc.assert(
    fc.property(marked, (text) => {
      const runs = parseText(text);
      expect(runs.every((run) => run.text !== '')).toBe(true);
      for (const [at, run] of runs.entries()) {
        const next = runs[at + 1];
        if (next !== undefined) expect({ ...run, text: '' }).not.toEqual({ ...next, text: '' });
      }
    }),
    { numRuns: 2_000 },
  );
});

function partsOf({ extra = [], ...part }: TextComponent): Omit<TextComponent, 'extra'>[] {
  return [part, ...extra.flatMap(partsOf)];
}

it('no component has a colour code in its text, and old clients get only colours they know', () => {
  const names = PALETTE.map((color) => color.name);
  fc.assert(
    fc.property(marked, fc.constantFrom(-1, 47, 340, 734, 735, 767), (text, protocol) => {
      const parts = partsOf(motdComponent(text, protocol));
      const shown = parts.map((part) => part.text).join('');
      expect(shown).toBe(plainText(parseText(text)).replaceAll('§', ''));
      for (const { color } of parts) {
        if (color === undefined) continue;
        if (protocol >= 735) expect(color).toMatch(/^#[0-9A-F]{6}$/);
        else expect(names).toContain(color);
      }
    }),
    { numRuns: 2_000 },
  );
});

it('text with section signs has the same plain text', () => {
  fc.assert(
    fc.property(marked, (text) => {
      const runs = parseText(text);
      const shown = sectionText(runs).replace(/§[0-9a-fk-or]/g, '');
      expect(shown).toBe(plainText(runs).replaceAll('§', ''));
    }),
    { numRuns: 1_000 },
  );
});

it('the nearest colour is one of the palette, and a colour of the palette is nearest to itself', () => {
  for (const color of PALETTE) expect(nearestNamedColor(color.hex)).toBe(color);
  fc.assert(
    fc.property(hex, (color) => {
      expect(PALETTE).toContain(nearestNamedColor(color));
    }),
  );
});
