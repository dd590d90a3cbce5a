import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Roster } from '../../src/platform/roster.ts';
import { playerRef } from './recording-listener.ts';

/** One less than there are players. */
const LIMIT = 3;
const PLAYERS = ['Ann', 'Bob', 'Cid', 'Dee'].map((name, at) => playerRef(at + 1, name));

/** A view of the roster from its notifications only. */
class NotifiedView {
  players: Set<string> | undefined;
  roster = new Roster(
    {
      up: () => {
        expect(this.players).toBeUndefined();
        this.players = new Set(this.roster.all().map(({ name }) => name));
      },
      joined: ({ name }) => {
        expect(this.players?.has(name)).toBe(false);
        this.players?.add(name);
      },
      left: ({ name }) => {
        expect(this.players?.delete(name)).toBe(true);
      },
      down: () => {
        expect(this.players).toBeDefined();
        this.players = undefined;
      },
    },
    () => 0,
    LIMIT,
  );
}

const player = fc.constantFrom(...PLAYERS);
const event = fc.oneof(
  fc.record({ type: fc.constant('observed' as const), players: fc.uniqueArray(player) }),
  fc.record({ type: fc.constantFrom('joined' as const, 'left' as const), player }),
  fc.record({ type: fc.constant('gone' as const) }),
);

test('the notifications of a roster together say who is on the server', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const view = new NotifiedView();
      let expected: Set<string> | undefined;
      for (const one of events) {
        if (one.type === 'gone') {
          view.roster.gone();
          expected = undefined;
        } else if (one.type === 'observed') {
          const isTaken = view.roster.observed({ players: one.players, maxPlayers: undefined });
          expect(isTaken).toBe(one.players.length <= LIMIT);
          if (isTaken) expected = new Set(one.players.map(({ name }) => name));
        } else if (one.type === 'joined') {
          const { name } = one.player;
          const hasRoom = expected === undefined || expected.has(name) || expected.size < LIMIT;
          expect(view.roster.joined(one.player)).toBe(hasRoom);
          if (hasRoom) expected?.add(name);
        } else {
          view.roster.left(one.player);
          expected?.delete(one.player.name);
        }
        expect(view.players).toEqual(expected);
        expect(new Set(view.roster.all().map(({ name }) => name))).toEqual(expected ?? new Set());
      }
    }),
  );
});

test('a roster takes no more players than its limit, by a list or one by one', () => {
  const { roster } = new NotifiedView();
  expect(roster.observed({ players: PLAYERS, maxPlayers: undefined })).toBe(false);
  expect(roster.observed({ players: PLAYERS.slice(0, LIMIT), maxPlayers: undefined })).toBe(true);
  expect(PLAYERS.map((player) => roster.joined(player))).toEqual([true, true, true, false]);
  expect(roster.size).toBe(LIMIT);
});

test('a capacity holds until another one is reported', () => {
  const { roster } = new NotifiedView();
  roster.observed({ players: [], maxPlayers: 20 });
  roster.observed({ players: [], maxPlayers: undefined });
  expect(roster.maxPlayers).toBe(20);
  roster.observed({ players: [], maxPlayers: 30 });
  expect(roster.maxPlayers).toBe(30);
});
