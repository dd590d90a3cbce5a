import { expect, test } from 'vitest';
import type { NameRecord } from '../../src/actors/ports.ts';
import { testPlayer } from '../actors/test-players.ts';
import type { Opened } from './storage-database.ts';

const ANN = testPlayer(1).uuid;
const BEN = testPlayer(2).uuid;
const unproved: NameRecord = {
  key: 'ann',
  uuid: ANN,
  provedBy: null,
  provedAt: 0,
  firstSeen: 5,
  lastSeen: 6,
};

/** Which player has which name. */
export function nameContract(opened: () => Opened): void {
  test('a name has one player, replaced as a whole, with who vouched for it', async () => {
    const { names } = opened().storage;
    const proved: NameRecord = { ...unproved, uuid: BEN, provedBy: 'account', provedAt: 1_760_000_040_000 };
    await names.save([unproved, { ...unproved, key: 'ann_2', lastSeen: 9 }]);
    expect(await names.findMany(['ann', 'nobody'])).toEqual([unproved]);
    expect((await names.namesOf([ANN])).map(({ key }) => key)).toEqual(['ann_2', 'ann']);
    await names.save([proved]);
    expect(await names.findMany(['ann'])).toEqual([proved]);
    expect((await names.namesOf([ANN])).map(({ key }) => key)).toEqual(['ann_2']);
    expect((await names.namesOf([BEN, ANN])).map(({ key }) => key).toSorted()).toEqual(['ann', 'ann_2']);
    expect(await names.namesOf([])).toEqual([]);
  });

  test('a player with very many names hides none of another', async () => {
    const { names } = opened().storage;
    const many = Array.from({ length: 50 }, (_, at) => ({
      ...unproved,
      key: `ann_${at}`,
      lastSeen: 100 + at,
    }));
    await names.save([...many, { ...unproved, key: 'ben', uuid: BEN, lastSeen: 1 }]);
    const keys = (await names.namesOf([ANN, BEN])).map(({ key }) => key);
    expect(keys).toEqual([...Array.from({ length: 20 }, (_, at) => `ann_${49 - at}`), 'ben']);
  });

  test('a proof of a kind that this version does not know is none', async () => {
    const { storage, database } = opened();
    await storage.names.save([{ ...unproved, provedBy: 'agent', provedAt: 7 }]);
    await database.run(`update NetworkNames set proved_by = 'oracle'`);
    expect(await storage.names.findMany(['ann'])).toMatchObject([{ provedBy: null }]);
  });
}
