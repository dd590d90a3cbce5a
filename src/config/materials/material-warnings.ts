import { isRecord } from '../../domain/fields/record.ts';
import { materialId } from '../../domain/material.ts';
import { nearestKey } from '../nearest-key.ts';
import { ITEM_NAMES, ITEM_VERSIONS } from './item-names.ts';

const VANILLA = 'minecraft:';
/** Placeholders and colours: what comes of them is known only when the menu is drawn. */
const FILLED_LATER = /[%{&§#]/;

/**
 * Warnings for materials of menus that the game does not have, with the name that was probably meant. They are no errors: a
 * newer game may have them. Items of mods, in a namespace of their own, are not looked at.
 */
export function materialWarnings(settings: object): string[] {
  return Object.entries(settings).flatMap(([key, value]) => materialsIn(value, key).flatMap(warningOf));
}

interface GivenMaterial {
  readonly path: string;
  readonly material: string;
}

function materialsIn(value: unknown, path: string): GivenMaterial[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === 'material' && typeof part === 'string'
      ? [{ path: `${path}.${key}`, material: part }]
      : materialsIn(part, `${path}.${key}`),
  );
}

function warningOf({ path, material }: GivenMaterial): string[] {
  if (FILLED_LATER.test(material)) return [];
  const id = materialId(material);
  if (id !== undefined && !id.startsWith(VANILLA)) return [];
  const name = id?.slice(VANILLA.length) ?? material;
  if (ITEM_NAMES.has(name)) return [];
  const nearest = nearestKey(name, ITEM_NAMES);
  const meant = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return [`${path}: "${material}" is no item of the game (${ITEM_VERSIONS})${meant}`];
}
