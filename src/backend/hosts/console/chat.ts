import type { Uuid } from '../../../domain/uuid.ts';
import { plainText, type TextRun } from '../../../domain/text/text.ts';
import type { HostPlayer } from '../../menus/menu-host.ts';
import type { MenuView, PlacedItem } from '../../menus/menu-view.ts';
import { clickCode } from './click-code.ts';
import { clickTrigger, MAX_COMMAND_BYTES } from './console-commands.ts';
import { gameComponent, gameLines } from './game-component.ts';

const BREAK = { text: '\n' };
const MAX_CUT_LENGTH = 80;
/** Characters, of which each may take four bytes. */
const MAX_TOLD_LENGTH = 300;
const PLAIN_NAME = /^\w{1,16}$/;

/**
 * The commands that print a view in the chat: its title, and a line for every item with a name, clickable where the item
 * is. Lines are joined into as few commands as they fit.
 */
export function chatCommands(uuid: Uuid, showing: number, view: MenuView): string[] {
  const named = view.items.filter(({ name }) => plainText(name) !== '');
  const lines = [titleLine(uuid, view.title), ...named.map((item) => itemLine(uuid, showing, item))];
  const commands: string[] = [];
  let joined: object[] = [];
  for (const line of lines) {
    const longer = joined.length === 0 ? [line] : [...joined, BREAK, line];
    if (joined.length > 0 && !fits(uuid, longer)) {
      commands.push(tellraw(uuid, joined));
      joined = [line];
    } else joined = longer;
  }
  commands.push(tellraw(uuid, joined));
  return commands;
}

/** The command that sends a player a line; a line that is too long for a command is cut. */
export function tellCommand(uuid: Uuid, words: readonly TextRun[]): string {
  const part = gameComponent(words);
  return tellraw(uuid, [fits(uuid, [part]) ? part : cutPart(words)]);
}

function titleLine(uuid: Uuid, title: readonly TextRun[]): object {
  const whole = inBold(gameComponent(title));
  return fits(uuid, [whole]) ? whole : inBold(cutPart(title));
}

function inBold(part: object): object {
  return { text: '', bold: true, extra: [part] };
}

/** The same for a console without `tellraw`: plain words, for this player alone. Undefined for a name that is no argument. */
export function plainTellCommand({ name }: HostPlayer, words: readonly TextRun[]): string | undefined {
  if (!PLAIN_NAME.test(name)) return undefined;
  // Consoles read selectors in what is told.
  const clean = plainText(words)
    .replace(/[\p{Cc}\p{Cs}§]/gu, ' ')
    .replaceAll('@', '\uFF20');
  return `tell ${name} ${Array.from(clean).slice(0, MAX_TOLD_LENGTH).join('')}`;
}

/** With the lore as hover text if it fits; the name is cut if even that is too long. */
function itemLine(uuid: Uuid, showing: number, { slot, name, lore, amount, clickable }: PlacedItem): object {
  const count = amount > 1 ? [{ text: ` ×${amount}` }] : [];
  const shown = (part: object): object => ({ text: clickable ? '» ' : '  ', extra: [part, ...count] });
  const clicks = clickable ? clickOn(clickTrigger(clickCode(showing, slot))) : {};
  const hover = clickable && lore.length > 0 ? hoverOf(gameLines(lore)) : {};
  const whole = { ...shown(gameComponent(name)), ...clicks };
  const candidates = [{ ...whole, ...hover }, whole];
  return candidates.find((line) => fits(uuid, [line])) ?? { ...shown(cutPart(name)), ...clicks };
}

/** In both spellings: that of 1.21.5 and later, and the earlier one. Each version ignores the other's. */
function clickOn(command: string): object {
  return {
    clickEvent: { action: 'run_command', value: `/${command}` },
    click_event: { action: 'run_command', command: `/${command}` },
  };
}

function hoverOf(words: object): object {
  return {
    hoverEvent: { action: 'show_text', contents: words },
    hover_event: { action: 'show_text', value: words },
  };
}

/** The first part of a list gives its style to all others, so it is an empty one. */
function tellraw(uuid: Uuid, parts: readonly object[]): string {
  return `tellraw ${uuid} ${JSON.stringify(['', ...parts])}`;
}

function fits(uuid: Uuid, parts: readonly object[]): boolean {
  return Buffer.byteLength(tellraw(uuid, parts)) <= MAX_COMMAND_BYTES;
}

function cutPart(words: readonly TextRun[]): object {
  const clean = plainText(words).replace(/[\p{Cc}\p{Cs}§]/gu, ' ');
  return { text: `${Array.from(clean).slice(0, MAX_CUT_LENGTH).join('')}…` };
}
