import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import type { FakeProxy } from '../actors/fake-proxy.ts';
import type { Person } from '../actors/people.ts';
import { runs } from '../actors/runs.ts';
import { CROWD, HOUSES, PresenceWorld, SERVERS } from '../actors/presence-world.ts';

const who = fc.constantFrom(...CROWD.keys());
const where = fc.constantFrom(...HOUSES.keys());
const server = fc.constantFrom(null, ...SERVERS);
const rules = fc.record(
  {
    maintenance: fc.boolean(),
    preventJoin: fc.boolean(),
    maxPlayers: fc.integer({ min: 1, max: 6 }),
    bypass: fc.subarray(CROWD.map(({ name }) => name.toUpperCase())),
  },
  { requiredKeys: [] },
);

const deed = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('login', 'leave', 'haunt'), who, where }) },
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
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never;

async function act(world: PresenceWorld, one: Deed): Promise<void> {
  const person = ('who' in one ? CROWD[one.who] : CROWD[0]) as Person;
  const proxy = ('where' in one ? world.proxies[one.where] : world.proxies[0]) as FakeProxy;
  if ('ms' in one) return world.wait(one.ms);
  if ('rules' in one) return world.setRules(one.rules, one.kick);
  if ('server' in one) {
    if (one.do === 'join') return world.join(proxy, person, one.server);
    return world.switch(proxy, person, one.server ?? 'lobby');
  }
  switch (one.do) {
    case 'login':
      return world.login(proxy, person);
    case 'leave':
      return world.leave(proxy, person);
    case 'haunt':
      return world.haunt(proxy, person);
    case 'drop':
      return world.drop(proxy);
    case 'connect':
      return world.connect(proxy);
    case 'restart':
      return world.restart(proxy);
  }
}

describe('presence, whatever happens in whatever order', () => {
  it('is what the proxies vouch for: lists, counts, events and seats agree with the plain model at every step', () =>
    fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 60, size: 'max' }), async (deeds) => {
        const world = await PresenceWorld.open();
        for (const one of deeds) {
          await act(world, one);
          await world.compare();
        }
      }),
      runs(150),
    ));
});
