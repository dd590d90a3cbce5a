import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { runs } from '../actors/runs.ts';
import { AGENTS, EDGES, EdgeWorld, PLAYERS, SERVERS } from '../actors/sessions/behind-edge/edge-world.ts';
import type { TestPlayer } from '../actors/test-players.ts';

const who = fc.constantFrom(...PLAYERS.keys());
const edge = fc.constantFrom(...EDGES.keys());
const agent = fc.constantFrom(...AGENTS.keys());
const side = fc.nat(EDGES.length + AGENTS.length - 1);

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('come'), who, edge, agent }) },
  { weight: 9, arbitrary: fc.record({ do: fc.constantFrom('count', 'count', 'go'), who }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('switch'), who, server: fc.constantFrom(...SERVERS) }),
  },
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant('deliver'), side, frames: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('drop', 'connect', 'connect'), side }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart'), side }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('ban'), who }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(1, 2_000, 9_999, 10_000, 31_000) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer D> ? D : never;

async function act(world: EdgeWorld, one: Step): Promise<void> {
  const player = ('who' in one ? PLAYERS[one.who] : PLAYERS[0]) as TestPlayer;
  if ('ms' in one) return world.wait(one.ms);
  if ('edge' in one) return world.come(player, one.edge, one.agent);
  if ('server' in one) return world.switch(player, one.server);
  if ('frames' in one) return world.side(one.side).deliver(one.frames);
  switch (one.do) {
    case 'count':
      return world.count(player);
    case 'go':
      return world.go(player);
    case 'ban':
      return world.ban(player);
    case 'drop':
      return world.side(one.side).drop();
    case 'connect':
      return world.side(one.side).connect();
    case 'restart':
      return world.restart(world.side(one.side));
  }
}

describe('the players of edges and of agents behind them, under random events in random order', () => {
  it('are online once each, throw nobody out who is honest, and are in the end where they are', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const world = await EdgeWorld.open();
        for (const one of steps) {
          await act(world, one);
          await world.check();
        }
        await world.settle();
      }),
      runs(150),
    ));
});
