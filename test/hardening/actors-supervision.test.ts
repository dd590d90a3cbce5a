import { expect, it } from 'vitest';
import { openFixture } from '../actors/network-fixture.ts';
import { ADMIN, testPlayer } from '../actors/test-players.ts';

const STEVE = testPlayer(1);
const { uuid, name } = STEVE;
const BAN = { uuid, name, time: '1h', reason: 'griefing' } as const;

/** A player online on a proxy, and a database that does the work of one method and answers garbage. */
async function withGarbage(method: 'save' | 'lift', garbage: null | undefined) {
  const fixture = await openFixture();
  const home = fixture.proxy().connect();
  home.enter(STEVE);
  const { bans } = fixture.storage;
  const real = { save: bans.save.bind(bans), lift: bans.lift.bind(bans) };
  const spoil = () =>
    Object.assign(bans, {
      [method]: async (...given: never[]) => {
        await Reflect.apply(real[method], bans, given);
        Object.assign(bans, real);
        return garbage;
      },
    });
  return { ...fixture, home, spoil };
}

it.each([
  ['the actor of the player died of it', undefined],
  ['the receiver of the ban failed over it', null],
])('keeps a ban in force that was committed when %s, and rejects the command', async (_, garbage) => {
  const { network, clock, home, notes, events, spoil } = await withGarbage('save', garbage);
  spoil();
  await expect(network.bans.ban(BAN, ADMIN)).rejects.toMatchObject({ code: 'internal_error' });
  expect(notes()).toContain('player.actor-died');
  expect(network.vitals().rebuilt).toBe(1);
  expect(home.login(STEVE)).toMatchObject({ allow: false, code: 'banned' });
  expect(events('ban_update')).toMatchObject([{ uuid, action: 'ban' }]);
  await clock.advance(0);
  expect(home.players.size).toBe(0);
  await network.bans.unban(uuid, ADMIN);
  expect(home.enter(STEVE)).toBe(true);
});

it('does the next command of a player only after the ban of their dead actor was read', async () => {
  const { network, clock, storage, events, spoil } = await withGarbage('save', undefined);
  spoil();
  storage.faults.next('bans.find', { delayMs: 100 });
  const banned = network.bans.ban(BAN, ADMIN).catch((error: unknown) => error);
  const unbanned = network.bans.unban(uuid, ADMIN).catch((error: unknown) => error);
  await clock.advance(200);
  expect(await banned).toMatchObject({ code: 'internal_error' });
  expect(await unbanned).toMatchObject({ uuid, active: false });
  expect(events('ban_update').map(({ action }) => action)).toEqual(['ban', 'unban']);
});

it('keeps the presence of a player whose actor died, and goes on with it', async () => {
  const { network, clock, home, events, spoil } = await withGarbage('save', undefined);
  home.behaviour = 'silent';
  spoil();
  await expect(network.bans.ban(BAN, ADMIN)).rejects.toMatchObject({ code: 'internal_error' });
  expect(network.players.onlineCount).toBe(1);
  home.switch(uuid, 'lobby');
  expect((await network.players.detail(uuid)).server).toBe('lobby');
  await expect(network.bans.ban(BAN, ADMIN)).rejects.toMatchObject({ code: 'player_already_banned' });
  await network.bans.unban(uuid, ADMIN);
  home.leave(uuid);
  await clock.advance(0);
  expect(events('player_leave')).toHaveLength(1);
  expect(network.vitals().actors.player).toBe(0);
});

it('ends a ban that was lifted when the actor of the player died', async () => {
  const { network, home, events, spoil } = await withGarbage('lift', null);
  await network.bans.ban(BAN, ADMIN);
  spoil();
  await expect(network.bans.unban(uuid, ADMIN)).rejects.toMatchObject({ code: 'internal_error' });
  expect(events('ban_update').map(({ action }) => action)).toEqual(['ban', 'unban']);
  expect(home.enter(STEVE)).toBe(true);
});

it('ends a ban whose row was deleted from the table by hand', async () => {
  const { network, storage, proxy } = await openFixture();
  const home = proxy().connect();
  await network.bans.ban(BAN, ADMIN);
  storage.rows.bans.delete(uuid);
  expect(await network.bans.unban(uuid, ADMIN)).toMatchObject({ uuid, active: false });
  expect(home.enter(STEVE)).toBe(true);
});

it('takes over a ban whose write succeeded after its command had timed out', async () => {
  const { network, clock, storage, proxy, events } = await openFixture();
  const home = proxy().connect();
  storage.faults.next('bans.save', 'hang');
  const answer = network.bans.ban(BAN, ADMIN).catch((error: unknown) => error);
  await clock.advance(15_000);
  expect(await answer).toMatchObject({ code: 'storage_unavailable' });
  expect(home.enter(STEVE)).toBe(true);
  await expect(network.bans.ban(BAN, ADMIN)).rejects.toMatchObject({ code: 'storage_unavailable' });
  await expect(network.bans.unban(uuid, ADMIN)).rejects.toMatchObject({ code: 'storage_unavailable' });
  storage.faults.release();
  await clock.advance(0);
  expect(home.players.size).toBe(0);
  expect(events('ban_update')).toHaveLength(1);
  await clock.advance(0);
  expect(network.vitals().actors.player).toBe(0);
  await network.bans.unban(uuid, ADMIN);
});

it('answers a command in time although what it has to read first never comes', async () => {
  const { network, clock, storage } = await openFixture();
  storage.faults.next('players.lastAddress', 'hang');
  const answer = network.bans.ban(BAN, ADMIN).catch((error: unknown) => error);
  const next = network.bans.ban(BAN, ADMIN);
  await clock.advance(15_000);
  expect(await answer).toMatchObject({ code: 'storage_unavailable' });
  expect(await next).toMatchObject({ active: true });
});

it('admits a player whose ban is over although its end was not announced yet', async () => {
  const { network, clock, storage, proxy, events } = await openFixture();
  const home = proxy().connect();
  await network.bans.ban(BAN, ADMIN);
  // A command that waits for the database keeps the actor, which still has the ban.
  storage.faults.next('bans.lift', 'hang');
  const lifted = network.bans.unban(uuid, ADMIN).catch((error: unknown) => error);
  await clock.advance(0);
  clock.jump(3_600_000);
  home.players.set(uuid, { player: STEVE, server: null, joinedAt: clock.now() });
  home.sync();
  await clock.advance(0);
  expect(network.players.onlineCount).toBe(1);
  expect(home.kicks).toEqual([]);
  storage.faults.release();
  await lifted;
  await clock.advance(4_000_000);
  expect(events('ban_update').filter(({ action }) => action === 'expire')).toHaveLength(1);
});

it('rebuilds the actor of the proxy, and rejects the change that it died of at once', async () => {
  const { network, notes } = await openFixture();
  const hostile = {
    get maintenance(): boolean {
      throw new Error('an error within the machine');
    },
  };
  await expect(network.proxy.update(hostile)).rejects.toMatchObject({ code: 'internal_error' });
  expect(notes()).toContain('proxy.actor-died');
  expect(network.vitals().rebuilt).toBe(1);
  expect(await network.proxy.update({ maintenance: true })).toMatchObject({ maintenance: true });
});
