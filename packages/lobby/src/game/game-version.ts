import minecraftData from 'minecraft-data';

/** The protocols with which the packets of a server changed (docs/game-protocols.md "Placeholders, menus and text"). */
export const SINCE = {
  /** 1.13: items have no damage value, text and commands are structured. */
  flattening: 393,
  /** 1.14: lore is structured text. */
  structuredLore: 477,
  /** 1.20.3: text is NBT. */
  nbtText: 765,
  /** 1.20.5: items have components. */
  itemComponents: 766,
  /** 1.20.5: a server can send a client to another address. */
  transfers: 766,
  /** 1.21.5: attributes of items have no `showTooltip`, heightmaps are a list. */
  plainAttributes: 770,
} as const;

/** The oldest protocol that the lobby supports, 1.8. */
export const OLDEST_PROTOCOL = 47;

/** What differs between the versions of the game in the packets that the lobby sends. */
export interface GameVersion {
  readonly protocol: number;
  /** For example `1.21.4`. */
  readonly name: string;
  readonly items: readonly VersionItem[];
  /** The first packet of the game in a vanilla world; empty before 1.16. */
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
  // It returns null for an unknown protocol, which its types do not say.
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
