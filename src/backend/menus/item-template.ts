import { parseText, plainText, type TextRun } from '../../domain/text/text.ts';
import { type Fillings, fillText } from './fill-text.ts';
import { materialId } from '../../domain/material.ts';
import type { MenuItem } from './menu-view.ts';

/** An item of the configuration; every text may hold placeholders and colours. */
export interface ItemTemplate {
  /** Namespaced id or Bukkit name. */
  readonly material: string;
  readonly name?: string;
  readonly lore?: readonly string[];
  /** Limited to 1 to 64; a text that is no number is 1. */
  readonly amount?: number | string;
  /** True, or a text that is `true` or `yes`. */
  readonly glow?: boolean | string;
}

/** Shown instead of a material that does not exist, so that the mistake is seen. */
const UNKNOWN_MATERIAL = 'minecraft:barrier';
const MAX_AMOUNT = 64;

/** The item that a player sees. */
export function drawItem(template: ItemTemplate, fillings: Fillings): MenuItem {
  const { material, name = '', lore = [], amount = 1, glow = false } = template;
  return {
    material: materialId(plainTextOf(material, fillings)) ?? UNKNOWN_MATERIAL,
    name: runsOf(name, fillings),
    lore: lore.map((line) => runsOf(line, fillings)),
    amount: amountOf(typeof amount === 'number' ? amount : plainTextOf(amount, fillings)),
    glow: typeof glow === 'boolean' ? glow : /^(true|yes)$/i.test(plainTextOf(glow, fillings).trim()),
  };
}

/** A text of the configuration as a player sees it. */
export function runsOf(template: string, fillings: Fillings): TextRun[] {
  return parseText(fillText(template, fillings));
}

function plainTextOf(template: string, fillings: Fillings): string {
  return plainText(runsOf(template, fillings));
}

function amountOf(given: number | string): number {
  const amount = typeof given === 'number' ? given : Number.parseInt(given, 10);
  return Number.isFinite(amount) ? Math.min(MAX_AMOUNT, Math.max(1, Math.trunc(amount))) : 1;
}
