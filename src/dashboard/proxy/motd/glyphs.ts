/** A letter as pixels, up to eight rows from the top: one bit a pixel, the highest of `width` bits on the left. */
export interface Glyph {
  readonly width: number;
  readonly rows: readonly number[];
}

/**
 * The characters from `!` to `~`, each as its width and two hexadecimal digits per row. The shapes are a five by seven
 * font of our own; the widths are those of the game's default font, so text is as wide here as in the game.
 */
const FONT = `
  101010101010001 305050500000000 50a0a1f0a1f0a0a 5040f100e011e04 511120204080911 5040a040d12120d
  101010000000000 301020404040201 304020101010204 300050205000000 50004041f040400
  10000000000010101 50000001f000000 100000000000101 501020204080810 50e11131519110e
  5040c040404041f 50e11010608101f 50e11010601110e 5030509111f0101 51f101e0101110e 50608101e11110e
  51f110102040404 50e11110e11110e 50e11110f01020c 100010100000101 10001010000010101
  401020408040201 500001f00001f00 408040201020408 50e110102040004 61e212d2d2f201e 50e11111f111111
  51e11111e11111e 50e11101010110e 51e11111111111e 51f10101e10101f 51f10101e101010 50f10101311110e
  51111111f111111 307020202020207 50101010101110e 511121418141211 51010101010101f 5111b1511111111
  511191513111111 50e11111111110e 51e11111e101010 50e11111115120d 51e11111e141211 50f10100e01011e
  51f040404040404 51111111111110e 5111111110a0a04 511111111151b11 5110a0404040a11 5110a0404040404
  51f01020408101f 307040404040407 510080804020201 307010101010107 5040a1100000000
  5000000000000001f 202010000000000 500000e010f110f 51010161911111e 500000e1110110e
  501010d1311110f 500000e111f100f 403040f04040404 500000f11110f011e 510101619111111
  101000101010101 5010001010111110e 40808090a0c0a09 202020202020201 500001a15151111
  500001e11111111 500000e1111110e 500001619111e1010 500000d13110f0101 500001619101010
  500000f100e011e 302020702020201 50000111111110f 500001111110a04 50000111115150a 50000110a040a11
  500001111110f011e 500001f0204081f 301020204020201 101010101010101 304020201020204
  619260000000000
`;

const FIRST = '!'.charCodeAt(0);

const GLYPHS: readonly Glyph[] = FONT.trim()
  .split(/\s+/)
  .map((text) => ({
    width: Number(text[0]),
    rows: (text.slice(1).match(/../g) ?? []).map((row) => Number.parseInt(row, 16)),
  }));

/** The pixels of a character; undefined for a space and for characters that are not in our font. */
export function glyphOf(character: string): Glyph | undefined {
  return GLYPHS[character.charCodeAt(0) - FIRST];
}

const SPACE_ADVANCE = 4;
/** Characters that the game draws with another font: symbols and scripts of full width, and all others. */
const WIDE_ADVANCE = 9;
const NARROW_ADVANCE = 6;

/** The distance from this character to the next, in pixels of the game; bold adds one. */
export function advanceOf(character: string, bold: boolean): number {
  return plainAdvance(character) + (bold ? 1 : 0);
}

/** Whether the exact width of a character is known; for others it is an estimate. */
export function isMeasured(character: string): boolean {
  return character === ' ' || glyphOf(baseOf(character)) !== undefined;
}

/** A letter without its accents, which do not change its width. */
export function baseOf(character: string): string {
  return character.normalize('NFD').slice(0, 1);
}

function plainAdvance(character: string): number {
  if (character === ' ') return SPACE_ADVANCE;
  const glyph = glyphOf(baseOf(character));
  if (glyph !== undefined) return glyph.width + 1;
  return (character.codePointAt(0) ?? 0) >= 0x2190 ? WIDE_ADVANCE : NARROW_ADVANCE;
}
