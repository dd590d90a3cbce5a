import { isPlayerName } from '../../domain/player-name.ts';
import { parseUuid } from '../../domain/uuid.ts';
import type { Occupancy, PlayerRef } from '../server-management.ts';

const HEAD = /There are \d+(?: of a max(?: of)? |\/)(\d+) players online:/;
/** Line breaks alone would make a list of a million entries. */
const MAX_ENTRIES = 20_000;
const ENTRY = /^(.{1,17}) \(([0-9A-Fa-f-]{32,36})\)$/;

/**
 * Reads the answer to `list uuids` in the wording of the game since 1.8; undefined when a plugin answered in another
 * wording, which has no uuids, or the list has too many entries to be one.
 */
export function readPlayerList(answer: string): Occupancy | undefined {
  const plain = answer.replace(/§./g, '');
  const head = HEAD.exec(plain);
  if (head === null) return undefined;
  const entries = plain.slice(head.index + head[0].length).split(/,\s|\n/, MAX_ENTRIES);
  if (entries.length === MAX_ENTRIES) return undefined;
  const players = entries.map((entry) => readEntry(entry.trim())).filter((player) => player !== undefined);
  const maxPlayers = Number(head[1]);
  return { players, maxPlayers: maxPlayers > 0 ? maxPlayers : undefined };
}

function readEntry(entry: string): PlayerRef | undefined {
  const [, name = '', id = ''] = ENTRY.exec(entry) ?? [];
  const uuid = parseUuid(id);
  return uuid !== undefined && isPlayerName(name) ? { uuid, name } : undefined;
}
