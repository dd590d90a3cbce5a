import type { TextRun } from '../../domain/text/text.ts';

/** An item as a player sees it. */
export interface MenuItem {
  /** A namespaced id such as `minecraft:red_wool`. */
  readonly material: string;
  /** Empty for an item without a name. */
  readonly name: readonly TextRun[];
  readonly lore: readonly (readonly TextRun[])[];
  /** 1 to 64. */
  readonly amount: number;
  readonly glow: boolean;
}

/** An item in its slot: slots count from 0, row by row, nine in a row. */
export interface PlacedItem extends MenuItem {
  readonly slot: number;
  /** False for an item that is only shown. */
  readonly clickable: boolean;
}

/** One page of a menu, ready to be shown. Slots that are not in it are empty. */
export interface MenuView {
  readonly title: readonly TextRun[];
  /** 1 to 6. */
  readonly rows: number;
  /** By slot, ascending. */
  readonly items: readonly PlacedItem[];
}

export const SLOTS_IN_ROW = 9;

/** The middle slot of a menu with so many rows; of the upper middle row where there are two. */
export function middleSlot(rows: number): number {
  return (Math.ceil(rows / 2) - 1) * SLOTS_IN_ROW + 4;
}
