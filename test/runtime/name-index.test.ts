import { expect, it } from 'vitest';
import { NameIndex } from '../../src/runtime/name-index.ts';
import { testPlayer } from '../actors/test-players.ts';

const [ANN, BEN] = [testPlayer(1).uuid, testPlayer(2).uuid];

it('keeps every player of a name, whatever its case, until each is taken out', () => {
  const index = new NameIndex();
  index.add('Griefer', ANN);
  index.add('griefer', ANN);
  index.add('GRIEFER', BEN);
  expect([...index.of('griefer')]).toEqual([ANN, BEN]);
  index.delete('griefer', ANN);
  expect([...index.of('Griefer')]).toEqual([BEN]);
  index.delete('griefer', ANN);
  index.delete('griefer', BEN);
  expect([...index.of('griefer')]).toEqual([]);
});
