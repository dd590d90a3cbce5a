import { foldName } from '../domain/player-name.ts';
import { parseUuid } from '../domain/uuid.ts';
import type { HostPlayer } from './menus/menu-host.ts';

/** Whether a player is on a list of names and uuids. The case of names does not matter, as everywhere in the network. */
export function isListed(list: readonly string[], { uuid, name }: HostPlayer): boolean {
  const folded = foldName(name);
  return list.some((entry) => parseUuid(entry) === uuid || foldName(entry) === folded);
}
