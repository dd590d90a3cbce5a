import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { BanWorld, PEOPLE, PROXIES } from '../actors/ban-world.ts';
import type { Fault } from '../fixtures/faults.ts';
import type { FakeProxy } from '../actors/fake-proxy.ts';
import type { Person } from '../actors/people.ts';
import { runs } from '../actors/runs.ts';

const HOUR = 3_600_000;
const who = fc.constantFrom(...PEOPLE.keys());
const where = fc.constantFrom(...PROXIES.keys());

const deed = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('login', 'join', 'leave'), who, where }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switch'), who, where }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ban'), who, time: fc.constantFrom('1h', 'perma') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unban'), who }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('drop', 'connect', 'sync'), where }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('restart proxy', 'turn deaf', 'listen'), where }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fault'),
      method: fc.constantFrom('bans.save', 'bans.lift', 'players.lastAddress'),
      fault: fc.constantFrom<Fault>('before', 'after', { delayMs: 40 }, { delayMs: 2000 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      ms: fc.constantFrom(0, 20, 500, 11_000, HOUR - 1, HOUR),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart') }) },
);
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never;

async function act(world: BanWorld, one: Deed): Promise<void> {
  const person = ('who' in one ? PEOPLE[one.who] : PEOPLE[0]) as Person;
  const proxy = ('where' in one ? world.proxies[one.where] : world.proxies[0]) as FakeProxy;
  if ('time' in one) return world.ban(person, one.time);
  if ('fault' in one) return world.fault(one.method, one.fault);
  if ('ms' in one) return world.clock.advance(one.ms);
  switch (one.do) {
    case 'login':
      return world.login(proxy, person);
    case 'join':
      return world.join(proxy, person);
    case 'leave':
      return proxy.leave(person.uuid);
    case 'switch':
      return proxy.switch(person.uuid, 'lobby');
    case 'unban':
      return world.unban(person);
    case 'drop':
      return proxy.drop();
    case 'connect':
      return world.connect(proxy);
    case 'sync':
      return proxy.sync();
    case 'restart proxy':
      return void proxy.restart();
    case 'turn deaf':
      proxy.manners = 'silent';
      return;
    case 'listen':
      proxy.manners = 'obeys';
      return;
    case 'restart':
      return world.restart();
  }
}

describe('a ban, whatever happens in whatever order', () => {
  it('holds at every door from its answer until it is lifted or over, and is told of once it is committed', () =>
    fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 60, size: 'max' }), async (deeds) => {
        const world = await new BanWorld().open();
        for (const one of deeds) await act(world, one);
        await world.finish();
      }),
      runs(150),
    ));
});
