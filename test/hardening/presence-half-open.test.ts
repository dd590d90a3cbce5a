import { expect, it } from 'vitest';
import { openFixture } from '../actors/network-fixture.ts';
import { testPlayer, testPlayers } from '../actors/test-players.ts';

const [ANN, BEN, CAT] = [testPlayer(1, 'Ann'), testPlayer(2, 'Ben'), testPlayer(3, 'Cat')];

it('110 logins from one address that never join leave a network of 100 open for others at once', async () => {
  const { network, proxy } = await openFixture({ slotsPerAddress: 8 });
  await network.proxy.update({ maxPlayers: 100 });
  const home = proxy().connect();
  const flood = testPlayers(110).map((one) => ({ ...one, ip: '203.0.113.7' }));
  for (const one of flood) home.login(one);
  expect(network.vitals().slotsReserved).toBe(8);
  expect(home.login({ ...testPlayer(200), ip: '203.0.113.8' }).allow).toBe(true);
});

it('releases the slot of a login that will not join as soon as the proxy cancels it', async () => {
  const { network, proxy } = await openFixture();
  await network.proxy.update({ maxPlayers: 1 });
  const home = proxy().connect();
  home.login(ANN);
  expect(home.login(BEN)).toMatchObject({ allow: false, code: 'network_full' });
  home.cancel(ANN.uuid);
  expect(network.vitals().slotsReserved).toBe(0);
  expect(home.login(BEN).allow).toBe(true);
});

it('a login that is cancelled at one proxy leaves the slot to the login of the same player at another', async () => {
  const { network, proxy } = await openFixture();
  await network.proxy.update({ maxPlayers: 1 });
  const [east, west] = [proxy('east').connect(), proxy('west').connect()];
  for (const [first, second] of [
    [east, west],
    [west, east],
  ] as const) {
    first.login(ANN);
    second.login(ANN);
    second.cancel(ANN.uuid);
    second.cancel(ANN.uuid);
    expect(second.login(BEN)).toMatchObject({ allow: false, code: 'network_full' });
    first.cancel(ANN.uuid);
    expect(network.vitals().slotsReserved).toBe(0);
  }
});

it('a login that is cancelled leaves the slot to another login of the same player at the same proxy', async () => {
  const { network, proxy } = await openFixture();
  await network.proxy.update({ maxPlayers: 1 });
  const [home, other] = [proxy('home').connect(), proxy('other').connect()];
  for (const before of [[], [other]]) {
    for (const one of [...before, home, home]) one.login(ANN);
    for (const one of [...before, home]) one.cancel(ANN.uuid);
    expect(home.login(BEN)).toMatchObject({ allow: false, code: 'network_full' });
    home.cancel(ANN.uuid);
    expect(home.login(BEN).allow).toBe(true);
    home.cancel(BEN.uuid);
  }
});

it('a cancelled login takes nothing from a player who has joined', async () => {
  const { network, proxy } = await openFixture();
  await network.proxy.update({ maxPlayers: 1 });
  const [east, west] = [proxy('east').connect(), proxy('west').connect()];
  east.enter(ANN);
  west.login(ANN);
  for (const edge of [east, west]) edge.cancel(ANN.uuid);
  expect(network.players.onlineCount).toBe(1);
  expect(west.login(BEN)).toMatchObject({ allow: false, code: 'network_full' });
});

it('counts the slots of an address by IPv6 /64, and those of unknown addresses not at all', async () => {
  const { network, proxy } = await openFixture({ slotsPerAddress: 2 });
  const home = proxy().connect();
  const logins = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:f::3', '2001:db8:1:3::1', '', '', ''];
  const reserved = logins.map((ip, at) => {
    home.login({ ...testPlayer(at + 10), ip });
    return network.vitals().slotsReserved;
  });
  expect(reserved).toEqual([1, 2, 2, 3, 4, 5, 6]);
});

it('refuses nobody for an address that has no slot left', async () => {
  const { proxy } = await openFixture({ slotsPerAddress: 1 });
  const home = proxy().connect();
  const at = '203.0.113.7';
  home.enter({ ...ANN, ip: at });
  expect(home.login({ ...BEN, ip: at }).allow).toBe(true);
  for (const one of [ANN, BEN, CAT]) expect(home.login({ ...one, ip: at }).allow).toBe(true);
});

it('counts a slot for the address that took it first: two addresses could pass one on and take ever more', async () => {
  const { network, proxy } = await openFixture({ slotsPerAddress: 1 });
  const home = proxy().connect();
  home.login({ ...BEN, ip: '203.0.113.7' });
  home.login({ ...BEN, ip: '203.0.113.8' });
  home.login({ ...ANN, ip: '203.0.113.8' });
  expect(network.vitals().slotsReserved).toBe(2);
  home.login({ ...CAT, ip: '203.0.113.7' });
  expect(network.vitals().slotsReserved).toBe(2);
});

it('gives an address its slots back when its logins join, are cancelled, or run out', async () => {
  const { network, clock, proxy, notes } = await openFixture({ slotsPerAddress: 2 });
  const home = proxy().connect();
  const [ann, ben, cat, dan] = [ANN, BEN, CAT, testPlayer(4)].map((one) => ({ ...one, ip: '203.0.113.7' }));
  if (ann === undefined || ben === undefined || cat === undefined || dan === undefined) return;
  expect(home.enter(ann)).toBe(true);
  home.login(ben);
  home.cancel(ben.uuid);
  home.login(ben);
  await clock.advance(15_000);
  home.login(cat);
  await clock.advance(15_000);
  home.login(dan);
  expect(network.vitals().slotsReserved).toBe(2);
  expect(notes()).not.toContain('admission.address-full');
  home.login(ben);
  expect(notes()).toContain('admission.address-full');
});

it('lets a name on the bypass list in beyond the slots of its address, but reserves no more for it', async () => {
  const { network, proxy } = await openFixture({ slotsPerAddress: 2 });
  await network.proxy.update({ maintenanceBypass: ['Ann'] });
  const home = proxy().connect();
  const claims = testPlayers(50).map((one) => ({ ...one, name: 'Ann', ip: '203.0.113.7' }));
  for (const one of claims) expect(home.login(one).allow).toBe(true);
  expect(network.vitals().slotsReserved).toBe(2);
});

it('says in the log, once a minute at most, that the logins of an address take slots from each other', async () => {
  const { clock, proxy, notes } = await openFixture({ slotsPerAddress: 1 });
  const home = proxy().connect();
  const logged = (): number => notes().filter((event) => event === 'admission.address-full').length;
  const flood = (): void => {
    for (const one of testPlayers(20)) home.login({ ...one, ip: '203.0.113.7' });
  };
  flood();
  expect(logged()).toBe(1);
  await clock.advance(60_000);
  flood();
  expect(logged()).toBe(2);
});
