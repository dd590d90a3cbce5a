import { isPlayerName } from '../../domain/player-name.ts';
import { parseUuid, type Uuid } from '../../domain/uuid.ts';
import type { Occupancy, PlayerRef } from '../server-management.ts';

/** What a console says of who is there. */
export interface ConsoleList {
  readonly players: readonly PlayerRef[];
  /** Players of whom it tells the name only. */
  readonly names: readonly string[];
  /** How many there are by its own count. */
  readonly count: number;
  readonly maxPlayers: number | undefined;
}

/** Two numbers before a colon or the end of the line: the count and the capacity, in any words and either order. */
const HEAD = /^([^\d:：]*(\d{1,6})[^\d:：]+(\d{1,6})[^\d:：]*)(?:[:：](.*))?$/;
/** Line breaks alone would make a list of a million entries. */
const MAX_ENTRIES = 20_000;
const ENTRY = /^(.{1,17}) \(([0-9A-Fa-f-]{32,36})\)$/;
/** What plugins put before a name. */
const MARKS = /^(?:\[[^\]]{0,32}\]\s*)+/;
const MAX_SHOWN = 80;

/**
 * Reads the answer to `list` and `list uuids`: of the game since 1.8, of its translations, of Paper's plugins and of
 * other servers, which have two numbers first and the names after a colon or on lines of their own, perhaps by groups.
 * Undefined for another answer, and for one with too many entries to be a list.
 */
export function readPlayerList(answer: string): ConsoleList | undefined {
  const lines = answer.replace(/§./g, '').split('\n', MAX_ENTRIES);
  const at = lines.findIndex((line) => HEAD.test(line.trim()));
  const [, , one = '', two = '', first = ''] = HEAD.exec((lines[at] ?? '').trim()) ?? [];
  if (at === -1 || lines.length === MAX_ENTRIES) return undefined;
  const entries = [first, ...lines.slice(at + 1).map(afterGroup)].flatMap((part) =>
    part.split(/,(?:\s|$)/, MAX_ENTRIES),
  );
  if (entries.length >= MAX_ENTRIES) return undefined;
  const read = entries.map((entry) => readEntry(entry.trim().replace(MARKS, '')));
  const players = read.filter((entry) => entry !== undefined && typeof entry !== 'string');
  const names = read.filter((entry) => typeof entry === 'string');
  const { count, capacity } = countsOf(Number(one), Number(two), players.length + names.length);
  // Whatever follows the head of an empty server is no player.
  const isEmpty = count === 0 && players.length === 0;
  return { players, names: isEmpty ? [] : names, count, maxPlayers: capacity > 0 ? capacity : undefined };
}

/** Whether the list has everybody whom the console counts, with their uuids. */
export function isWhole({ players, names, count }: ConsoleList): boolean {
  return names.length === 0 && count <= players.length;
}

/**
 * Who is there by a list, with the players of whom only the name is told as far as `uuidOf` knows them. Whoever is missing
 * then makes the occupancy unknown.
 */
export function occupancyOf(list: ConsoleList, uuidOf: (name: string) => Uuid | undefined): Occupancy {
  const named = list.names.flatMap((name): PlayerRef[] => {
    const uuid = uuidOf(name);
    return uuid === undefined ? [] : [{ uuid, name, isByName: true }];
  });
  const players = [...list.players, ...named];
  const count = Math.max(list.count, list.players.length + list.names.length);
  const { maxPlayers } = list;
  if (count <= players.length) return { players, maxPlayers };
  return {
    players,
    maxPlayers,
    unknown: unknownOf(list, count, players.length),
  };
}

function unknownOf({ names, players }: ConsoleList, count: number, known: number): string {
  const counted = `its console counts ${count} ${count === 1 ? 'player' : 'players'}`;
  if (names.length + players.length === 0) return `${counted} and names none that can be read`;
  if (names.length + players.length < count)
    return `${counted} and names only ${names.length + players.length}`;
  return `${counted} by names alone, and the network knows ${known} of them`;
}

/** The occupancy of a console whose answer is no list. */
export function unreadOccupancy(answer: string): Occupancy {
  const shown = answer.replace(/§./g, '').replace(/\s+/g, ' ').trim().slice(0, MAX_SHOWN);
  const said = shown === '' ? 'nothing' : `“${shown}”`;
  return { players: [], maxPlayers: undefined, unknown: `its console answers ${said} to list` };
}

/** Some translations name the capacity first: the number of names tells the two apart, else the count is the smaller. */
function countsOf(one: number, two: number, entries: number): { count: number; capacity: number } {
  if (one === entries) return { count: one, capacity: two };
  if (two === entries) return { count: two, capacity: one };
  return { count: Math.min(one, two), capacity: Math.max(one, two) };
}

function afterGroup(line: string): string {
  return line.slice(Math.max(line.indexOf(':'), line.indexOf('：')) + 1);
}

function readEntry(entry: string): PlayerRef | string | undefined {
  const [, name = '', id = ''] = ENTRY.exec(entry) ?? [];
  const uuid = parseUuid(id);
  if (uuid !== undefined && isPlayerName(name)) return { uuid, name };
  return isPlayerName(entry) ? entry : undefined;
}
