import { baseOf, glyphOf } from './glyphs.ts';
import type { Layout, Placed } from './motd-layout.ts';

/** A row of the game's server list. */
export const ROW = { width: 305, height: 36 };
/** Each pixel of the game is this many of the canvas, so that slanted and foreign letters have some of their own. */
export const SCALE = 4;

const TEXT_LEFT = 35;
const NAME_TOP = 1;
const LINE_TOPS = [12, 21];
/** The grey that the list gives to text without a colour. */
const GREY = '#808080';
const WHITE = '#FFFFFF';
const LEGIBLE = 'ABCDEFGHJKLMNOPQRSTUVWXYZabcdeghmnopqrsuvwxyz0123456789';

export interface Shown {
  readonly name: string;
  readonly layout: Layout;
  readonly online: number;
  readonly max: number;
}

/** Draws a server as the game lists it. */
export function drawRow(canvas: HTMLCanvasElement, { name, layout, online, max }: Shown): void {
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  pen.setTransform(SCALE, 0, 0, SCALE, 0, 0);
  pen.fillStyle = '#0D0D0D';
  pen.fillRect(0, 0, ROW.width, ROW.height);
  drawPicture(pen);
  drawPlain(pen, name, TEXT_LEFT, NAME_TOP, WHITE);
  const players = `${online}/${max}`;
  drawPlain(pen, players, ROW.width - 18 - plainWidth(players), NAME_TOP, GREY);
  drawBars(pen);
  layout.lines.forEach((line, at) => {
    for (const placed of line) drawStyled(pen, placed, LINE_TOPS[at] ?? 0);
  });
}

function drawStyled(pen: CanvasRenderingContext2D, placed: Placed, top: number): void {
  const { character, color, formats } = placed;
  const bold = formats.includes('bold');
  const left = TEXT_LEFT + placed.x;
  pen.fillStyle = color ?? GREY;
  const drawn = formats.includes('obfuscated') && character !== ' ' ? anyLike(character) : character;
  const slant = formats.includes('italic') ? 0.25 : 0;
  drawCharacter(pen, drawn, left, top, slant);
  if (bold) drawCharacter(pen, drawn, left + 1, top, slant);
  const width = (glyphOf(baseOf(character))?.width ?? 3) + 1 + (bold ? 1 : 0);
  if (formats.includes('strikethrough')) pen.fillRect(left - 1, top + 3, width + 1, 1);
  if (formats.includes('underlined')) pen.fillRect(left - 1, top + 8, width + 1, 1);
}

function drawCharacter(
  pen: CanvasRenderingContext2D,
  character: string,
  left: number,
  top: number,
  slant: number,
) {
  const glyph = glyphOf(character);
  if (glyph === undefined) {
    if (character === ' ') return;
    // Not in our font: the browser's letter, in the room that the game gives it.
    pen.font = '8px system-ui, sans-serif';
    pen.textBaseline = 'alphabetic';
    pen.fillText(character, left, top + 7, 9);
    return;
  }
  glyph.rows.forEach((row, y) => {
    for (let x = 0; x < glyph.width; x += 1) {
      const isSet = (row >> (glyph.width - 1 - x)) & 1;
      if (isSet === 1) pen.fillRect(left + x + slant * (7 - y), top + y, 1, 1);
    }
  });
}

/** Another letter of the same width, as the game shows text that nobody is to read. */
function anyLike(character: string): string {
  const width = glyphOf(baseOf(character))?.width;
  const like = Array.from(LEGIBLE).filter((it) => glyphOf(it)?.width === width);
  return like[Math.floor(Math.random() * like.length)] ?? character;
}

function drawPlain(
  pen: CanvasRenderingContext2D,
  text: string,
  left: number,
  top: number,
  color: string,
): void {
  pen.fillStyle = color;
  let x = left;
  for (const character of text) {
    drawCharacter(pen, character, x, top, 0);
    x += character === ' ' ? 4 : (glyphOf(character)?.width ?? 5) + 1;
  }
}

function plainWidth(text: string): number {
  return Array.from(text).reduce((sum, it) => sum + (it === ' ' ? 4 : (glyphOf(it)?.width ?? 5) + 1), 0);
}

function drawPicture(pen: CanvasRenderingContext2D): void {
  pen.fillStyle = '#1D2333';
  pen.fillRect(1, 1, 32, 32);
  pen.fillStyle = '#4A66F0';
  for (const x of [8, 14, 20, 26]) pen.fillRect(x, 8, 2, 19);
  for (const y of [12, 19]) pen.fillRect(7, y, 22, 2);
}

function drawBars(pen: CanvasRenderingContext2D): void {
  pen.fillStyle = '#3CD33C';
  for (let bar = 0; bar < 5; bar += 1)
    pen.fillRect(ROW.width - 14 + bar * 2.5, 8 - bar * 1.5, 1.5, 1 + bar * 1.5);
}
