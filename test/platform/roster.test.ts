import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Roster } from '../../src/platform/roster.ts';
import { playerRef } from './recording-listener.ts';

const PEOPLE = ['Ann', 'Bob', 'Cid', 'Dee'].map((name, at) => playerRef(at + 1, name));

/** What somebody knows who only hears differences. */
class Hearsay {
  here: Set<string> | undefined;
  roster = new Roster(
    {
      up: () => {
        expect(this.here).toBeUndefined();
        this.here = new Set(this.roster.all().map(({ name }) => name));
      },
      joined: ({ name }) => {
        expect(this.here?.has(name)).toBe(false);
        this.here?.add(name);
      },
      left: ({ name }) => {
        expect(this.here?.delete(name)).toBe(true);
      },
      down: () => {
        expect(this.here).toBeDefined();
        this.here = undefined;
      },
    },
    () => 0,
  );
}

const player = fc.constantFrom(...PEOPLE);
const event = fc.oneof(
  fc.record({ type: fc.constant('seen' as const), players: fc.uniqueArray(player) }),
  fc.record({ type: fc.constantFrom('joined' as const, 'left' as const), player }),
  fc.record({ type: fc.constant('gone' as const) }),
);

test('whatever a door tells, who hears the differences knows the whole', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const hearsay = new Hearsay();
      let truth: Set<string> | undefined;
      for (const one of events) {
        if (one.type === 'gone') {
          hearsay.roster.gone();
          truth = undefined;
        } else if (one.type === 'seen') {
          hearsay.roster.seen({ players: one.players, maxPlayers: undefined });
          truth = new Set(one.players.map(({ name }) => name));
        } else {
          hearsay.roster[one.type](one.player);
          if (one.type === 'joined') truth?.add(one.player.name);
          else truth?.delete(one.player.name);
        }
        expect(hearsay.here).toEqual(truth);
        expect(new Set(hearsay.roster.all().map(({ name }) => name))).toEqual(truth ?? new Set());
      }
    }),
  );
});

test('a capacity once told holds until another is', () => {
  const { roster } = new Hearsay();
  roster.seen({ players: [], maxPlayers: 20 });
  roster.seen({ players: [], maxPlayers: undefined });
  expect(roster.maxPlayers).toBe(20);
  roster.seen({ players: [], maxPlayers: 30 });
  expect(roster.maxPlayers).toBe(30);
});
