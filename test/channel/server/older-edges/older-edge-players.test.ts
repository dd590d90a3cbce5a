import { expect, it } from 'vitest';
import { OlderEdgePlayers } from '../../../../src/channel/server/older-edges/older-edge-players.ts';
import { testPlayer } from '../../../actors/test-players.ts';

const { uuid } = testPlayer(1);
const first = { ...testPlayer(2, 'Mallory'), ip: '', server: null };
const second = { ...testPlayer(3, 'Mallory'), ip: '', server: null };

it('a player who is there by two claims has left when both are gone, and is kicked by both', () => {
  const players = new OlderEdgePlayers();
  for (const one of [first, second]) {
    players.noteLogin(one.uuid, one.name, uuid);
    players.add(one);
  }
  expect(players.claimsOf(uuid)).toEqual([first.uuid, second.uuid]);
  expect(players.remove(first.uuid)).toBeUndefined();
  expect(players.claimsOf(uuid)).toEqual([second.uuid]);
  expect(players.remove(second.uuid)).toBe(uuid);
});

it('who is there stays who they are, however many log in after them', () => {
  const players = new OlderEdgePlayers();
  players.noteLogin(first.uuid, first.name, uuid);
  players.add(first);
  for (let at = 0; at < 10_000; at += 1) players.noteLogin(uuid, `Player${at}`, uuid);
  const listed = { ...first, joinedAt: 1 };
  expect(players.replace([listed])).toEqual([{ ...listed, uuid, claim: first.uuid }]);
});

it('a login that is cancelled is that of whom it was found to be', () => {
  const players = new OlderEdgePlayers();
  players.noteLogin(first.uuid, first.name, uuid);
  expect([players.lastLogin(first.uuid), players.lastLogin(second.uuid)]).toEqual([uuid, second.uuid]);
});

it('a kick under another name than that of whom the edge has by the uuid is for nobody there', () => {
  const players = new OlderEdgePlayers();
  players.add(first);
  expect(players.claimsOf(first.uuid, 'Victim')).toEqual([]);
  expect(players.claimsOf(first.uuid, 'mallory')).toEqual([first.uuid]);
});
