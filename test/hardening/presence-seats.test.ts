import { expect, it } from 'vitest';
import { openBed } from '../actors/network-fixture.ts';
import { person } from '../actors/people.ts';

const [ANN, BEN, CAT] = [person(1, 'Ann'), person(2, 'Ben'), person(3, 'Cat')];

it('does not count a seat that fell free as a seat of its former holder', async () => {
  const { network, clock, proxy } = await openBed();
  await network.proxy.update({ maxPlayers: 1, maintenanceBypass: [BEN.name] });
  const home = proxy().connect();
  home.login(ANN);
  await clock.advance(29_000);
  home.enter(BEN);
  await clock.advance(2000);
  expect(home.login(ANN)).toMatchObject({ allow: false, code: 'network_full' });
});

it('holds no seat for a player who came in with the report of a proxy', async () => {
  const { network, clock, proxy } = await openBed();
  await network.proxy.update({ maxPlayers: 2 });
  const home = proxy().connect();
  home.login(ANN);
  home.drop();
  home.guests.set(ANN.uuid, { person: ANN, server: null, joinedAt: clock.now() });
  home.connect();
  expect(network.vitals().slotsReserved).toBe(0);
  expect(home.login(CAT).allow).toBe(true);
});
