import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { BanScenario, PLAYERS, PROXIES } from '../actors/ban-scenario.ts';
import type { Fault } from '../fixtures/faults.ts';
import type { FakeProxy } from '../actors/fake-proxy.ts';
import type { TestPlayer } from '../actors/test-players.ts';
import { runs } from '../actors/runs.ts';

const HOUR = 3_600_000;
const who = fc.constantFrom(...PLAYERS.keys());
const where = fc.constantFrom(...PROXIES.keys());

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('login', 'join', 'leave'), who, where }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switch'), who, where }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ban'), who, time: fc.constantFrom('1h', 'perma') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unban'), who }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('drop', 'connect', 'sync'), where }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('restart proxy', 'stop answering', 'answer again'), where }),
  },
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
type Step = typeof step extends fc.Arbitrary<infer D> ? D : never;

async function act(scenario: BanScenario, one: Step): Promise<void> {
  const player = ('who' in one ? PLAYERS[one.who] : PLAYERS[0]) as TestPlayer;
  const proxy = ('where' in one ? scenario.proxies[one.where] : scenario.proxies[0]) as FakeProxy;
  if ('time' in one) return scenario.ban(player, one.time);
  if ('fault' in one) return scenario.fault(one.method, one.fault);
  if ('ms' in one) return scenario.clock.advance(one.ms);
  switch (one.do) {
    case 'login':
      return scenario.login(proxy, player);
    case 'join':
      return scenario.join(proxy, player);
    case 'leave':
      return proxy.leave(player.uuid);
    case 'switch':
      return proxy.switch(player.uuid, 'lobby');
    case 'unban':
      return scenario.unban(player);
    case 'drop':
      return proxy.drop();
    case 'connect':
      return scenario.connect(proxy);
    case 'sync':
      return proxy.sync();
    case 'restart proxy':
      return void proxy.restart();
    case 'stop answering':
      proxy.behaviour = 'silent';
      return;
    case 'answer again':
      proxy.behaviour = 'obeys';
      return;
    case 'restart':
      return scenario.restart();
  }
}

describe('a ban, under random events in random order', () => {
  it('is in force on every proxy from its answer until it is lifted or over, and is announced once it is committed', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const scenario = await new BanScenario().open();
        for (const one of steps) await act(scenario, one);
        await scenario.finish();
      }),
      runs(150),
    ));
});
