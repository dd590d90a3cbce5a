import { expect, it } from 'vitest';
import { openBed } from '../actors/network-fixture.ts';
import { person } from '../actors/people.ts';

const STEVE = person(1);

async function refused() {
  const bed = await openBed();
  await bed.network.proxy.update({ maintenance: true });
  const home = bed.proxy().connect();
  home.manners = 'silent';
  home.join(STEVE);
  home.drop();
  await bed.clock.advance(5000);
  home.manners = 'obeys';
  return { ...bed, home };
}

it('makes nobody present by the report of a proxy whom it refused at the join and could not have kicked', async () => {
  const { network, clock, home, events } = await refused();
  home.connect();
  await clock.advance(0);
  expect(network.players.onlineCount).toBe(0);
  expect(events('player_join')).toEqual([]);
  expect(home.guests.size).toBe(0);
});

it('lets them be present with the report when they are welcome by then', async () => {
  const { network, clock, home } = await refused();
  await network.proxy.update({ maintenance: false });
  home.connect();
  await clock.advance(60_000);
  expect(network.players.onlineCount).toBe(1);
  expect(home.guests.size).toBe(1);
});
