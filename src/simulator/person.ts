import { createHash } from 'node:crypto';
import { parseUuid, type Uuid } from '../domain/uuid.ts';
import { RandomChoice } from './random-choice.ts';

/** Somebody who may play: the same for the same seed and number, today and tomorrow. */
export interface Person {
  readonly uuid: Uuid;
  readonly name: string;
  readonly ip: string;
}

const FIRST = [
  'Brave',
  'Calm',
  'Dusty',
  'Early',
  'Fuzzy',
  'Grim',
  'Happy',
  'Icy',
  'Jolly',
  'Kind',
  'Lucky',
  'Misty',
];
const SECOND = [
  'Otter',
  'Fox',
  'Raven',
  'Badger',
  'Wolf',
  'Lynx',
  'Crow',
  'Moth',
  'Hare',
  'Toad',
  'Seal',
  'Finch',
];

/** Person number `index` of a seed's people; names differ by number, so no two are alike. At most 99 999 people. */
export function personOf(seed: number, index: number): Person {
  const random = new RandomChoice(Math.imul(seed + 1, 0x9e3779b1) ^ index);
  const name = `${random.pick(FIRST) ?? ''}${random.pick(SECOND) ?? ''}${index}`;
  // 198.18.0.0/15 is set aside for such tests (RFC 2544): nobody real is ever shown.
  const ip = `198.${18 + random.below(2)}.${random.below(256)}.${random.between(1, 255)}`;
  return { uuid: offlineUuid(name), name, ip };
}

/** The id that servers in offline mode give a name: MD5 of `OfflinePlayer:` and the name, as version 3 without a namespace. */
export function offlineUuid(name: string): Uuid {
  const bytes = createHash('md5').update(`OfflinePlayer:${name}`).digest();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x30;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const uuid = parseUuid(bytes.toString('hex'));
  if (uuid === undefined) throw new Error('sixteen bytes are a uuid');
  return uuid;
}
