import { parseText, type TextRun } from '../../../domain/text/text.ts';
import { advanceOf, isMeasured } from './glyphs.ts';

/** The pixels for a line of text in the game's server list: rows of 305 less the icon and its margins. */
export const LINE_WIDTH = 270;
const MAX_LINES = 2;

/** One character with its style and its position in its line, in pixels of the game. */
export interface PlacedCharacter extends Omit<TextRun, 'text'> {
  readonly character: string;
  readonly x: number;
}

/** The text as the server list shows it. */
export interface MotdLayout {
  /** Two at most, as the game shows them. */
  readonly lines: readonly (readonly PlacedCharacter[])[];
  /** The width of each line as it is written, before it is broken. */
  readonly widths: readonly number[];
  /** How many characters are seen of each line as it is written. */
  readonly letters: readonly number[];
  /** Whether some text is not shown because it would need a third line. */
  readonly isCut: boolean;
  /** Whether the exact width of every character is known. */
  readonly isExact: boolean;
}

/** Breaks text into lines as the game's server list does: at line breaks, and at the last space that fits. */
export function layoutText(runs: readonly TextRun[]): MotdLayout {
  const written = splitLines(runs);
  const broken = written.flatMap(breakLine);
  return {
    lines: broken.slice(0, MAX_LINES).map(placed),
    widths: written.map(widthOf),
    letters: written.map(({ length }) => length),
    isCut: broken.slice(MAX_LINES).some((line) => line.length > 0),
    isExact: written.every((line) => line.every(({ character }) => isMeasured(character))),
  };
}

/** Centres a line with leading spaces, after it has removed the existing ones. */
export function centered(line: string): string {
  const text = line.trim();
  const width = widthOf(splitLines(parseText(text))[0] ?? []);
  const spaces = Math.max(0, Math.floor((LINE_WIDTH - width) / 2 / advanceOf(' ', false)));
  return ' '.repeat(spaces) + text;
}

type StyledCharacter = Omit<PlacedCharacter, 'x'>;

function splitLines(runs: readonly TextRun[]): StyledCharacter[][] {
  const lines: StyledCharacter[][] = [[]];
  for (const { text, ...style } of runs) {
    for (const character of text) {
      if (character === '\n') lines.push([]);
      else lines.at(-1)?.push({ character, ...style });
    }
  }
  return lines;
}

function breakLine(line: readonly StyledCharacter[]): (readonly StyledCharacter[])[] {
  const lines: (readonly StyledCharacter[])[] = [];
  let rest = line;
  for (;;) {
    let width = 0;
    let fits = 0;
    while (fits < rest.length && (width += advanceIn(rest, fits)) <= LINE_WIDTH) fits += 1;
    if (fits === rest.length || fits === 0) return [...lines, rest];
    const space = rest.slice(0, fits + 1).findLastIndex(({ character }) => character === ' ');
    lines.push(rest.slice(0, space > 0 ? space : fits));
    rest = rest.slice(space > 0 ? space + 1 : fits);
  }
}

function advanceIn(line: readonly StyledCharacter[], at: number): number {
  const styled = line[at];
  return styled === undefined ? 0 : advanceOf(styled.character, styled.formats.includes('bold'));
}

function widthOf(line: readonly StyledCharacter[]): number {
  return line.reduce((sum, _, at) => sum + advanceIn(line, at), 0);
}

function placed(line: readonly StyledCharacter[]): PlacedCharacter[] {
  let x = 0;
  return line.map((styled, at) => {
    const character = { ...styled, x };
    x += advanceIn(line, at);
    return character;
  });
}
