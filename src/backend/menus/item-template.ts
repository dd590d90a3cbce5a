import { parseText, plainText, type TextRun } from '../../domain/text/text.ts';
import { type Fillings, fillText } from './fill-text.ts';
import { materialId } from './material.ts';
import type { MenuItem } from './menu-view.ts';

/** An item as the configuration has it; every text may hold placeholders and colours. */
export interface ItemTemplate {
  /** Namespaced id or Bukkit name. */
  readonly material: string;
  readonly name?: string;
  readonly lore?: readonly string[];
  /** 1 to 64; what is outside is moved to the nearest, and what is no number is 1. */
  readonly amount?: number | string;
  /** A text glows when it says `true` or `yes`. */
  readonly glow?: boolean | string;
}

/** Shown for a material that a placeholder made and that does not exist, so that nobody searches for the item. */
const UNKNOWN_MATERIAL = 'minecraft:barrier';
const MOST = 64;

/** The item that a player sees. */
export function drawItem(template: ItemTemplate, fillings: Fillings): MenuItem {
  const { material, name = '', lore = [], amount = 1, glow = false } = template;
  return {
    material: materialId(wordsOf(material, fillings)) ?? UNKNOWN_MATERIAL,
    name: runsOf(name, fillings),
    lore: lore.map((line) => runsOf(line, fillings)),
    amount: amountOf(typeof amount === 'number' ? amount : wordsOf(amount, fillings)),
    glow: typeof glow === 'boolean' ? glow : /^(true|yes)$/i.test(wordsOf(glow, fillings).trim()),
  };
}

/** A text of the configuration as a player sees it. */
export function runsOf(template: string, fillings: Fillings): TextRun[] {
  return parseText(fillText(template, fillings));
}

function wordsOf(template: string, fillings: Fillings): string {
  return plainText(runsOf(template, fillings));
}

function amountOf(given: number | string): number {
  const amount = typeof given === 'number' ? given : Number.parseInt(given, 10);
  return Number.isFinite(amount) ? Math.min(MOST, Math.max(1, Math.trunc(amount))) : 1;
}
