import { PALETTE } from './text-color.ts';

/** The five formats of text in the game, by the letter of their code. */
const FORMATS = {
  k: 'obfuscated',
  l: 'bold',
  m: 'strikethrough',
  n: 'underlined',
  o: 'italic',
} as const;
export type TextFormat = (typeof FORMATS)[keyof typeof FORMATS];

/** A part of a text in one style. */
export interface TextRun {
  readonly text: string;
  /** `#RRGGBB` in upper case; null for the default colour of the place where it is shown. */
  readonly color: string | null;
  readonly formats: readonly TextFormat[];
}

/** How a part of a text looks. */
export type TextStyle = Omit<TextRun, 'text'>;
const PLAIN: TextStyle = { color: null, formats: [] };

// In this order: an escape, §x§R§R§G§G§B§B, a hex colour, a code. Anything else is text.
const MARKUP =
  /\\([\\#&§])|[&§]x([&§][0-9a-f][&§][0-9a-f][&§][0-9a-f][&§][0-9a-f][&§][0-9a-f][&§][0-9a-f])|[&§]?#([0-9a-f]{6})|[&§]([0-9a-fk-or])/gi;

/**
 * Parses text with colours as admins write it: `#RRGGBB` anywhere, and the codes of the game after `&` or `§` (`&a`, `&l`,
 * `&r`, `&#RRGGBB`, `§x§R§R§G§G§B§B`). A colour ends the formats before it. A backslash before `#`, `&`, `§` or `\` makes
 * them text. No run is empty, and neighbours differ in style.
 */
export function parseText(marked: string): TextRun[] {
  const runs: TextRun[] = [];
  let style = PLAIN;
  let held = '';
  let at = 0;
  const flush = (): void => {
    const last = runs.at(-1);
    // The style may be the previous one again, if nothing was written in the style between.
    if (held !== '' && last !== undefined && sameStyle(last, style)) {
      runs[runs.length - 1] = { ...last, text: last.text + held };
    } else if (held !== '') runs.push({ text: held, ...style });
    held = '';
  };
  for (const match of marked.matchAll(MARKUP)) {
    held += marked.slice(at, match.index);
    at = match.index + match[0].length;
    const [, escaped] = match;
    if (escaped !== undefined) {
      held += escaped;
      continue;
    }
    const next = styleAfter(style, match);
    if (sameStyle(style, next)) continue;
    flush();
    style = next;
  }
  held += marked.slice(at);
  flush();
  return runs;
}

/** A character of a marked text that is seen, with its style. */
export interface MarkedCharacter extends TextStyle {
  readonly character: string;
  /** Where it is written in the marked text, after its codes. */
  readonly at: number;
  /** Where it ends; the codes of the next one begin there. */
  readonly to: number;
}

/** The characters of a marked text as `parseText` reads them, each with its place. */
export function markedCharacters(marked: string): MarkedCharacter[] {
  const characters: MarkedCharacter[] = [];
  let style = PLAIN;
  let at = 0;
  const takeUntil = (end: number): void => {
    for (const character of marked.slice(at, end)) {
      characters.push({ ...style, character, at, to: at + character.length });
      at += character.length;
    }
  };
  for (const match of marked.matchAll(MARKUP)) {
    takeUntil(match.index);
    const [{ length }, escaped] = match;
    if (escaped === undefined) style = styleAfter(style, match);
    else characters.push({ ...style, character: escaped, at, to: at + length });
    at += length;
  }
  takeUntil(marked.length);
  return characters;
}

/** The text without colours and formats. */
export function plainText(runs: readonly TextRun[]): string {
  return runs.map((run) => run.text).join('');
}

// Also at the end of the text, where markup could begin together with what is appended.
const WOULD_MARK = /\\(?=[\\#&§]|$)|#(?=[0-9a-f]{6}|[0-9a-f]{0,5}$)|[&§](?=[0-9a-fk-orx#]|$)/gi;

/** Escapes text so that nothing in it is read as markup: `plainText(parseText(escapeText(text)))` is the text again. */
export function escapeText(text: string): string {
  return text.replace(WOULD_MARK, String.raw`\$&`);
}

function styleAfter(style: TextStyle, [, , sections, hex, code = '']: RegExpExecArray): TextStyle {
  if (hex !== undefined) return { color: `#${hex.toUpperCase()}`, formats: [] };
  if (sections !== undefined)
    return { color: `#${sections.replace(/[&§]/g, '').toUpperCase()}`, formats: [] };
  const letter = code.toLowerCase();
  if (letter === 'r') return PLAIN;
  if (isFormatLetter(letter)) {
    const format = FORMATS[letter];
    return style.formats.includes(format)
      ? style
      : { color: style.color, formats: [...style.formats, format] };
  }
  const named = PALETTE.find((color) => color.code === letter);
  return { color: named?.hex ?? null, formats: [] };
}

function isFormatLetter(letter: string): letter is keyof typeof FORMATS {
  return Object.hasOwn(FORMATS, letter);
}

function sameStyle(one: TextStyle, other: TextStyle): boolean {
  return (
    one.color === other.color &&
    one.formats.length === other.formats.length &&
    one.formats.every((format) => other.formats.includes(format))
  );
}
