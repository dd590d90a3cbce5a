import type { BanAuthor } from '../../src/domain/ban.ts';
import { parseUuid, type Uuid } from '../../src/domain/uuid.ts';

export interface TestPlayer {
  readonly uuid: Uuid;
  readonly name: string;
  readonly ip: string;
}

export const ADMIN: BanAuthor = { via: 'api', name: 'admin', uuid: null };

/** A player for each number. */
export function testPlayer(number: number, name = `Player_${number}`): TestPlayer {
  const uuid = parseUuid(number.toString(16).padStart(32, '0'));
  if (uuid === undefined) throw new Error(`${number} makes no uuid`);
  return { uuid, name, ip: `192.0.2.${number % 256}` };
}

export function testPlayers(count: number): TestPlayer[] {
  return Array.from({ length: count }, (_, number) => testPlayer(number + 1));
}
