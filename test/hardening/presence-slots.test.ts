import { expect, it } from 'vitest';
import { openFixture } from '../actors/network-fixture.ts';
import { testPlayer } from '../actors/test-players.ts';

const [ANN, BEN, CAT] = [testPlayer(1, 'Ann'), testPlayer(2, 'Ben'), testPlayer(3, 'Cat')];

it('does not count a slot whose reservation ended as a slot of that player', async () => {
  const { network, clock, proxy } = await openFixture();
  await network.proxy.update({ maxPlayers: 1, maintenanceBypass: [BEN.name] });
  const home = proxy().connect();
  home.login(ANN);
  await clock.advance(29_000);
  home.enter(BEN);
  await clock.advance(2000);
  expect(home.login(ANN)).toMatchObject({ allow: false, code: 'network_full' });
});

it('reserves no slot for a player who came online with the report of a proxy', async () => {
  const { network, clock, proxy } = await openFixture();
  await network.proxy.update({ maxPlayers: 2 });
  const home = proxy().connect();
  home.login(ANN);
  home.drop();
  home.players.set(ANN.uuid, { player: ANN, server: null, joinedAt: clock.now() });
  home.connect();
  expect(network.vitals().slotsReserved).toBe(0);
  expect(home.login(CAT).allow).toBe(true);
});
