import { createHash } from 'node:crypto';
import { isMadeOfName, parseUuid, type Uuid } from '../domain/uuid.ts';

/**
 * The uuid that servers in offline mode give this name, which is case-sensitive: a version 3 uuid without a namespace
 * (docs/game-protocols.md "Names and uuids").
 */
export function offlineUuid(name: string): Uuid {
  const digest = createHash('md5').update(`OfflinePlayer:${name}`, 'utf8').digest();
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x30, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const uuid = parseUuid(digest.toString('hex'));
  if (uuid === undefined) throw new Error('sixteen bytes are always a uuid');
  return uuid;
}

/** Whether servers in offline mode made this uuid of another name. No account has such a uuid: whoever claims it lies. */
export function isMadeOfOther(uuid: Uuid, name: string): boolean {
  return isMadeOfName(uuid) && uuid !== offlineUuid(name);
}

/** For a player of whom nothing is known, and whose offline uuid somebody else is known by: no name can be claimed to have it. */
export function secondOfflineUuid(name: string): Uuid {
  // Too long for a name.
  return offlineUuid(`${name} of which somebody else has the offline uuid`);
}
