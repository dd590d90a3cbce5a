import { baseOf, glyphOf } from './glyphs.ts';
import type { MotdLayout, PlacedCharacter } from './motd-layout.ts';

/** The size of a row of the game's server list, in pixels of the game. */
export const ROW = { width: 305, height: 36 };
/** Pixels of the canvas per pixel of the game, for slanted letters and letters that are not in our font. */
export const SCALE = 4;

const TEXT_LEFT = 35;
const NAME_TOP = 1;
const LINE_TOPS = [12, 21];
/** The colour of text without a colour. */
const GREY = '#808080';
const WHITE = '#FFFFFF';
const OBFUSCATED_LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZabcdeghmnopqrsuvwxyz0123456789';

/** What a row shows. */
export interface ServerRow {
  readonly name: string;
  readonly layout: MotdLayout;
  /** Null where nobody can tell. */
  readonly online: number | null;
  readonly max: number;
}

/** Draws a server as the game's server list does. */
export function drawRow(canvas: HTMLCanvasElement, { name, layout, online, max }: ServerRow): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.setTransform(SCALE, 0, 0, SCALE, 0, 0);
  context.fillStyle = '#0D0D0D';
  context.fillRect(0, 0, ROW.width, ROW.height);
  drawIcon(context);
  drawPlain(context, name, TEXT_LEFT, NAME_TOP, WHITE);
  const players = `${online ?? '-'}/${max}`;
  drawPlain(context, players, ROW.width - 18 - plainWidth(players), NAME_TOP, GREY);
  drawPing(context);
  layout.lines.forEach((line, at) => {
    for (const placed of line) drawStyled(context, placed, LINE_TOPS[at] ?? 0);
  });
}

function drawStyled(context: CanvasRenderingContext2D, placed: PlacedCharacter, top: number): void {
  const { character, color, formats } = placed;
  const bold = formats.includes('bold');
  const left = TEXT_LEFT + placed.x;
  context.fillStyle = color ?? GREY;
  const drawn = formats.includes('obfuscated') && character !== ' ' ? randomLike(character) : character;
  const slant = formats.includes('italic') ? 0.25 : 0;
  drawCharacter(context, drawn, left, top, slant);
  if (bold) drawCharacter(context, drawn, left + 1, top, slant);
  const width = (glyphOf(baseOf(character))?.width ?? 3) + 1 + (bold ? 1 : 0);
  if (formats.includes('strikethrough')) context.fillRect(left - 1, top + 3, width + 1, 1);
  if (formats.includes('underlined')) context.fillRect(left - 1, top + 8, width + 1, 1);
}

function drawCharacter(
  context: CanvasRenderingContext2D,
  character: string,
  left: number,
  top: number,
  slant: number,
) {
  const glyph = glyphOf(character);
  if (glyph === undefined) {
    if (character === ' ') return;
    // Not in our font: the browser's letter, at most as wide as the game draws it.
    context.font = '8px system-ui, sans-serif';
    context.textBaseline = 'alphabetic';
    context.fillText(character, left, top + 7, 9);
    return;
  }
  glyph.rows.forEach((row, y) => {
    for (let x = 0; x < glyph.width; x += 1) {
      const isSet = (row >> (glyph.width - 1 - x)) & 1;
      if (isSet === 1) context.fillRect(left + x + slant * (7 - y), top + y, 1, 1);
    }
  });
}

/** A random letter of the same width, as the game shows obfuscated text. */
function randomLike(character: string): string {
  const width = glyphOf(baseOf(character))?.width;
  const like = Array.from(OBFUSCATED_LETTERS).filter((it) => glyphOf(it)?.width === width);
  return like[Math.floor(Math.random() * like.length)] ?? character;
}

function drawPlain(
  context: CanvasRenderingContext2D,
  text: string,
  left: number,
  top: number,
  color: string,
): void {
  context.fillStyle = color;
  let x = left;
  for (const character of text) {
    drawCharacter(context, character, x, top, 0);
    x += character === ' ' ? 4 : (glyphOf(character)?.width ?? 5) + 1;
  }
}

function plainWidth(text: string): number {
  return Array.from(text).reduce((sum, it) => sum + (it === ' ' ? 4 : (glyphOf(it)?.width ?? 5) + 1), 0);
}

function drawIcon(context: CanvasRenderingContext2D): void {
  context.fillStyle = '#1D2333';
  context.fillRect(1, 1, 32, 32);
  context.fillStyle = '#4A66F0';
  for (const x of [8, 14, 20, 26]) context.fillRect(x, 8, 2, 19);
  for (const y of [12, 19]) context.fillRect(7, y, 22, 2);
}

function drawPing(context: CanvasRenderingContext2D): void {
  context.fillStyle = '#3CD33C';
  for (let bar = 0; bar < 5; bar += 1)
    context.fillRect(ROW.width - 14 + bar * 2.5, 8 - bar * 1.5, 1.5, 1 + bar * 1.5);
}
