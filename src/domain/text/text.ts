import { PALETTE } from './text-color.ts';

/** The five formats of the game's text, by the letter of their code. */
const FORMATS = {
  k: 'obfuscated',
  l: 'bold',
  m: 'strikethrough',
  n: 'underlined',
  o: 'italic',
} as const;
export type TextFormat = (typeof FORMATS)[keyof typeof FORMATS];

/** A stretch of text in one style. */
export interface TextRun {
  readonly text: string;
  /** `#RRGGBB` in upper case; null for whatever the place where it is shown has. */
  readonly color: string | null;
  readonly formats: readonly TextFormat[];
}

type Style = Omit<TextRun, 'text'>;
const PLAIN: Style = { color: null, formats: [] };

// In this order: an escape, §x§R§R§G§G§B§B, a hex colour, a code. Anything else is text.
const MARKUP =
  /\\([\\#&§])|[&§]x([&§][0-9a-f][&§][0-9a-f][&§][0-9a-f][&§][0-9a-f][&§][0-9a-f][&§][0-9a-f])|[&§]?#([0-9a-f]{6})|[&§]([0-9a-fk-or])/gi;

/**
 * Reads text with colours as admins write it: `#RRGGBB` anywhere (the specification's form), and the codes of the game
 * behind `&` or `§` (`&a`, `&l`, `&r`, `&#RRGGBB`, `§x§R§R§G§G§B§B`). A colour ends the formats before it. A backslash
 * before `#`, `&`, `§` or `\` makes them text. Runs are never empty and neighbours differ in style.
 */
export function parseText(marked: string): TextRun[] {
  const runs: TextRun[] = [];
  let style = PLAIN;
  let held = '';
  let at = 0;
  const flush = (): void => {
    const last = runs.at(-1);
    // A colour may come back before anything was written in the one between.
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

/** The words alone, without colours and formats. */
export function plainText(runs: readonly TextRun[]): string {
  return runs.map((run) => run.text).join('');
}

// What stands at the end could begin markup together with what is put behind it.
const WOULD_MARK = /\\(?=[\\#&§]|$)|#(?=[0-9a-f]{6}|[0-9a-f]{0,5}$)|[&§](?=[0-9a-fk-orx#]|$)/gi;

/** Makes text of what somebody else wrote, so that nothing in it is read as markup: `plainText` of it is the text again. */
export function escapeText(text: string): string {
  return text.replace(WOULD_MARK, String.raw`\$&`);
}

function styleAfter(style: Style, [, , sections, hex, code = '']: RegExpExecArray): Style {
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

function sameStyle(one: Style, other: Style): boolean {
  return (
    one.color === other.color &&
    one.formats.length === other.formats.length &&
    one.formats.every((format) => other.formats.includes(format))
  );
}
