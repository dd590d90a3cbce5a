import type { ServerClient } from 'minecraft-protocol';
import minecraft from 'minecraft-protocol';
import { endsPhase } from './farewell.ts';
import { type GameVersion, recordOf, SINCE } from './game-version.ts';
import type { LoginTurns } from './login-turns.ts';

/** Registries that refer to tags, and registries whose tags are referred to. */
const TAGGED = [
  'minecraft:item',
  'minecraft:block',
  'minecraft:entity_type',
  'minecraft:enchantment',
  'minecraft:damage_type',
  'minecraft:worldgen/biome',
];
const TIMELINE = 'minecraft:timeline';

/**
 * Sends a client of 1.20.2 or newer its configuration, and calls `done` when it enters the game. The library supports one
 * version only: it sends every client the registries of the newest version that it knows.
 */
export function configure(
  client: ServerClient,
  version: GameVersion,
  turns: LoginTurns,
  done: () => void,
): void {
  client.removeAllListeners('login_acknowledged');
  client.once('login_acknowledged', () => {
    // What the client sends from now on is of this state already.
    client.state = minecraft.states.CONFIGURATION;
    void sendConfiguration(client, version, turns, done);
  });
}

async function sendConfiguration(
  client: ServerClient,
  version: GameVersion,
  turns: LoginTurns,
  done: () => void,
): Promise<void> {
  if (!(await turns.next(client, 'configure'))) return;
  client.write('feature_flags', { features: ['minecraft:vanilla'] });
  const codec = recordOf(version.login['dimensionCodec']);
  if (version.protocol >= SINCE.itemComponents) {
    for (const registry of Object.values(codec)) client.write('registry_data', registry);
  } else {
    client.write('registry_data', { codec });
  }
  client.write('tags', { tags: emptyTags(version.protocol, codec) });
  client.once('finish_configuration', () => {
    client.state = minecraft.states.PLAY;
    done();
  });
  client.write('finish_configuration', {});
  endsPhase(client);
}

const tagsOf = new Map<number, unknown>();

/** Every tag that the registries refer to, empty: a client refuses a reference to a tag that does not exist. */
function emptyTags(protocol: number, codec: Readonly<Record<string, unknown>>): unknown {
  const before = tagsOf.get(protocol);
  if (before !== undefined) return before;
  const tags = findTags(codec);
  tagsOf.set(protocol, tags);
  return tags;
}

function findTags(codec: Readonly<Record<string, unknown>>): unknown {
  const names = new Set<string>();
  collectTagNames(codec, names);
  const tags = [...names].map((tagName) => ({ tagName, entries: [] }));
  const registries = Object.hasOwn(codec, TIMELINE) ? [...TAGGED, TIMELINE] : TAGGED;
  return registries.map((tagType) => ({ tagType, tags }));
}

function collectTagNames(value: unknown, names: Set<string>): void {
  if (typeof value === 'string' && /^#[a-z0-9_.-]+:[a-z0-9_./-]+$/.test(value)) names.add(value.slice(1));
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) collectTagNames(part, names);
}
