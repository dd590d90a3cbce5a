import { LRUCache } from 'lru-cache';
import type { MenuServer, PlayerFacts } from '../../channel/protocol/coordinator-messages.ts';
import { isOnlineState } from '../../domain/server.ts';
import { escapeText, parseText } from '../../domain/text/text.ts';
import { sectionText } from '../../domain/text/text-component.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { NetworkFacts } from '../network-replica.ts';
import { IDENTIFIER, scanPlaceholders } from './scan.ts';

/** Where values come from, at once and without a request. */
export interface PlaceholderSource {
  readonly facts: NetworkFacts | null;
  server(name: string): MenuServer | undefined;
  /** Sorted by name. */
  servers(): readonly MenuServer[];
  /** Null for a player whom the network does not know, undefined while the answer is not there yet. */
  factsOf(uuid: Uuid): PlayerFacts | null | undefined;
}

/** Shown for a value that has not arrived yet. */
export const NOT_LOADED = '…';

type NetworkValue = (facts: NetworkFacts, source: PlaceholderSource) => string;
type PlayerValue = (facts: PlayerFacts | null) => string;
type ServerValue = (server: MenuServer) => string;

const NETWORK: Readonly<Record<string, readonly [description: string, value: NetworkValue]>> = {
  online: ['players on the network', ({ onlinePlayers }) => String(onlinePlayers)],
  max: ['players that the network has room for', ({ maxPlayers }) => String(maxPlayers)],
  maintenance: ['true or false', ({ maintenance }) => String(maintenance)],
  motd: ['the MOTD that is shown now, with its colours', ({ motd }) => motd],
  hubs_online: ['hubs that are online', (_, source) => countOnline(source, 'HUB')],
  games_online: ['game servers that are online', (_, source) => countOnline(source, 'GAME')],
};

const PLAYER: Readonly<Record<string, readonly [description: string, value: PlayerValue]>> = {
  player_totaltime: ['seconds played', (facts) => String(facts?.totalTime ?? 0)],
  player_totaltimetext: ['time played, for example 12h 5m', (facts) => facts?.totalTimeText ?? '0h 0m'],
  player_joined: ['date of the first connection', (facts) => facts?.joined ?? ''],
  player_banned: ['true or false', (facts) => String(facts?.banned ?? false)],
  player_server: ['name of the server that the player is on', (facts) => escapeText(facts?.server ?? '')],
  party_size: ['members of the party; 0 without a party', (facts) => String(facts?.party?.size ?? 0)],
  party_leader: [
    'name of its leader; empty without a party',
    (facts) => escapeText(facts?.party?.leader ?? ''),
  ],
  friends_online: ['friends that are online', (facts) => String(facts?.friendsOnline ?? 0)],
};

const SERVER: Readonly<Record<string, readonly [description: string, value: ServerValue]>> = {
  players: ['players on the server', ({ players }) => String(players)],
  max: ['players that it has room for', ({ maxPlayers }) => String(maxPlayers)],
  state: ['its state, for example IDLE', ({ state }) => state],
  game: ['name of the game on it', ({ gameName }) => escapeText(gameName)],
  online: ['true or false', ({ state }) => String(isOnlineState(state))],
};

/** Every placeholder, and what it shows; `<name>` is the name of a server. */
const PLACEHOLDERS: readonly { readonly params: string; readonly doc: string }[] = [
  ...Object.entries(NETWORK).map(([params, [doc]]) => ({ params, doc })),
  ...Object.entries(SERVER).map(([what, [doc]]) => ({ params: `server_<name>_${what}`, doc })),
  ...Object.entries(PLAYER).map(([params, [doc]]) => ({ params, doc })),
];

/**
 * The value of `%portcullis_<params>%` as text that may have colours (`parseText`), with names escaped. Undefined for an
 * unknown placeholder or server, `…` while the value has not arrived, and empty for one about a player when there is no
 * player. Only the names of servers are case-sensitive.
 */
export function placeholderValue(
  source: PlaceholderSource,
  player: Uuid | null,
  params: string,
): string | undefined {
  const what = params.toLowerCase();
  const network = Object.hasOwn(NETWORK, what) ? NETWORK[what] : undefined;
  if (network !== undefined) return source.facts === null ? NOT_LOADED : network[1](source.facts, source);
  const ofPlayer = Object.hasOwn(PLAYER, what) ? PLAYER[what] : undefined;
  if (ofPlayer !== undefined) {
    if (player === null) return '';
    const facts = source.factsOf(player);
    return facts === undefined ? NOT_LOADED : ofPlayer[1](facts);
  }
  return what.startsWith('server_') ? serverValue(source, params.slice('server_'.length)) : undefined;
}

/** Every placeholder, what it shows, and its value; null for those that need the name of a server. */
export function listPlaceholders(source: PlaceholderSource, player: Uuid | null) {
  return PLACEHOLDERS.map(({ params, doc }) => {
    const value = params.includes('<') ? undefined : placeholderValue(source, player, params);
    return {
      placeholder: `%${IDENTIFIER}_${params}%`,
      description: doc,
      value: value === undefined ? null : gameCodes(value),
    };
  });
}

/** Fills our placeholders in a text of a plugin, with colours as the game's codes; everything else stays as written. */
export function renderPlaceholders(source: PlaceholderSource, player: Uuid | null, text: string): string {
  return Array.from(renderPieces(source, player, text), ({ rendered }) => rendered).join('');
}

/** A piece of a text as it is shown. */
export interface RenderedPiece {
  readonly rendered: string;
  readonly isPlaceholder: boolean;
}

/** The same piece by piece, for whoever must not hold the event loop for a whole text. */
export function* renderPieces(
  source: PlaceholderSource,
  player: Uuid | null,
  text: string,
): Generator<RenderedPiece> {
  for (const piece of scanPlaceholders(text)) {
    const isPlaceholder = piece.kind === 'placeholder' && piece.identifier === IDENTIFIER;
    const value = isPlaceholder ? placeholderValue(source, player, piece.params) : undefined;
    yield { rendered: value === undefined ? piece.written : gameCodes(value), isPlaceholder };
  }
}

/** A MOTD with a gradient takes a millisecond and the others some microseconds, and one text may have a thousand of them. */
const rendered = new LRUCache<string, string>({ max: 256 });

function gameCodes(marked: string): string {
  const known = rendered.get(marked);
  if (known !== undefined) return known;
  const codes = sectionCodes(marked);
  rendered.set(marked, codes);
  return codes;
}

function sectionCodes(marked: string): string {
  return sectionText(parseText(marked)).replace(/^§r/, '');
}

/** The name of a server may hold `_`; what follows it may not. */
function serverValue(source: PlaceholderSource, params: string): string | undefined {
  const separator = params.lastIndexOf('_');
  const what = params.slice(separator + 1).toLowerCase();
  const value = separator > 0 && Object.hasOwn(SERVER, what) ? SERVER[what] : undefined;
  if (value === undefined) return undefined;
  if (source.facts === null) return NOT_LOADED;
  const server = source.server(params.slice(0, separator));
  return server === undefined ? undefined : value[1](server);
}

function countOnline(source: PlaceholderSource, type: string): string {
  let count = 0;
  for (const server of source.servers()) if (server.type === type && isOnlineState(server.state)) count += 1;
  return String(count);
}
