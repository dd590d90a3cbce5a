import { expect, it } from 'vitest';
import type { ProxyClient } from '../../src/actors/ports.ts';
import { FakeProxy } from '../actors/fake-proxy.ts';
import { openFixture } from '../actors/network-fixture.ts';
import { testPlayers } from '../actors/test-players.ts';
import type { TestClock } from '../fixtures/test-clock.ts';

/** A proxy that takes a minute for every move. */
class SlowProxy extends FakeProxy {
  clock: TestClock | undefined;

  override client(): ProxyClient {
    const client = super.client();
    return {
      ...client,
      send: async (uuid, server) => {
        const moved = await client.send(uuid, 'nowhere');
        await new Promise<void>((resolve) => void this.clock?.setTimeout(resolve, 60_000));
        return moved && server !== '';
      },
    };
  }
}

it('moves no further player once the reboot has failed', async () => {
  const { network, clock, backend } = await openFixture({ reboot: { countdownSeconds: 0 } });
  const home = new SlowProxy(network, clock, 'slow');
  home.clock = clock;
  home.connect();
  backend('hub').connect({ type: 'HUB' });
  backend('game').connect();
  for (const one of testPlayers(70)) home.enter(one, 'game');
  await network.servers.restart('game');
  await clock.advance(30_000);
  expect(network.servers.get('game').restart?.failure).toBe('players could not be moved in time');
  const asked = home.sends.length;
  expect(asked).toBe(50);
  await clock.advance(600_000);
  expect(home.sends.length).toBe(asked);
});
