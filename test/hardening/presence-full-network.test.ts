import { expect, it } from 'vitest';
import { openFixture } from '../actors/network-fixture.ts';
import { type TestPlayer, testPlayer, testPlayers } from '../actors/test-players.ts';

const SIZE = 100;

async function open(maxPlayers = SIZE) {
  const fixture = await openFixture({ slotsPerAddress: 8 });
  await fixture.network.proxy.update({ maxPlayers });
  const home = fixture.proxy().connect();
  const slots = (): number => fixture.network.vitals().slotsReserved;
  return { ...fixture, home, slots };
}

/** Logins of a stranger, at these addresses in turn, that never join. */
function strangers(addresses: readonly string[]): TestPlayer[] {
  return testPlayers(8 * SIZE).map((one, at) => ({ ...one, ip: addresses[at % addresses.length] ?? '' }));
}

const HONEST = testPlayer(5000, 'Honest');
const ipv6 = (count: number, addressOf: (at: string) => string): string[] =>
  Array.from({ length: count }, (_, at) => addressOf((at + 1).toString(16)));

/** 13 addresses, an IPv4 /24, 13 IPv6 /64s of one /56, all of a /56, 800 of a /48, and 99 /48s. */
const POSSESSIONS = [
  Array.from({ length: 13 }, (_, at) => `203.0.${at}.7`),
  Array.from({ length: 256 }, (_, at) => `203.0.113.${at}`),
  ipv6(13, (at) => `2001:db8:1:2${at.padStart(2, '0')}::1`),
  ipv6(255, (at) => `2001:db8:1:2${at.padStart(2, '0')}::1`),
  ipv6(800, (at) => `2001:db8:1:${at}::1`),
  ipv6(99, (at) => `2001:db8:${at}::1`),
];

it('a stranger with many addresses, who never joins, keeps no honest player out', async () => {
  for (const addresses of POSSESSIONS) {
    const { home, slots } = await open();
    for (const honest of ['198.51.100.7', '2a00:1450:4001:81a::200e', '']) {
      for (const one of strangers(addresses)) home.login(one);
      expect(slots()).toBe(SIZE);
      expect(home.login({ ...HONEST, ip: honest }).allow).toBe(true);
      expect(slots()).toBe(SIZE);
      home.cancel(HONEST.uuid);
    }
  }
});

it('a player whose slot a stranger at their own address took joins all the same', async () => {
  const { network, home, clock, slots } = await open(8);
  const [flood, again] = [strangers(['203.0.113.7']).slice(0, 100), strangers(['203.0.113.7']).slice(100)];
  for (const one of flood) home.login(one);
  expect(home.login({ ...HONEST, ip: '203.0.113.7' }).allow).toBe(true);
  for (const one of again) home.login(one);
  home.join(HONEST);
  await clock.advance(0);
  expect([network.players.onlineCount, slots()]).toEqual([1, 7]);
  expect(home.players.has(HONEST.uuid)).toBe(true);
});

it('who joins without a slot takes no place of a player online, and no further one', async () => {
  const { network, home, clock } = await open(2);
  const [ann, ben, cat] = testPlayers(3);
  if (ann === undefined || ben === undefined || cat === undefined) return;
  for (const one of [ann, ben]) home.login(one);
  home.join(cat);
  home.join(ben);
  home.join(ann);
  await clock.advance(0);
  expect([...home.players.keys()]).toEqual([cat.uuid, ben.uuid]);
  expect(network.players.onlineCount).toBe(2);
});

it('takes no slot for a login while players online fill the network', async () => {
  const { network, home, slots } = await open(2);
  await network.proxy.update({ maintenanceBypass: ['Player_3', 'Player_4'] });
  for (const one of strangers(['203.0.113.7']).slice(0, 2)) home.enter(one);
  for (const one of strangers(['203.0.113.7']).slice(2, 4)) home.login(one);
  expect(slots()).toBe(2);
  expect(home.login(HONEST)).toMatchObject({ allow: false, code: 'network_full' });
  expect(slots()).toBe(2);
});

it('two logins of different addresses never share the last slot', async () => {
  const { home } = await open(1);
  expect(home.login({ ...testPlayer(1), ip: '203.0.113.7' }).allow).toBe(true);
  for (const ip of ['203.0.113.7', '198.51.100.7', '']) {
    expect(home.login({ ...HONEST, ip })).toMatchObject({ allow: false, code: 'network_full' });
  }
});

it('says in the log, once a minute at most, that logins lose their slots in a full network', async () => {
  const { home, clock, notes } = await open();
  const logged = (): number => notes().filter((event) => event === 'admission.slot-displaced').length;
  for (const minute of [1, 2]) {
    for (const one of strangers(Array.from({ length: 20 }, (_, at) => `203.0.113.${at}`))) home.login(one);
    for (let at = 0; at < 20; at += 1) home.login({ ...testPlayer(9000 + at), ip: `198.51.${at}.1` });
    expect(logged()).toBe(minute);
    await clock.advance(60_000);
  }
});

it('setting the clock ends no slot and keeps none', async () => {
  const { home, clock, slots } = await open();
  for (const by of [3_600_000, -3_600_000]) {
    clock.jump(by);
    home.login(HONEST);
    clock.jump(by);
    expect(slots()).toBe(1);
    await clock.advance(30_000);
    expect(slots()).toBe(0);
  }
});
