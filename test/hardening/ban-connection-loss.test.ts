import { expect, it } from 'vitest';
import { openFixture } from '../actors/network-fixture.ts';
import { ADMIN, testPlayer } from '../actors/test-players.ts';

const STEVE = testPlayer(1);
const BAN = { uuid: STEVE.uuid, name: STEVE.name, time: 'perma', reason: 'griefing' } as const;

it('kicks a player who was banned while their proxy was disconnected, as soon as it is back', async () => {
  const { network, clock, proxy } = await openFixture();
  const home = proxy().connect();
  home.enter(STEVE);
  home.drop();
  await network.bans.ban(BAN, ADMIN);
  await clock.advance(2000);
  expect(home.players.has(STEVE.uuid)).toBe(true);
  home.connect();
  await clock.advance(0);
  expect(home.players.has(STEVE.uuid)).toBe(false);
  expect(home.kicks.at(-1)?.message).toContain('griefing');
  expect(network.players.onlineCount).toBe(0);
});

it('kicks a banned player whom it believes online and who joins again', async () => {
  const { network, clock, proxy } = await openFixture();
  const home = proxy().connect();
  home.enter(STEVE);
  home.behaviour = 'silent';
  await network.bans.ban(BAN, ADMIN);
  await clock.advance(60_000);
  home.behaviour = 'obeys';
  home.join(STEVE);
  await clock.advance(0);
  expect(home.players.size).toBe(0);
  expect(network.players.onlineCount).toBe(0);
});

it('kicks a banned player from a second proxy although the first did not kick them yet', async () => {
  const { network, clock, proxy } = await openFixture();
  const first = proxy('first').connect();
  const second = proxy('second').connect();
  first.enter(STEVE);
  first.behaviour = 'silent';
  await network.bans.ban(BAN, ADMIN);
  second.join(STEVE);
  await clock.advance(0);
  expect(second.kicks).toMatchObject([{ uuid: STEVE.uuid }]);
  expect(second.players.size).toBe(0);
});
