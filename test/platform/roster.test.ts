import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Roster } from '../../src/platform/roster.ts';
import { SyncTestClock } from '../fixtures/test-clock.ts';
import { playerRef } from './recording-listener.ts';

/** One less than there are players. */
const LIMIT = 3;
const PLAYERS = ['Ann', 'Bob', 'Cid', 'Dee'].map((name, at) => playerRef(at + 1, name));

/** A view of the roster from its notifications only. */
class NotifiedView {
  players: Set<string> | undefined;
  readonly clock = new SyncTestClock();
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
    this.clock,
    LIMIT,
  );
}

const player = fc.constantFrom(...PLAYERS);
const event = fc.oneof(
  fc.record({ type: fc.constant('observed' as const), players: fc.uniqueArray(player) }),
  fc.record({ type: fc.constantFrom('joined' as const, 'left' as const), player }),
  fc.record({ type: fc.constant('gone' as const) }),
);

it('the notifications of a roster together say who is on the server', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const view = new NotifiedView();
      let expected: Set<string> | undefined;
      for (const one of events) {
        // So slowly that no player comes or goes too often.
        view.clock.advance(60_000);
        if (one.type === 'gone') {
          view.roster.gone();
          expected = undefined;
        } else if (one.type === 'observed') {
          const excess = view.roster.observed({ players: one.players, maxPlayers: undefined });
          const isTaken = excess === undefined;
          expect(isTaken).toBe(one.players.length <= LIMIT);
          if (isTaken) expected = new Set(one.players.map(({ name }) => name));
        } else if (one.type === 'joined') {
          const { name } = one.player;
          const hasRoom = expected === undefined || expected.has(name) || expected.size < LIMIT;
          expect(view.roster.joined(one.player) === undefined).toBe(hasRoom);
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

it('a roster takes no more players than its limit, by a list or one by one', () => {
  const { roster } = new NotifiedView();
  const tooMany = 'it names more players than a server may have';
  expect(roster.observed({ players: PLAYERS, maxPlayers: undefined })).toBe(tooMany);
  expect(roster.observed({ players: PLAYERS.slice(0, LIMIT), maxPlayers: undefined })).toBeUndefined();
  expect(PLAYERS.map((player) => roster.joined(player))).toEqual([undefined, undefined, undefined, tooMany]);
  expect(roster.size).toBe(LIMIT);
});

it('a capacity holds until another one is reported', () => {
  const { roster } = new NotifiedView();
  roster.observed({ players: [], maxPlayers: 20 });
  roster.observed({ players: [], maxPlayers: undefined });
  expect(roster.maxPlayers).toBe(20);
  roster.observed({ players: [], maxPlayers: 30 });
  expect(roster.maxPlayers).toBe(30);
});

const CROWD = 20_000;
const crowd = (generation: number) =>
  Array.from({ length: CROWD }, (_, at) => playerRef(generation * CROWD + at + 1, `P${at}`));

it('a proxy of 20 000 may be connected, restart, come back, and have 70 joins and 70 leaves a second all the while', () => {
  const clock = new SyncTestClock();
  const nothing = { up() {}, joined() {}, left() {}, down() {} };
  const roster = new Roster(nothing, clock, CROWD + 1_000);
  const everybody = crowd(0);
  const observed = (players: typeof everybody) => roster.observed({ players, maxPlayers: undefined });
  // Everybody leaves, everybody comes, and the connection is lost and made again.
  expect([observed(everybody), observed([]), observed(everybody)]).toEqual([undefined, undefined, undefined]);
  for (let second = 0; second < 300; second += 1) {
    clock.advance(1_000);
    for (const player of everybody.slice(0, 70)) expect(roster.left(player)).toBeUndefined();
    for (const player of everybody.slice(0, 70)) expect(roster.joined(player)).toBeUndefined();
  }
  roster.gone();
  expect(observed(everybody)).toBeUndefined();
});

it('players who come and go count over all connections, and what is too much changes nothing', () => {
  const clock = new SyncTestClock();
  let changes = 0;
  const note = (): void => void (changes += 1);
  const roster = new Roster({ up() {}, joined: note, left: note, down() {} }, clock, CROWD);
  const observed = (generation: number) =>
    roster.observed({ players: crowd(generation), maxPlayers: undefined });
  const excess = 'it sends more than 300 changes of players a second, and 60000 at once';
  expect([observed(0), observed(1), observed(2)]).toEqual([undefined, undefined, excess]);
  expect(roster.all()[0]?.uuid).toBe(crowd(1)[0]?.uuid);
  roster.gone();
  expect(observed(3)).toBe(excess);
  expect(changes).toBe(2 * CROWD);
  clock.advance(66_000);
  expect(observed(3)).toBe(excess);
  clock.advance(1_000);
  expect(observed(3)).toBeUndefined();
});

it('a player who joins and leaves again and again is counted each time', () => {
  const { roster } = new NotifiedView();
  roster.observed({ players: [], maxPlayers: undefined });
  const ann = playerRef(1, 'Ann');
  const reasons = Array.from({ length: 3 * LIMIT }, (_, at) =>
    at % 2 === 0 ? roster.joined(ann) : roster.left(ann),
  );
  expect(reasons).toEqual(Array.from({ length: 3 * LIMIT }, () => undefined));
  const excess = 'it sends more than 300 changes of players a second, and 9 at once';
  expect([roster.left(ann), roster.size]).toEqual([excess, 1]);
});
