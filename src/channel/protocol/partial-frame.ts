import * as f from '../../domain/fields/field.ts';
import { playerName, serverName, uuid } from '../../domain/fields/network-fields.ts';
import {
  AGENT_MESSAGES,
  type AgentMessage,
  party,
  reportedPlayer,
  reportFields,
  serverFields,
} from './agent-messages.ts';
import { ownServer } from './proxies/proxy-reports.ts';
import { isRecord } from '../../domain/fields/record.ts';
import { LeftOut } from '../../domain/fields/left-out.ts';

type Given = Readonly<Record<string, unknown>>;

/** A `server` of which some keys may have been left out: what is missing stays as it is known, or has its default. */
const partialServer = f.object({ type: f.literal('server'), ...reportFields });

/** A message of an agent as the coordinator takes it. */
export type ReceivedMessage = Exclude<AgentMessage, { type: 'server' }> | f.Infer<typeof partialServer>;

/** A frame that was taken but for some parts; `detail` says which and why. */
export interface PartialFrame {
  readonly type: 'partial';
  readonly message: ReceivedMessage;
  readonly detail: string;
}

/**
 * Reads what can be taken of a frame that does not fit its message: the good entries of a list, the good keys of a server's
 * report, and a join without its server. One player with a strange name must not hide all others. Null where nothing may
 * be left out: a question is answered or refused as a whole.
 */
export function readPartly(given: Given): PartialFrame | null {
  const left = new LeftOut();
  const message = partOf(given, left);
  return message === null || left.count === 0 ? null : { type: 'partial', message, detail: left.detail };
}

function partOf(given: Given, left: LeftOut): ReceivedMessage | null {
  switch (given['type']) {
    case 'players':
      return fitting(AGENT_MESSAGES.players.field, withGoodPlayersOf(given, left));
    case 'parties':
      return fitting(AGENT_MESSAGES.parties.field, withGoodEntries(given, 'parties', party, left));
    case 'proxy.servers':
      return fitting(
        AGENT_MESSAGES['proxy.servers'].field,
        withGoodEntries(given, 'servers', ownServer, left),
      );
    case 'server':
      noteMissing(given, left);
      return fitting(partialServer, withGoodKeys(withGoodPlayers(withKnownKeys(given, left), left), left));
    case 'server.update':
      return fitting(
        AGENT_MESSAGES['server.update'].field,
        withGoodKeys(withGoodPlayers(withKnownKeys(given, left), left), left),
      );
    case 'player.join':
      return fitting(AGENT_MESSAGES['player.join'].field, withoutBadServer(given, left));
    default:
      return null;
  }
}

function fitting<T>(field: f.Field<T>, rest: Given): T | null {
  return field.is(rest) ? rest : null;
}

function withGoodEntries(given: Given, key: string, entry: f.Field<unknown>, left: LeftOut): Given {
  const list = given[key];
  if (!Array.isArray(list)) return given;
  const good: unknown[] = [];
  for (const [at, item] of list.entries()) {
    if (entry.is(item)) good.push(item);
    else
      left.note(
        () => `${key}.${at}`,
        entry,
        item,
        () => uuidOf(item),
      );
  }
  return { ...given, [key]: good };
}

/** The list of a proxy. A player on a server whose name is not allowed is there all the same, on no server that is known. */
function withGoodPlayersOf(given: Given, left: LeftOut): Given {
  const { players } = given;
  if (!Array.isArray(players)) return given;
  const placed = players.map((item: unknown, at) => {
    // One without a good uuid fits on no server either, and there may be thousands.
    if (reportedPlayer.is(item) || !isRecord(item) || !uuid.is(item['uuid'])) return item;
    const unplaced = { ...item, server: null };
    if (!reportedPlayer.is(unplaced)) return item;
    left.note(
      () => `players.${at}.server`,
      serverName,
      item['server'],
      () => uuidOf(item),
    );
    return unplaced;
  });
  return withGoodEntries({ ...given, players: placed }, 'players', reportedPlayer, left);
}

/** Whose entry it is, so that who reads the log can find them. */
function uuidOf(item: unknown): string {
  const given = isRecord(item) ? item['uuid'] : undefined;
  return uuid.is(given) ? given : '';
}

/** The players of a server with a good uuid; those with a good name first, so that the names still are in their order. */
function withGoodPlayers(given: Given, left: LeftOut): Given {
  const { players, names } = given;
  if (!Array.isArray(players)) return given;
  const known: unknown[] = Array.isArray(names) ? names : [];
  const named: [player: unknown, name: unknown][] = [];
  const unnamed: unknown[] = [];
  for (const [at, player] of players.entries()) {
    const name = known[at];
    if (!uuid.is(player)) left.note(() => `players.${at}`, uuid, player);
    else if (playerName.is(name)) named.push([player, name]);
    else {
      if (at < known.length) left.note(() => `names.${at}`, playerName, name);
      unnamed.push(player);
    }
  }
  const all = [...named.map(([player]) => player), ...unnamed];
  return Array.isArray(names)
    ? { ...given, players: all, names: named.map(([, name]) => name) }
    : { ...given, players: all };
}

const REPORT_FIELDS = new Map<string, f.Field<unknown>>(Object.entries(reportFields));

function noteMissing(given: Given, left: LeftOut): void {
  for (const [key, field] of Object.entries(serverFields)) {
    if (given[key] === undefined && !('optional' in field)) left.note(() => key, field, undefined);
  }
}

/** First, so that what follows copies an object of a few keys, however many came. */
function withKnownKeys(given: Given, left: LeftOut): Given {
  const known: Record<string, unknown> = {};
  for (const key in given) {
    if (key === 'type' || REPORT_FIELDS.has(key)) known[key] = given[key];
    else left.noteUnknown(key);
  }
  return known;
}

function withGoodKeys(known: Given, left: LeftOut): Given {
  const good: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(known)) {
    const field = REPORT_FIELDS.get(key);
    if (field === undefined || field.is(value)) good[key] = value;
    else left.note(() => key, field, value);
  }
  return good;
}

function withoutBadServer(given: Given, left: LeftOut): Given {
  const { server, ...rest } = given;
  if (server === undefined || serverName.is(server)) return given;
  left.note(() => 'server', serverName, server);
  return rest;
}
