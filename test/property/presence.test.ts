import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import type { FakeProxy } from '../actors/fake-proxy.ts';
import type { TestPlayer } from '../actors/test-players.ts';
import { runs } from '../actors/runs.ts';
import { PLAYERS, PROXIES, PresenceScenario, SERVERS } from '../actors/presence-scenario.ts';

const who = fc.constantFrom(...PLAYERS.keys());
const where = fc.constantFrom(...PROXIES.keys());
const server = fc.constantFrom(null, ...SERVERS);
const rules = fc.record(
  {
    maintenance: fc.boolean(),
    preventJoin: fc.boolean(),
    maxPlayers: fc.integer({ min: 1, max: 6 }),
    bypass: fc.subarray(PLAYERS.map(({ name }) => name.toUpperCase())),
  },
  { requiredKeys: [] },
);

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('login', 'login', 'cancel', 'leave', 'useStaleSessions'),
      who,
      where,
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('join'), who, where, server }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('switch'), who, where, server }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('drop', 'connect'), where }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart'), where }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rules'), rules, kick: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(1, 4000, 9999, 10_000, 31_000) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer D> ? D : never;

async function act(scenario: PresenceScenario, one: Step): Promise<void> {
  const player = ('who' in one ? PLAYERS[one.who] : PLAYERS[0]) as TestPlayer;
  const proxy = ('where' in one ? scenario.proxies[one.where] : scenario.proxies[0]) as FakeProxy;
  if ('ms' in one) return scenario.wait(one.ms);
  if ('rules' in one) return scenario.setRules(one.rules, one.kick);
  if ('server' in one) {
    if (one.do === 'join') return scenario.join(proxy, player, one.server);
    return scenario.switch(proxy, player, one.server ?? 'lobby');
  }
  switch (one.do) {
    case 'login':
      return scenario.login(proxy, player);
    case 'cancel':
      return scenario.cancel(proxy, player);
    case 'leave':
      return scenario.leave(proxy, player);
    case 'useStaleSessions':
      return scenario.useStaleSessions(proxy, player);
    case 'drop':
      return scenario.drop(proxy);
    case 'connect':
      return scenario.connect(proxy);
    case 'restart':
      return scenario.restart(proxy);
  }
}

describe('presence, under random events in random order', () => {
  it('is what the proxies report: lists, counts, events and slots agree with the simple model at every step', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const scenario = await PresenceScenario.open();
        for (const one of steps) {
          await act(scenario, one);
          await scenario.compare();
        }
      }),
      runs(150),
    ));
});
