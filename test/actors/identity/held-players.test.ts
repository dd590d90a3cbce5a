import { expect, it } from 'vitest';
import { type HeldPlayer, HeldPlayers } from '../../../src/actors/identity/held-players.ts';
import { testPlayer } from '../test-players.ts';

const MANY = 200_000;

function heldOf(number: number): HeldPlayer {
  const { uuid, ip } = testPlayer(1);
  const player = { uuid, name: `P${number}`, ip, server: null, joinedAt: 1 };
  return { player, wasThere: false, release: () => undefined };
}

it('two hundred thousand players of one uuid are held, and taken in the order in which they came', () => {
  const held = new HeldPlayers();
  const all = Array.from({ length: MANY }, (_, number) => heldOf(number));
  for (const one of all) held.add(one);
  expect(held.first(3)).toEqual(all.slice(0, 3));
  for (const one of all.slice(0, 2)) expect(held.take(one)).toBe(true);
  expect(held.take(all[0] ?? heldOf(0))).toBe(false);
  expect([held.first(1), held.size]).toEqual([[all[2]], MANY - 2]);
  held.forget(testPlayer(1).uuid);
  expect([held.first(1), held.size]).toEqual([[], 0]);
});
