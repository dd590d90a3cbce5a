import { expect, it } from 'vitest';
import { BanIndex } from '../../src/actors/models/ban-index.ts';
import { MAX_TIMER_MS } from '../../src/runtime/clock.ts';
import { openFixture } from '../actors/network-fixture.ts';
import { ADMIN, testPlayers, testPlayer } from '../actors/test-players.ts';

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;
const STEVE = testPlayer(1);
const { uuid, name } = STEVE;

it('keeps a ban of a year in force to its last millisecond, though no timer can wait that long', async () => {
  const { network, clock, proxy, events } = await openFixture();
  const home = proxy().connect();
  await network.bans.ban({ uuid, name, time: '1Y', reason: '' }, ADMIN);
  for (let left = YEAR - 1; left > 0; left -= Math.min(left, MAX_TIMER_MS)) {
    await clock.leap(Math.min(left, MAX_TIMER_MS));
    expect(home.login(STEVE)).toMatchObject({ allow: false, code: 'banned' });
  }
  expect(events('ban_update')).toHaveLength(1);
  await clock.advance(1);
  expect(home.login(STEVE)).toEqual({ allow: true });
  expect(events('ban_update').at(-1)).toMatchObject({ uuid, action: 'expire', active: false });
});

it('ends a thousand bans of the same moment, each once, within that moment', async () => {
  const { network, clock, storage, events } = await openFixture();
  const crowd = testPlayers(1000);
  await Promise.all(
    crowd.map((one) => network.bans.ban({ uuid: one.uuid, name: one.name, time: '1h', reason: '' }, ADMIN)),
  );
  expect(network.bans.activeCount).toBe(1000);
  await clock.advance(HOUR - 1);
  expect(events('ban_update')).toHaveLength(1000);
  await clock.advance(1);
  const ended = events('ban_update').filter(({ action }) => action === 'expire');
  expect(new Set(ended.map((ban) => ban.uuid)).size).toBe(1000);
  expect(ended).toHaveLength(1000);
  expect(network.bans.activeCount).toBe(0);
  expect([...storage.rows.bans.values()].some(({ active }) => active)).toBe(false);
  expect(network.vitals().actors.player).toBe(0);
});

it('ends a ban on time that a timer would have ended early', async () => {
  const { network, clock, events } = await openFixture();
  await network.bans.ban({ uuid, name, time: '1h', reason: '' }, ADMIN);
  await clock.advance(HOUR - 5);
  await clock.fireEarly(3);
  expect(events('ban_update')).toHaveLength(1);
  expect(network.bans.activeOf(uuid)).toBeDefined();
  await clock.advance(3);
  expect(events('ban_update')).toHaveLength(2);
});

it('keeps the ends of lifted bans within bounds', () => {
  const index = new BanIndex();
  const ban = { uuid, name, reason: '', ip: '', bannedAt: 1, count: 1, active: true };
  for (let turn = 0; turn < 10_000; turn += 1) {
    index.add({ ...ban, expires: YEAR + turn });
    index.remove(uuid);
  }
  expect(index.ends).toBeLessThanOrEqual(1001);
  index.add({ ...ban, expires: 5 });
  expect(index.takeEnded(5, 10)).toHaveLength(1);
});
