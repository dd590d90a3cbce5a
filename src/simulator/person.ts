import type { Uuid } from '../domain/uuid.ts';
import { offlineUuid } from '../runtime/offline-uuid.ts';
import { RandomChoice } from './random-choice.ts';

/** Somebody who may play; the same in every run for the same seed and number. */
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
/** Three letters, so that a name of sixteen has room for eight digits. */
const SECOND = ['Ant', 'Bat', 'Bee', 'Cat', 'Elk', 'Emu', 'Fox', 'Hen', 'Owl', 'Ram', 'Yak', 'Cod'];

/** How many people of a seed there are: they are numbered from 0. */
export const PEOPLE = 100_000_000;

/** Person number `index` of a seed, below `PEOPLE`. The number is part of the name, so every name is different. */
export function personOf(seed: number, index: number): Person {
  const random = new RandomChoice(Math.imul(seed + 1, 0x9e3779b1) ^ index);
  const name = `${random.pick(FIRST) ?? ''}${random.pick(SECOND) ?? ''}${index}`;
  // 198.18.0.0/15 is reserved for tests (RFC 2544): no real client has one.
  const ip = `198.${18 + random.below(2)}.${random.below(256)}.${random.between(1, 255)}`;
  return { uuid: offlineUuid(name), name, ip };
}
