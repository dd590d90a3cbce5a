import { expect, it } from 'vitest';
import type { ProxyClient } from '../../src/actors/ports.ts';
import { FakeProxy } from '../actors/fake-proxy.ts';
import { openBed } from '../actors/network-fixture.ts';
import { people } from '../actors/people.ts';
import type { TestClock } from '../fixtures/test-clock.ts';

/** A proxy that takes a minute for every move. */
class SlowProxy extends FakeProxy {
  clock: TestClock | undefined;

  override door(): ProxyClient {
    const door = super.door();
    return {
      ...door,
      send: async (uuid, server) => {
        const moved = await door.send(uuid, 'nowhere');
        await new Promise<void>((resolve) => void this.clock?.setTimeout(resolve, 60_000));
        return moved && server !== '';
      },
    };
  }
}

it('moves nobody more once the reboot they were moved for has failed', async () => {
  const { network, clock, backend } = await openBed({ reboot: { countdownSeconds: 0 } });
  const home = new SlowProxy(network, clock, 'slow');
  home.clock = clock;
  home.connect();
  backend('hub').connect({ type: 'HUB' });
  backend('game').connect();
  for (const one of people(70)) home.enter(one, 'game');
  await network.servers.restart('game');
  await clock.advance(30_000);
  expect(network.servers.get('game').restart?.failure).toBe('players could not be moved in time');
  const asked = home.sends.length;
  expect(asked).toBe(50);
  await clock.advance(600_000);
  expect(home.sends.length).toBe(asked);
});
