import type { MenuItem } from '../../../../src/backend/menus/menu-view.ts';
import { sectionText } from '../../../../src/domain/text/text-component.ts';
import { itemComponent, packetComponent, type Tag } from './game-text.ts';
import { type GameVersion, SINCE } from './game-version.ts';
import { COLORS, type OldItem, oldItemFinder } from './old-items.ts';

/** Shown for an item that a version of the game does not have; every version has this one. */
const UNKNOWN = 'paper';
/** Names that changed after 1.13, in both directions. */
const ALIASES: Readonly<Record<string, string>> = {
  grass: 'short_grass',
  short_grass: 'grass',
  chain: 'iron_chain',
  iron_chain: 'chain',
  scute: 'turtle_scute',
  turtle_scute: 'scute',
  oak_sign: 'sign',
  sign: 'oak_sign',
};
/** Shows only name and lore: no attributes, no enchantments. */
const HIDE_ALL = 127;

/** Converts items of menus to the slots of one version's packets. */
export interface ItemWriter {
  item(item: MenuItem): unknown;
  readonly nothing: unknown;
}

const writers = new Map<number, ItemWriter>();

/** The writer for this version. */
export function itemWriter(version: GameVersion): ItemWriter {
  const before = writers.get(version.protocol);
  if (before !== undefined) return before;
  const writer = makeWriter(version);
  writers.set(version.protocol, writer);
  return writer;
}

function makeWriter(version: GameVersion): ItemWriter {
  const { protocol } = version;
  if (protocol < SINCE.flattening) {
    const find = oldItemFinder(version);
    return {
      item: (item) => {
        const { id, damage } = nearest(item.material, find);
        return { blockId: id, itemCount: item.amount, itemDamage: damage, nbtData: oldTag(item, protocol) };
      },
      nothing: { blockId: -1 },
    };
  }
  const ids = new Map(version.items.map(({ name, id }) => [name, { id, damage: 0 }]));
  const find = (id: string): OldItem | undefined => ids.get(id) ?? ids.get(ALIASES[id] ?? '');
  if (protocol < SINCE.itemComponents) {
    return {
      item: (item) => ({
        present: true,
        itemId: nearest(item.material, find).id,
        itemCount: item.amount,
        nbtData: oldTag(item, protocol),
      }),
      nothing: { present: false },
    };
  }
  return {
    item: (item) => {
      const components = componentsOf(item, protocol);
      return {
        itemCount: item.amount,
        itemId: nearest(item.material, find).id,
        addedComponentCount: components.length,
        removedComponentCount: 0,
        components,
        removeComponents: [],
      };
    },
    nothing: { itemCount: 0 },
  };
}

/** Wool of the same colour for an unknown item, because menus use colours to say something; else `UNKNOWN`. */
function nearest(material: string, find: (id: string) => OldItem | undefined): OldItem {
  const id = material.replace(/^minecraft:/, '');
  const color = COLORS.find((name) => id.startsWith(`${name}_`));
  return (
    find(id) ??
    (color === undefined ? undefined : find(`${color}_wool`)) ??
    find(UNKNOWN) ?? { id: 1, damage: 0 }
  );
}

/** Name, lore and glow before 1.20.5: one compound (docs/game-protocols.md "Placeholders, menus and text"). */
function oldTag({ name, lore, glow }: MenuItem, protocol: number): Tag {
  const words = (runs: MenuItem['name'], isStructured: boolean): string =>
    isStructured ? JSON.stringify(itemComponent(runs, protocol)) : sectionText(runs);
  const display: Record<string, Tag> = {};
  if (name.length > 0) {
    display['Name'] = { type: 'string', value: words(name, protocol >= SINCE.flattening) };
  }
  if (lore.length > 0) {
    const lines = lore.map((line) => words(line, protocol >= SINCE.structuredLore));
    display['Lore'] = { type: 'list', value: { type: 'string', value: lines } };
  }
  const value: Record<string, Tag> = {
    display: { type: 'compound', value: display },
    HideFlags: { type: 'int', value: HIDE_ALL },
  };
  if (glow && protocol < SINCE.flattening) {
    value['ench'] = enchantments({ id: { type: 'short', value: 0 }, lvl: { type: 'short', value: 1 } });
  } else if (glow) {
    const id = { type: 'string', value: 'minecraft:protection' };
    value['Enchantments'] = enchantments({ id, lvl: { type: 'short', value: 1 } });
  }
  return { type: 'compound', name: '', value };
}

function enchantments(only: Record<string, Tag>): Tag {
  return { type: 'list', value: { type: 'compound', value: [only] } };
}

function componentsOf({ name, lore, glow }: MenuItem, protocol: number): unknown[] {
  const text = (runs: MenuItem['name']): unknown => packetComponent(itemComponent(runs, protocol), protocol);
  const components: unknown[] = [
    {
      type: 'attribute_modifiers',
      data: protocol < SINCE.plainAttributes ? { attributes: [], showTooltip: false } : [],
    },
  ];
  if (name.length > 0) components.push({ type: 'custom_name', data: text(name) });
  if (lore.length > 0) components.push({ type: 'lore', data: lore.map((line) => text(line)) });
  if (glow) components.push({ type: 'enchantment_glint_override', data: true });
  return components;
}
