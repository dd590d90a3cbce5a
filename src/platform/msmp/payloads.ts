import { isPlayerName } from '../../domain/player-name.ts';
import { parseUuid } from '../../domain/uuid.ts';
import type { PlayerRef } from '../server-management.ts';
import { isRecord } from '../../domain/fields/record.ts';

/** The part of `server_state` that is used here (docs/game-protocols.md "Management protocol"). */
export interface ServerStatus {
  readonly started: boolean;
  readonly players: readonly PlayerRef[];
}

/** Reads a `player`; undefined when it has no valid id and name. Unknown keys are ignored. */
export function readPlayer(value: unknown): PlayerRef | undefined {
  if (!isRecord(value) || typeof value['id'] !== 'string' || typeof value['name'] !== 'string')
    return undefined;
  const uuid = parseUuid(value['id']);
  return uuid !== undefined && isPlayerName(value['name']) ? { uuid, name: value['name'] } : undefined;
}

/** Reads a `player[]`; entries that are no players are left out. */
export function readPlayers(value: unknown): PlayerRef[] {
  if (!Array.isArray(value)) return [];
  return value.map(readPlayer).filter((player) => player !== undefined);
}

/** Reads a `server_state`; undefined when it is none. A server that has not started may leave its players out. */
export function readStatus(value: unknown): ServerStatus | undefined {
  if (!isRecord(value) || typeof value['started'] !== 'boolean') return undefined;
  return { started: value['started'], players: readPlayers(value['players']) };
}

/** The version of the protocol in the answer to `rpc.discover`, as in "2.0.0"; undefined without one. */
export function readProtocolVersion(value: unknown): string | undefined {
  if (!isRecord(value) || !isRecord(value['info'])) return undefined;
  const { version } = value['info'];
  return typeof version === 'string' && /^\d{1,4}(\.\d{1,4}){0,2}$/.test(version) ? version : undefined;
}
