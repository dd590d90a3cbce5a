import type { TextRun } from '../../domain/text/text.ts';

/** An item as a player sees it. */
export interface MenuItem {
  /** Namespaced id, as in `minecraft:red_wool`. */
  readonly material: string;
  /** Empty for an item that shows nothing but itself. */
  readonly name: readonly TextRun[];
  readonly lore: readonly (readonly TextRun[])[];
  /** 1 to 64. */
  readonly amount: number;
  readonly glow: boolean;
}

/** An item in its place: slots count from 0, row by row, nine in a row. */
export interface PlacedItem extends MenuItem {
  readonly slot: number;
  /** False for what only shows or fills. */
  readonly clickable: boolean;
}

/** One window of a menu, with nothing left to decide for who shows it. Slots that are not named are empty. */
export interface MenuView {
  readonly title: readonly TextRun[];
  /** 1 to 6. */
  readonly rows: number;
  /** By slot, ascending. */
  readonly items: readonly PlacedItem[];
}

export const SLOTS_IN_ROW = 9;
