import type { GameVersion } from './game-version.ts';

/** An item before 1.13: a number, and a variant of it. */
export interface OldItem {
  readonly id: number;
  readonly damage: number;
}

/** In the order of their numbers. */
export const COLORS = [
  'white',
  'orange',
  'magenta',
  'light_blue',
  'yellow',
  'lime',
  'pink',
  'gray',
  'light_gray',
  'cyan',
  'purple',
  'blue',
  'brown',
  'green',
  'red',
  'black',
] as const;
const WOODS = ['oak', 'spruce', 'birch', 'jungle', 'acacia', 'dark_oak'];

/** Items whose colour was a variant, by the end of their name today. */
const COLORED: Readonly<Record<string, readonly string[]>> = {
  wool: ['wool'],
  carpet: ['carpet'],
  stained_glass: ['stained_glass'],
  stained_glass_pane: ['stained_glass_pane'],
  terracotta: ['stained_hardened_clay'],
  // Only 1.12 has it; before, wool is the most similar.
  concrete: ['concrete', 'wool'],
  concrete_powder: ['concrete_powder', 'wool'],
  bed: ['bed'],
};
/** Items whose colours were numbered in reverse. */
const COLORED_BACKWARDS = ['banner', 'dye'];

/** Items that have another name today, and whose old name was not their display name either. */
const RENAMED: Readonly<Record<string, readonly [name: string, damage?: number]>> = {
  player_head: ['skull', 3],
  terracotta: ['hardened_clay'],
  lapis_lazuli: ['dye', 4],
  bone_meal: ['dye', 15],
  oak_door: ['wooden_door'],
  oak_sign: ['sign'],
  oak_boat: ['boat'],
  melon: ['melon_block'],
  melon_slice: ['melon'],
  spawner: ['mob_spawner'],
  redstone_torch: ['redstone_torch'],
  nether_portal: ['obsidian'],
  wet_sponge: ['sponge', 1],
};

/** Finds the item of a version before 1.13 by its id of today (without `minecraft:`); undefined where it is missing. */
export function oldItemFinder(version: GameVersion): (id: string) => OldItem | undefined {
  const byName = new Map(version.items.map((item) => [item.name, item.id]));
  const byShownName = new Map<string, OldItem>();
  for (const { id, displayName, variations = [] } of version.items) {
    const kinds = [...variations, { metadata: 0, displayName }];
    for (const kind of kinds) {
      const shown = idFrom(kind.displayName);
      if (!byShownName.has(shown)) byShownName.set(shown, { id, damage: kind.metadata });
    }
  }
  const named = (name: string, damage = 0): OldItem | undefined => {
    const id = byName.get(name);
    return id === undefined ? undefined : { id, damage };
  };
  return (id) => {
    const [renamed, damage] = RENAMED[id] ?? [];
    if (renamed !== undefined) return named(renamed, damage);
    return coloredItem(id, named) ?? woodenItem(id, named) ?? named(id) ?? byShownName.get(id);
  };
}

type Named = (name: string, damage?: number) => OldItem | undefined;

function coloredItem(id: string, named: Named): OldItem | undefined {
  const index = COLORS.findIndex((color) => id.startsWith(`${color}_`));
  // No colour is the beginning of another, so the first one found is right.
  const color = COLORS[index];
  if (color === undefined) return undefined;
  const rest = id.slice(color.length + 1);
  if (COLORED_BACKWARDS.includes(rest)) return named(rest, 15 - index);
  for (const name of COLORED[rest] ?? []) {
    const item = named(name, index);
    if (item !== undefined) return item;
  }
  return undefined;
}

function woodenItem(id: string, named: Named): OldItem | undefined {
  const kind = WOODS.findIndex((wood) => id === `${wood}_planks` || id === `${wood}_sapling`);
  if (kind >= 0) return named(id.endsWith('_planks') ? 'planks' : 'sapling', kind);
  const log = WOODS.findIndex((wood) => id === `${wood}_log`);
  return log < 0 ? undefined : named(log < 4 ? 'log' : 'log2', log % 4);
}

function idFrom(displayName: string): string {
  return displayName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
}
