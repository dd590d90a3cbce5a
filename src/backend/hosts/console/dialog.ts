import type { Uuid } from '../../../domain/uuid.ts';
import { plainText } from '../../../domain/text/text.ts';
import type { TextComponent } from '../../../domain/text/text-component.ts';
import type { MenuView, PlacedItem } from '../../menus/menu-view.ts';
import { clickCode, MORE } from './click-code.ts';
import { clickTrigger, MAX_COMMAND_BYTES } from './console-commands.ts';
import { gameComponent, gameLines, jsonBytes } from './game-component.ts';

interface DialogButton {
  readonly label: TextComponent;
  readonly tooltip?: TextComponent;
  readonly width: number;
  readonly action: { readonly type: 'run_command'; readonly command: string };
}

const WIDTH = 250;
const MAX_CUT_LABEL = 80;
/** More than any real name or lore; longer text would not fit a command. */
const MAX_LABEL_LENGTH = 400;
/** In bytes: with it, the longest button and the one to the next screen still fit a command. */
const MAX_TITLE_BYTES = 300;
const MAX_CUT_TITLE = 60;

/**
 * The commands that show a view as a dialog (1.21.6 and later), one screen each, at least one. A command has room for few
 * buttons: a menu with more has several screens, and a button "…" on each to the next.
 */
export function dialogCommands(uuid: Uuid, showing: number, view: MenuView): string[] {
  const buttons = view.items.filter(({ clickable }) => clickable).map((item) => buttonOf(showing, item));
  const texts = view.items.filter(({ clickable, name }) => !clickable && plainText(name) !== '').slice(0, 3);
  const body = texts.map(({ name }) => ({ type: 'plain_message', contents: gameComponent(name) }));
  const whole = gameComponent(view.title);
  const title =
    jsonBytes(whole) <= MAX_TITLE_BYTES ? whole : { text: cut(plainText(view.title), MAX_CUT_TITLE) };
  const more = buttonFor(showing, MORE, { text: '…' });
  const write = (actions: readonly DialogButton[], withBody: boolean): string => {
    const head = { title, ...(withBody && body.length > 0 ? { body } : {}) };
    const dialog =
      actions.length === 0
        ? { type: 'notice', ...head }
        : { type: 'multi_action', ...head, columns: 1, actions };
    return `dialog show ${uuid} ${JSON.stringify(dialog)}`;
  };
  const fits = (actions: readonly DialogButton[]): boolean =>
    Buffer.byteLength(write(actions, true)) <= MAX_COMMAND_BYTES;

  const screens: DialogButton[][] = [[]];
  for (const button of buttons) {
    const screen = screens.at(-1) ?? [];
    if (screen.length === 0 || fits([...screen, button, more])) screen.push(button);
    else screens.push([button]);
  }
  return screens.map((screen) => {
    const actions = screens.length > 1 ? [...screen, more] : screen;
    return write(actions, fits(actions));
  });
}

function buttonOf(showing: number, { slot, name, lore, amount }: PlacedItem): DialogButton {
  const label = gameComponent(name);
  const counted = amount > 1 ? { text: '', extra: [label, { text: ` ×${amount}` }] } : label;
  const shown =
    jsonBytes(counted) <= MAX_LABEL_LENGTH ? counted : { text: cut(plainText(name), MAX_CUT_LABEL) };
  const button = buttonFor(showing, slot, shown);
  const tooltip = gameLines(lore);
  const isShort = lore.length > 0 && jsonBytes(tooltip) <= MAX_LABEL_LENGTH;
  return isShort ? { ...button, tooltip } : button;
}

function buttonFor(showing: number, slot: number, label: TextComponent): DialogButton {
  const action = { type: 'run_command' as const, command: clickTrigger(clickCode(showing, slot)) };
  return { label, width: WIDTH, action };
}

/** So many characters, of which each may take four bytes. */
function cut(text: string, length: number): string {
  const clean = text.replace(/[\p{Cc}\p{Cs}§]/gu, ' ');
  return `${Array.from(clean).slice(0, length).join('')}…`;
}
