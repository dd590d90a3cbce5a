import { PALETTE } from '../../../domain/text/text-color.ts';
import { escapeText, markedCharacters, type TextFormat, type TextStyle } from '../../../domain/text/text.ts';

const FORMAT_CODES: Readonly<Record<TextFormat, string>> = {
  obfuscated: '&k',
  bold: '&l',
  strikethrough: '&m',
  underlined: '&n',
  italic: '&o',
};

/** A change of a part of a text: what stands from `from` to `to` becomes `text`. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * Gives each character of a marked text that ends after `start` and not after `end` a colour of its own, from the first of
 * `colors` to the last (`#RRGGBB`, at least two). The characters keep their formats, and what follows keeps its style.
 * Undefined where there is nothing to colour.
 */
export function gradient(
  marked: string,
  { start, end }: { readonly start: number; readonly end: number },
  colors: readonly string[],
): TextChange | undefined {
  const all = markedCharacters(marked);
  const first = all.findIndex(({ to }) => to > start);
  const last = all.findLastIndex(({ to }) => to <= end);
  const chosen = first === -1 ? [] : all.slice(first, last + 1);
  const steps = chosen.filter(({ character }) => character !== '\n').length - 1;
  if (steps < 0) return undefined;
  const before = all[first - 1];
  // A sign of markup that stands alone would become a part of the code written after it.
  const isLoose = before !== undefined && /^[\\&§]$/.test(marked.slice(before.at, before.to));
  const from = before === undefined ? 0 : isLoose ? before.at : before.to;
  let text = isLoose ? escapeText(before.character) : '';
  let style: TextStyle = before ?? { color: null, formats: [] };
  const change = (next: TextStyle): void => {
    if (!isAlike(style, next)) text += codesOf(next);
    style = next;
  };
  let step = 0;
  for (const { character, formats } of chosen) {
    // The line break after the last letter has the colour of that.
    const color = colorAt(colors, Math.min(1, step / Math.max(1, steps)));
    if (character !== '\n') step += 1;
    if (!isBlank(character) || !isUnseen(style, formats)) change({ color, formats });
    text += character === '\n' ? character : escapeText(character);
  }
  const next = all[last + 1];
  if (next !== undefined) change({ color: next.color, formats: next.formats });
  return { from, to: next?.at ?? marked.length, text };
}

/** The first and the last place of the line that has a place in it. */
export function lineAt(text: string, place: number): { readonly start: number; readonly end: number } {
  const end = text.indexOf('\n', place);
  return { start: text.lastIndexOf('\n', place - 1) + 1, end: end === -1 ? text.length : end };
}

/** The colour at a part, from 0 to 1, of the way from the first colour to the last. */
export function colorAt(colors: readonly string[], part: number): string {
  const place = part * (colors.length - 1);
  const at = Math.min(Math.floor(place), colors.length - 2);
  const [from, to] = [channelsOf(colors[at]), channelsOf(colors[at + 1])];
  const mixed = from.map((channel, index) =>
    Math.round(channel + ((to[index] ?? channel) - channel) * (place - at)),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}

function channelsOf(color = '#FFFFFF'): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\n';
}

/** Whether a blank in these formats looks in this style as in any other colour. */
function isUnseen(style: TextStyle, formats: readonly TextFormat[]): boolean {
  const isDrawn = formats.includes('underlined') || formats.includes('strikethrough');
  return !isDrawn && isAlike(style, { color: style.color, formats });
}

function isAlike(one: TextStyle, other: TextStyle): boolean {
  return one.color === other.color && one.formats.join() === other.formats.join();
}

/** The codes for a style, whatever the style before. */
function codesOf({ color, formats }: TextStyle): string {
  const named = PALETTE.find(({ hex }) => hex === color);
  const first = color === null ? '&r' : named === undefined ? color : `&${named.code}`;
  return first + formats.map((format) => FORMAT_CODES[format]).join('');
}
