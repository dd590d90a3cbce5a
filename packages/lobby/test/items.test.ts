import minecraftData from 'minecraft-data';
import { describe, expect, it } from 'vitest';
import { gameVersion, type GameVersion, recordOf } from '../src/game/game-version.ts';
import { itemWriter } from '../src/game/items.ts';
import { ALL_VERSIONS } from './versions.ts';

function versionOf(name: string): GameVersion {
  const version = gameVersion(Number(minecraftData(name).version.version));
  if (version === undefined) throw new Error(`${name} is not known`);
  return version;
}

/** The name of what a version shows for a material, with its kind before 1.13. */
function shown(versionName: string, material: string): string {
  const version = versionOf(versionName);
  const item = { material: `minecraft:${material}`, name: [], lore: [], amount: 1, glow: false };
  const { blockId, itemDamage, itemId } = recordOf(itemWriter(version).item(item));
  const name = version.items.find(({ id }) => id === (blockId ?? itemId))?.name ?? '';
  return blockId === undefined ? name : `${name}:${Number(itemDamage)}`;
}

describe('the material of an item', () => {
  it.each([
    ['red_wool', 'wool:14'],
    ['light_gray_stained_glass_pane', 'stained_glass_pane:8'],
    ['lime_terracotta', 'stained_hardened_clay:5'],
    ['black_banner', 'banner:0'],
    ['white_dye', 'dye:15'],
    ['player_head', 'skull:3'],
    ['birch_planks', 'planks:2'],
    ['dark_oak_log', 'log2:1'],
    ['grass_block', 'grass:0'],
    ['clock', 'clock:0'],
    ['barrier', 'barrier:0'],
    ['firework_rocket', 'fireworks:0'],
    ['red_candle', 'wool:14'],
    ['netherite_sword', 'paper:0'],
  ])('%s is %s in 1.8 and 1.12', (material, expected) => {
    expect(shown('1.8.8', material)).toBe(expected);
    expect(shown('1.12.2', material)).toBe(expected);
  });

  it('is what the version has', () => {
    expect(shown('1.8.8', 'red_concrete')).toBe('wool:14');
    expect(shown('1.12.2', 'red_concrete')).toBe('concrete:14');
    expect(shown('1.16.5', 'red_concrete')).toBe('red_concrete');
    expect(shown('1.16.5', 'red_candle')).toBe('red_wool');
    expect(shown('1.21.11', 'netherite_sword')).toBe('netherite_sword');
    expect(shown('1.20.1', 'short_grass')).toBe('grass');
    expect(shown('1.21.11', 'grass')).toBe('short_grass');
    expect(shown('1.21.11', 'never_heard_of_it')).toBe('paper');
  });

  it.each(ALL_VERSIONS)('of the menus as they are configured at first is there in %s', (version) => {
    for (const material of [
      'lime_wool',
      'gray_stained_glass_pane',
      'arrow',
      'barrier',
      'player_head',
      'clock',
    ]) {
      expect(shown(version, material)).not.toMatch(/^paper/);
    }
  });
});
