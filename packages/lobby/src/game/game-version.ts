import minecraftData from 'minecraft-data';

/** The first protocols of what changed how a server speaks (PROTOCOLS §2.6, §11). */
export const SINCE = {
  /** 1.13: items have no damage value any more, text and commands are structured. */
  flattening: 393,
  /** 1.14: lore is structured text. */
  structuredLore: 477,
  /** 1.20.3: text goes as NBT. */
  nbtText: 765,
  /** 1.20.5: items carry components. */
  itemComponents: 766,
  /** 1.21.5: attributes of items lost their switch, heightmaps are a list. */
  plainAttributes: 770,
} as const;

/** The oldest that the lobby serves, 1.8. */
export const OLDEST_PROTOCOL = 47;

/** What differs between the versions of the game, as far as the lobby says it. */
export interface GameVersion {
  readonly protocol: number;
  /** As in `1.21.4`. */
  readonly name: string;
  readonly items: readonly VersionItem[];
  /** What the first packet of the game says in a vanilla world; empty before 1.16. */
  readonly login: Readonly<Record<string, unknown>>;
  /** Whether servers of this version may send this packet while playing. */
  sends(packet: string): boolean;
  /** Whether servers of this version may send this packet while configuring. */
  configures(packet: string): boolean;
}

export interface VersionItem {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly variations?: readonly { readonly metadata: number; readonly displayName: string }[];
}

const known = new Map<number, GameVersion>();

/** The version with this protocol number; undefined when the library does not know it. */
export function gameVersion(protocol: number): GameVersion | undefined {
  const before = known.get(protocol);
  if (before !== undefined) return before;
  // It answers null for what it does not know, which its types do not say.
  const data: ReturnType<typeof minecraftData> | null = minecraftData(protocol);
  if (data === null || data.type !== 'pc') return undefined;
  const version: GameVersion = {
    protocol,
    name: data.version.minecraftVersion ?? String(protocol),
    items: data.itemsArray,
    login: recordOf(data.loginPacket),
    sends: (packet) => hasPacket(data.protocol, 'play', packet),
    configures: (packet) => hasPacket(data.protocol, 'configuration', packet),
  };
  known.set(protocol, version);
  return version;
}

function hasPacket(protocol: unknown, state: string, packet: string): boolean {
  const types = recordOf(recordOf(recordOf(recordOf(protocol)[state])['toClient'])['types']);
  return Object.hasOwn(types, `packet_${packet}`);
}

/** An object as its fields; none for anything else. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
