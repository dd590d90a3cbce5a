import { expect, it } from 'vitest';
import { noteRefusal } from '../../../src/actors/sessions/proxy-lease.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { testPlayer, testPlayers } from '../test-players.ts';

it('of players who are refused and never leave, a proxy has as many as one list, the newest', () => {
  const lease = { refused: new Set<Uuid>() };
  const players = testPlayers(200_000);
  for (const { uuid } of players) noteRefusal(lease, uuid);
  expect(lease.refused.size).toBe(players.length);
  const late = testPlayer(300_000).uuid;
  noteRefusal(lease, late);
  expect(lease.refused.size).toBe(players.length);
  expect([lease.refused.has(late), lease.refused.has(testPlayer(1).uuid)]).toEqual([true, false]);
});
