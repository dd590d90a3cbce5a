import { parseText, type TextRun } from '../../../domain/text/text.ts';
import { advanceOf, isMeasured } from './glyphs.ts';

/** The room for a line in the game's server list: rows of 305 pixels, less the picture and its margins. */
export const LINE_WIDTH = 270;
const LINES = 2;

/** One character with its style and its place in its line, in pixels of the game. */
export interface Placed extends Omit<TextRun, 'text'> {
  readonly character: string;
  readonly x: number;
}

export interface Layout {
  /** Two at most, as the game shows them. */
  readonly lines: readonly (readonly Placed[])[];
  /** Of each line as it was written, broken or not. */
  readonly widths: readonly number[];
  /** Something is not shown: there was no third line for it. */
  readonly cut: boolean;
  /** All characters are of the font whose widths are known. */
  readonly measured: boolean;
}

/** Puts text into lines as the game's server list does: at line breaks, and at the last space that fits. */
export function layOut(runs: readonly TextRun[]): Layout {
  const written = splitLines(runs);
  const broken = written.flatMap(breakLine);
  return {
    lines: broken.slice(0, LINES).map(place),
    widths: written.map(widthOf),
    cut: broken.slice(LINES).some((line) => line.length > 0),
    measured: written.every((line) => line.every(({ character }) => isMeasured(character))),
  };
}

/** The line with as many spaces before it as bring it to the middle; spaces that stood there are taken away. */
export function centered(line: string): string {
  const bare = line.trim();
  const width = widthOf(splitLines(parseText(bare))[0] ?? []);
  const spaces = Math.max(0, Math.floor((LINE_WIDTH - width) / 2 / advanceOf(' ', false)));
  return ' '.repeat(spaces) + bare;
}

type Styled = Omit<Placed, 'x'>;

function splitLines(runs: readonly TextRun[]): Styled[][] {
  const lines: Styled[][] = [[]];
  for (const { text, ...style } of runs) {
    for (const character of text) {
      if (character === '\n') lines.push([]);
      else lines.at(-1)?.push({ character, ...style });
    }
  }
  return lines;
}

function breakLine(line: readonly Styled[]): (readonly Styled[])[] {
  const lines: (readonly Styled[])[] = [];
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

function advanceIn(line: readonly Styled[], at: number): number {
  const styled = line[at];
  return styled === undefined ? 0 : advanceOf(styled.character, styled.formats.includes('bold'));
}

function widthOf(line: readonly Styled[]): number {
  return line.reduce((sum, _, at) => sum + advanceIn(line, at), 0);
}

function place(line: readonly Styled[]): Placed[] {
  let x = 0;
  return line.map((styled, at) => {
    const placed = { ...styled, x };
    x += advanceIn(line, at);
    return placed;
  });
}
