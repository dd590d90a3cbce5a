import type { MenuServer, PlayerFacts } from '../../channel/protocol/coordinator-messages.ts';
import { isOnlineState } from '../../domain/server.ts';
import { escapeText, parseText } from '../../domain/text/text.ts';
import { sectionText } from '../../domain/text/text-component.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { NetworkFacts } from '../network-replica.ts';
import { IDENTIFIER, scanPlaceholders } from './scan.ts';

/** Where values come from: memory, at once. */
export interface PlaceholderSource {
  readonly facts: NetworkFacts | null;
  server(name: string): MenuServer | undefined;
  servers(): Iterable<MenuServer>;
  /** Null for a player whom nobody knows, undefined for one of whom nothing is known yet. */
  factsOf(uuid: Uuid): PlayerFacts | null | undefined;
}

/** What stands for a value that there is but that has not come yet. */
export const NOT_LOADED = '…';

type NetworkValue = (facts: NetworkFacts, source: PlaceholderSource) => string;
type PlayerValue = (facts: PlayerFacts | null) => string;
type ServerValue = (server: MenuServer) => string;

const NETWORK: Readonly<Record<string, readonly [doc: string, value: NetworkValue]>> = {
  online: ['players on the network', ({ onlinePlayers }) => String(onlinePlayers)],
  max: ['players that the network takes', ({ maxPlayers }) => String(maxPlayers)],
  maintenance: ['true or false', ({ maintenance }) => String(maintenance)],
  motd: ['the message of the day that holds now, with its colours', ({ motd }) => motd],
  hubs_online: ['hubs that are up', (_, source) => countOnline(source, 'HUB')],
  games_online: ['game servers that are up', (_, source) => countOnline(source, 'GAME')],
};

const PLAYER: Readonly<Record<string, readonly [doc: string, value: PlayerValue]>> = {
  player_totaltime: ['seconds played', (facts) => String(facts?.totalTime ?? 0)],
  player_totaltimetext: ['time played, as in 12h 5m', (facts) => facts?.totalTimeText ?? '0h 0m'],
  player_joined: ['date of the first connection', (facts) => facts?.joined ?? ''],
  player_banned: ['true or false', (facts) => String(facts?.banned ?? false)],
  player_server: ['server that the player is on', (facts) => escapeText(facts?.server ?? '')],
  party_size: ['members of the party, 0 without one', (facts) => String(facts?.party?.size ?? 0)],
  party_leader: [
    'name of the leader, empty without a party',
    (facts) => escapeText(facts?.party?.leader ?? ''),
  ],
  friends_online: ['friends that are online', (facts) => String(facts?.friendsOnline ?? 0)],
};

const SERVER: Readonly<Record<string, readonly [doc: string, value: ServerValue]>> = {
  players: ['players on the server', ({ players }) => String(players)],
  max: ['players that it takes', ({ maxPlayers }) => String(maxPlayers)],
  state: ['its state, as in IDLE', ({ state }) => state],
  game: ['what is played there', ({ gameName }) => escapeText(gameName)],
  online: ['true or false', ({ state }) => String(isOnlineState(state))],
};

/** Every placeholder, and what it shows; `<name>` is the name of a server. */
const PLACEHOLDERS: readonly { readonly params: string; readonly doc: string }[] = [
  ...Object.entries(NETWORK).map(([params, [doc]]) => ({ params, doc })),
  ...Object.entries(SERVER).map(([what, [doc]]) => ({ params: `server_<name>_${what}`, doc })),
  ...Object.entries(PLAYER).map(([params, [doc]]) => ({ params, doc })),
];

/**
 * The value of `%portcullis_<params>%` as text that may have colours (`parseText`), names in it escaped. Undefined for a
 * placeholder or server that there is not; `…` for one whose value has not come yet; empty for one about a player where
 * there is none. Only the names of servers mind case.
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

/** Every placeholder as it is written, what it shows, and its value; null for those that need a server's name. */
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

/** Fills our placeholders in a text of a plugin, values in the game's own colour codes; everything else stays as written. */
export function renderPlaceholders(source: PlaceholderSource, player: Uuid | null, text: string): string {
  let rendered = '';
  for (const piece of scanPlaceholders(text)) {
    const value =
      piece.kind === 'placeholder' && piece.identifier === IDENTIFIER
        ? placeholderValue(source, player, piece.params)
        : undefined;
    rendered += value === undefined ? piece.written : gameCodes(value);
  }
  return rendered;
}

function gameCodes(marked: string): string {
  return sectionText(parseText(marked)).replace(/^§r/, '');
}

/** The name may hold `_`; what is asked for may not. */
function serverValue(source: PlaceholderSource, params: string): string | undefined {
  const line = params.lastIndexOf('_');
  const what = params.slice(line + 1).toLowerCase();
  const value = line > 0 && Object.hasOwn(SERVER, what) ? SERVER[what] : undefined;
  if (value === undefined) return undefined;
  if (source.facts === null) return NOT_LOADED;
  const server = source.server(params.slice(0, line));
  return server === undefined ? undefined : value[1](server);
}

function countOnline(source: PlaceholderSource, type: string): string {
  let count = 0;
  for (const server of source.servers()) if (server.type === type && isOnlineState(server.state)) count += 1;
  return String(count);
}
