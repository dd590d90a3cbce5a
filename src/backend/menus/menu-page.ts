import type { TextRun } from '../../domain/text/text.ts';
import { type MenuItem, type MenuView, type PlacedItem, SLOTS_IN_ROW } from './menu-view.ts';

/** An item, and what a click on it does; null for nothing. */
export interface MenuEntry<A> {
  readonly item: MenuItem;
  readonly action: A | null;
}

/** A menu before it is divided into pages. */
export interface MenuPlan<A> {
  readonly rows: number;
  /** Given the page, from 0, and the number of pages. */
  readonly title: (page: number, pages: number) => readonly TextRun[];
  /** The list that may need several pages; an entry is drawn only when it is shown. */
  readonly entries: readonly (() => MenuEntry<A>)[];
  /** Entries that have the same slot on every page, by slot. */
  readonly fixed: ReadonlyMap<number, MenuEntry<A>>;
  /** What fills every slot that is left; null for nothing. */
  readonly fill: MenuItem | null;
  readonly previous: MenuItem;
  readonly next: MenuItem;
  readonly turnTo: (page: number) => A;
}

/** One page: what is shown, and what each click does. */
export interface MenuPage<A> {
  readonly view: MenuView;
  /** From 0; the existing page that is nearest to the wanted one. */
  readonly page: number;
  readonly pages: number;
  readonly actions: ReadonlyMap<number, A>;
}

/**
 * Lays out one page of a menu. A list that fits uses all free slots; a longer one leaves the last row to the arrows, and
 * in a menu of one row the first and the last slot.
 */
export function layOutPage<A>(plan: MenuPlan<A>, wanted: number): MenuPage<A> {
  const size = plan.rows * SLOTS_IN_ROW;
  const free = Array.from({ length: size }, (_, slot) => slot).filter((slot) => !plan.fixed.has(slot));
  const isLong = plan.entries.length > free.length;
  const arrows = { previous: size - SLOTS_IN_ROW, next: size - 1 };
  const listSlots = isLong ? free.filter((slot) => isListSlot(slot, plan.rows, arrows)) : free;
  const pages = isLong ? Math.ceil(plan.entries.length / Math.max(1, listSlots.length)) : 1;
  const page = Math.min(Math.max(0, Math.trunc(wanted)), pages - 1);

  const placed = new Map<number, MenuEntry<A>>();
  const shown = plan.entries.slice(page * listSlots.length, (page + 1) * listSlots.length);
  for (const [at, draw] of shown.entries()) placed.set(listSlots[at] ?? 0, draw());
  if (page > 0) placed.set(arrows.previous, { item: plan.previous, action: plan.turnTo(page - 1) });
  if (page < pages - 1) placed.set(arrows.next, { item: plan.next, action: plan.turnTo(page + 1) });
  for (const [slot, entry] of plan.fixed) if (slot < size) placed.set(slot, entry);

  const items: PlacedItem[] = [];
  const actions = new Map<number, A>();
  for (let slot = 0; slot < size; slot += 1) {
    const entry = placed.get(slot);
    if (entry === undefined) {
      if (plan.fill !== null) items.push({ ...plan.fill, slot, clickable: false });
      continue;
    }
    if (entry.action !== null) actions.set(slot, entry.action);
    items.push({ ...entry.item, slot, clickable: entry.action !== null });
  }
  return { view: { title: plan.title(page, pages), rows: plan.rows, items }, page, pages, actions };
}

function isListSlot(slot: number, rows: number, arrows: { previous: number; next: number }): boolean {
  return rows > 1 ? slot < arrows.previous : slot !== arrows.previous && slot !== arrows.next;
}
