import { expect, it } from 'vitest';
import { openFixture } from '../actors/network-fixture.ts';
import { testPlayer } from '../actors/test-players.ts';

const STEVE = testPlayer(1);

async function refused() {
  const fixture = await openFixture();
  await fixture.network.proxy.update({ maintenance: true });
  const home = fixture.proxy().connect();
  home.behaviour = 'silent';
  home.join(STEVE);
  home.drop();
  await fixture.clock.advance(5000);
  home.behaviour = 'obeys';
  return { ...fixture, home };
}

it('does not make a refused player present by a report, although they could not be kicked', async () => {
  const { network, clock, home, events } = await refused();
  home.connect();
  await clock.advance(0);
  expect(network.players.onlineCount).toBe(0);
  expect(events('player_join')).toEqual([]);
  expect(home.players.size).toBe(0);
});

it('makes them present with the report when they may join by then', async () => {
  const { network, clock, home } = await refused();
  await network.proxy.update({ maintenance: false });
  home.connect();
  await clock.advance(60_000);
  expect(network.players.onlineCount).toBe(1);
  expect(home.players.size).toBe(1);
});
