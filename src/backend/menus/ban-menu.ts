import { BAN_TIMES, type BanTime } from '../../domain/time/ban-time.ts';
import type { BanWalkContext, Person } from '../../machines/ban-walk/context.ts';
import type { BanWalkEvent } from '../../machines/ban-walk/events.ts';
import type { Fillings } from './fill-text.ts';
import { drawItem, type ItemTemplate } from './item-template.ts';
import { layOutPage, type MenuEntry, type MenuPage } from './menu-page.ts';
import { middleSlot, SLOTS_IN_ROW } from './menu-view.ts';
import { drawTemplate, type MenuTemplate } from './server-menu.ts';

/** The menus of the ban walk; `{player}`, `{time}`, `{reason}` and `{failure}` are filled in when they are known. */
export interface BanMenuTemplate extends Omit<MenuTemplate, 'title'> {
  readonly titles: {
    readonly player: string;
    readonly time: string;
    readonly reason: string;
    readonly confirm: string;
    readonly banning: string;
  };
  readonly items: {
    readonly player: ItemTemplate;
    readonly time: ItemTemplate;
    readonly reason: ItemTemplate;
    readonly confirm: ItemTemplate;
    /** Instead of `confirm` when a try has failed. */
    readonly failed: ItemTemplate;
    readonly back: ItemTemplate;
    readonly cancel: ItemTemplate;
    /** Shown when there is no player to ban. */
    readonly nobody: ItemTemplate;
    readonly banning: ItemTemplate;
  };
}

/** A player who can be banned. */
export interface BanTarget extends Person {
  /** Empty while the player is on no server. */
  readonly server: string;
}

export interface BanChoices {
  readonly players: readonly BanTarget[];
  readonly reasons: readonly string[];
}

/** The steps of the ban walk: the states of its machine. */
export const BAN_STEPS = [
  'choosingPlayer',
  'choosingTime',
  'choosingReason',
  'confirming',
  'banning',
] as const;
export type BanStep = (typeof BAN_STEPS)[number];

type Entry = MenuEntry<BanWalkEvent>;

/** What the admin sees at this step. */
export function drawBanMenu(
  step: BanStep,
  context: BanWalkContext,
  template: BanMenuTemplate,
  choices: BanChoices,
  fillings: Fillings,
): MenuPage<BanWalkEvent> {
  const chosen = {
    ...fillings.words,
    ...(context.player === null ? {} : { player: context.player.name }),
    ...(context.time === null ? {} : { time: context.time }),
    ...(context.reason === null ? {} : { reason: context.reason }),
    failure: context.failure,
  };
  const known = { ...fillings, words: chosen };
  const draw = (item: ItemTemplate, action: BanWalkEvent | null, words = {}): Entry => ({
    item: drawItem(item, { ...known, words: { ...chosen, ...words } }),
    action,
  });
  const { entries, fixed, title } = stepOf(step, context, template, choices, draw);
  const size = template.rows * SLOTS_IN_ROW;
  const navigation: [number, Entry][] =
    step === 'banning'
      ? []
      : [
          [size - 6, draw(template.items.back, { type: 'walk.back' })],
          [size - 4, draw(template.items.cancel, { type: 'walk.cancel' })],
        ];
  const plan = {
    ...drawTemplate({ ...template, title }, known),
    entries,
    fixed: new Map([...fixed, ...navigation]),
    turnTo: (page: number): BanWalkEvent => ({ type: 'walk.page', page }),
  };
  return layOutPage<BanWalkEvent>(plan, context.page);
}

interface Step {
  readonly title: string;
  readonly entries: (() => Entry)[];
  readonly fixed: [number, Entry][];
}

function stepOf(
  step: BanStep,
  { by, failure }: BanWalkContext,
  { titles, items, rows }: BanMenuTemplate,
  { players, reasons }: BanChoices,
  draw: (item: ItemTemplate, action: BanWalkEvent | null, words?: Record<string, string>) => Entry,
): Step {
  const middle = middleSlot(rows);
  switch (step) {
    case 'choosingPlayer': {
      const others = players.filter(({ uuid }) => uuid !== by.uuid);
      const entries = others.map((player) => () => {
        const { uuid, name, server } = player;
        return draw(items.player, { type: 'walk.player', player: { uuid, name } }, { player: name, server });
      });
      return {
        title: titles.player,
        entries,
        fixed: others.length === 0 ? [[middle, draw(items.nobody, null)]] : [],
      };
    }
    case 'choosingTime': {
      const times = menuTimes().map((time) => () => draw(items.time, { type: 'walk.time', time }, { time }));
      return { title: titles.time, entries: times, fixed: [] };
    }
    case 'choosingReason': {
      const entries = reasons.map(
        (reason) => () => draw(items.reason, { type: 'walk.reason', reason }, { reason }),
      );
      return { title: titles.reason, entries, fixed: [] };
    }
    case 'confirming': {
      const confirm = draw(failure === '' ? items.confirm : items.failed, { type: 'walk.confirm' });
      return { title: titles.confirm, entries: [], fixed: [[middle, confirm]] };
    }
    default:
      return { title: titles.banning, entries: [], fixed: [[middle, draw(items.banning, null)]] };
  }
}

/** Every ban time, the shortest first and permanent last. */
export function menuTimes(): BanTime[] {
  return [...BAN_TIMES.filter((time) => time !== 'perma'), 'perma'];
}
