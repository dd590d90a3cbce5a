import { describe, expect, it } from 'vitest';
import { FakeEdge } from '../actors/identity/fake-edge.ts';
import { DAY, MALLORY, openIdentity as open, VICTIM } from '../actors/identity/identity-fixture.ts';
import { testPlayer } from '../actors/test-players.ts';

const GRIEFER = testPlayer(8, 'Grief');
const HEIR = testPlayer(9, 'Heir');

/** A network that banned whoever came under a name while nobody could be asked. */
async function openWithBan(name = GRIEFER.name) {
  const fixture = await open();
  const { accounts, edge, ban } = fixture;
  accounts.set(name, GRIEFER.uuid);
  accounts.away = true;
  await edge.enter(name, GRIEFER.uuid);
  await ban(GRIEFER.uuid, name);
  const rename = (): void => {
    accounts.set(name, null);
    accounts.set('Renamed', GRIEFER.uuid);
  };
  return { ...fixture, rename };
}

describe('a ban of somebody who only claimed a uuid', () => {
  it('does not refuse the player whose uuid it is, with accounts off or away', async () => {
    for (const state of ['off', 'away'] as const) {
      const { accounts, edge, ban } = await open(state === 'away');
      accounts.away = true;
      await edge.enter('Mallory', VICTIM.uuid);
      await ban(VICTIM.uuid, 'Mallory');
      expect((await edge.login('Victim', VICTIM.uuid)).admission, state).toEqual({ allow: true });
      expect((await edge.login('Mallory', MALLORY.uuid)).admission, state).toMatchObject({ code: 'banned' });
    }
  });

  it('moves to the name once a proxy vouches that the player has another one', async () => {
    for (const withAccounts of [true, false]) {
      const { accounts, clock, edge, ban, proxy, network } = await open(withAccounts);
      accounts.away = true;
      await edge.enter('Mallory', VICTIM.uuid);
      await ban(VICTIM.uuid, 'Mallory');
      const there = proxy().connect();
      there.login(VICTIM);
      await clock.advance(2_000);
      expect(there.login(VICTIM)).toEqual({ allow: true });
      there.join(VICTIM);
      await clock.advance(1_000);
      expect(network.players.onlineCount).toBe(1);
      expect((await edge.login('Mallory', MALLORY.uuid)).admission).toMatchObject({ code: 'banned' });
    }
  });

  it('does not refuse the player whose uuid it is, also after a restart', async () => {
    const { clock, edge, ban, reopen } = await open(false);
    await edge.enter('Mallory', VICTIM.uuid);
    await ban(VICTIM.uuid, 'Mallory');
    await clock.advance(1_000);
    const { network } = await reopen();
    const after = new FakeEdge(network, clock, 'edge');
    expect((await after.login('Victim', VICTIM.uuid)).admission).toEqual({ allow: true });
  });
});

describe('a ban that was set while the account service was away', () => {
  it('is settled once the service is back, so that a rename afterwards frees nobody', async () => {
    const { accounts, clock, edge, rename } = await openWithBan();
    await clock.advance(600_000);
    accounts.away = false;
    await clock.advance(60_000);
    rename();
    expect((await edge.login('Renamed', GRIEFER.uuid)).admission).toMatchObject({ code: 'banned' });
  });

  it('is settled also when the coordinator was started anew meanwhile', async () => {
    const { accounts, clock, rename, reopen } = await openWithBan();
    await clock.advance(600_000);
    clock.dropTimers();
    const { network } = await reopen();
    accounts.away = false;
    const edge = new FakeEdge(network, clock, 'edge');
    await edge.login('Victim', null);
    await clock.advance(60_000);
    rename();
    expect((await edge.login('Renamed', GRIEFER.uuid)).admission).toMatchObject({ code: 'banned' });
  });

  it('does not go to who took the name 37 days later, and stays with the uuid', async () => {
    const { accounts, clock, edge, rename, network } = await openWithBan();
    rename();
    await clock.leap(38 * DAY);
    accounts.set(GRIEFER.name, HEIR.uuid);
    accounts.away = false;
    const heir = await edge.enter(GRIEFER.name, HEIR.uuid);
    await clock.advance(60_000);
    expect(edge.has(heir)).toBe(true);
    expect(await network.bans.get(GRIEFER.uuid)).toMatchObject({ active: true });
  });

  it('leaves the player whose uuid was claimed free, also where the name was handed on since', async () => {
    const { accounts, clock, edge, ban } = await open();
    accounts.away = true;
    await edge.enter('Mallory', VICTIM.uuid);
    await ban(VICTIM.uuid, 'Mallory');
    await clock.leap(38 * DAY);
    accounts.set('Mallory', HEIR.uuid);
    accounts.away = false;
    expect((await edge.login('Mallory', null)).admission).toEqual({ allow: true });
    expect((await edge.login('Victim', null)).admission).toEqual({ allow: true });
    expect((await edge.login('Mallory', null)).admission).toEqual({ allow: true });
  });
});

it('a ban under a name of two letters, which nobody can ask about, stays with the uuid over a rename', async () => {
  const { accounts, edge, rename } = await openWithBan('Ab');
  accounts.away = false;
  rename();
  expect((await edge.login('Renamed', GRIEFER.uuid)).admission).toMatchObject({ code: 'banned' });
  expect((await edge.login('Renamed', null)).admission).toMatchObject({ code: 'banned' });
});
