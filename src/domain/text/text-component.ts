import type { TextFormat, TextRun } from './text.ts';
import { nearestNamedColor } from './text-color.ts';

/** The first protocol whose clients understand `#RRGGBB` in a component: 1.16 (docs/game-protocols.md "Colours"). */
export const HEX_PROTOCOL = 735;

/** The game's JSON form of text. */
export type TextComponent = { text: string; color?: string; extra?: TextComponent[] } & {
  [F in TextFormat]?: true;
};

/** Runs as a component for clients of this protocol; below 1.16 every colour becomes the nearest named one. */
export function componentOf(runs: readonly TextRun[], protocol: number): TextComponent {
  const hexKnown = protocol >= HEX_PROTOCOL;
  const parts = (hexKnown ? runs : withNamedColors(runs)).map((run) => partOf(run, hexKnown));
  const [first] = parts;
  // New clients refuse an empty list.
  if (first === undefined) return { text: '' };
  return parts.length === 1 ? first : { text: '', extra: parts };
}

/** Runs as text with `§` codes, for clients without components. */
export function sectionText(runs: readonly TextRun[]): string {
  return withNamedColors(runs)
    .map((run) => `${sectionCodes(run)}${withoutSections(run.text)}`)
    .join('');
}

/** Runs in the sixteen colours that have names. Neighbours that now look alike become one: a gradient has a colour a letter. */
function withNamedColors(runs: readonly TextRun[]): TextRun[] {
  const named: TextRun[] = [];
  for (const run of runs) {
    const color = run.color === null ? null : nearestNamedColor(run.color).hex;
    const last = named.at(-1);
    if (last?.color === color && last.formats.join() === run.formats.join()) {
      named[named.length - 1] = { ...last, text: last.text + run.text };
    } else named.push({ ...run, color });
  }
  return named;
}

/** Removes `§`, because clients read it as a code even inside a component. */
export function withoutSections(text: string): string {
  return text.replaceAll('§', '');
}

function partOf({ text, color, formats }: TextRun, hexKnown: boolean): TextComponent {
  const part: TextComponent = { text: withoutSections(text) };
  if (color !== null) part.color = hexKnown ? color : nearestNamedColor(color).name;
  for (const format of formats) part[format] = true;
  return part;
}

const CODES: Readonly<Record<TextFormat, string>> = {
  obfuscated: '§k',
  bold: '§l',
  strikethrough: '§m',
  underlined: '§n',
  italic: '§o',
};

function sectionCodes({ color, formats }: TextRun): string {
  const first = color === null ? '§r' : `§${nearestNamedColor(color).code}`;
  return first + formats.map((format) => CODES[format]).join('');
}
