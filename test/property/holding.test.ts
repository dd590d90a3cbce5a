import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Holding } from '../../src/actors/sessions/locations/holding.ts';
import { ServerLists } from '../../src/actors/sessions/locations/server-lists.ts';
import { runs } from '../actors/runs.ts';
import { testPlayer } from '../actors/test-players.ts';

const { uuid } = testPlayer(1);
const START = 100_000;
const HONEST = ['lobby', 'arena', 'game'];

/** A player stays on a server, and is on the next so many milliseconds after the last let go, or before. */
const visit = fc.record({
  stay: fc.integer({ min: 3_000, max: 40_000 }),
  gap: fc.integer({ min: -2_500, max: 2_900 }),
});
const visits = fc.array(visit, { minLength: 1, maxLength: 8 });
/** When the liar turns its entry on or off. */
const turns = fc.array(fc.integer({ min: 0, max: START + 150_000 }), { maxLength: 40 });
/** And a liar that does nothing else. */
const flapping = fc
  .tuple(fc.integer({ min: 50, max: 3_500 }), fc.integer({ min: 50, max: 3_500 }))
  .map(([on, off]) =>
    Array.from({ length: 120 }, (_, at) => START - 5_000 + Math.ceil(at / 2) * on + Math.floor(at / 2) * off),
  );

interface Step {
  readonly at: number;
  readonly server: string;
  readonly isListed: boolean;
}

function honestSteps(path: readonly { stay: number; gap: number }[]): Step[] {
  let left = START;
  return path.flatMap(({ stay, gap }, index) => {
    const server = HONEST[index % HONEST.length] ?? 'lobby';
    const arrived = left + gap;
    left = Math.max(left, arrived) + stay;
    return [
      { at: arrived, server, isListed: true },
      { at: left, server, isListed: false },
    ];
  });
}

/** Who held the player after each step, and right before the next. */
function play(steps: readonly Step[]): Set<string | null> {
  const lists = new ServerLists();
  const holders = new Set<string | null>();
  let holding: Holding | undefined;
  for (const { at, server, isListed } of steps.toSorted((a, b) => a.at - b.at)) {
    if (holding === undefined && at >= START) holding = new Holding(lists.claimsOn(uuid), START);
    if (holding !== undefined) holders.add(holding.holder(at - 1));
    if (isListed) lists.add(server, uuid, at);
    else lists.remove(server, uuid);
    if (isListed) holding?.listed(server, at);
    else holding?.dropped(server, at, () => lists.claimsOn(uuid));
    if (holding !== undefined) holders.add(holding.holder(at));
  }
  return holders;
}

describe('who holds a player whose proxy names no server', () => {
  it('is never a server that the player is not on, whatever it lists and whenever', () => {
    fc.assert(
      fc.property(visits, fc.oneof(turns, flapping), (path, lies) => {
        const honest = honestSteps(path);
        const end = Math.max(...honest.map(({ at }) => at));
        const lying = lies
          .toSorted((a, b) => a - b)
          .map((at, index) => ({ at, server: 'evil', isListed: index % 2 === 0 }))
          .filter(({ at }) => at <= end);
        expect(play([...honest, ...lying])).not.toContain('evil');
      }),
      runs(500),
    );
  });

  it('is every server that they stay on, where no server lies', () => {
    fc.assert(
      fc.property(visits, (path) => {
        const holders = play(honestSteps(path.map(({ stay, gap }) => ({ stay: stay + 6_000, gap }))));
        for (const at of path.keys()) expect(holders).toContain(HONEST[at % HONEST.length]);
      }),
      runs(300),
    );
  });
});
