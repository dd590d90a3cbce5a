const NAMESPACED = /^[a-z0-9._-]{1,64}:[a-z0-9._/-]{1,128}$/;
const BUKKIT = /^[A-Z][A-Z0-9_]{0,63}$/;

/**
 * The namespaced id of a material that is written as such an id (`minecraft:red_wool`, `red_wool`) or by its Bukkit name
 * (`RED_WOOL`, `Red Wool`), read as Bukkit reads it (docs/game-protocols.md "Placeholders, menus and text"). Undefined for
 * anything else, and for names before 1.13: these need a number that is not given.
 */
export function materialId(given: string): string | undefined {
  const text = given.trim();
  if (NAMESPACED.test(text)) return text;
  const bukkit = text
    .replace(/^minecraft:/i, '')
    .toUpperCase()
    .replace(/\s+/g, '_')
    .replace(/\W/g, '');
  return BUKKIT.test(bukkit) && !bukkit.startsWith('LEGACY_')
    ? `minecraft:${bukkit.toLowerCase()}`
    : undefined;
}
