import { describe, expect, it } from 'vitest';
import { FakeEdge } from '../actors/identity/fake-edge.ts';
import { DAY, HEIR, MALLORY, openIdentity, VICTIM } from '../actors/identity/identity-fixture.ts';

const BAD = 'Bad';

/** Somebody comes under a name as a player whom they claim to be, is banned, and the process ends at once. */
async function crashAfterBan(wasAnothers: boolean) {
  const fixture = await openIdentity();
  const { accounts, clock, edge, ban } = fixture;
  if (wasAnothers) {
    accounts.set(BAD, HEIR.uuid);
    const before = await edge.enter(BAD, HEIR.uuid);
    if (before !== undefined) edge.leave(before);
    await clock.leap(45 * DAY);
  }
  accounts.away = true;
  expect(await edge.enter(BAD, VICTIM.uuid)).toMatchObject({ uuid: VICTIM.uuid });
  await ban(VICTIM.uuid, BAD);
  clock.dropTimers();
  const { network } = await fixture.reopen({ accounts });
  return { accounts, clock, network, edge: new FakeEdge(network, clock, 'edge') };
}

describe('a crash right after a ban was answered', () => {
  it('leaves who was claimed free, and who claimed them banned, also under a name that another one proved long ago', async () => {
    for (const wasAnothers of [false, true]) {
      const { accounts, clock, network, edge } = await crashAfterBan(wasAnothers);
      expect((await edge.login('Victim', VICTIM.uuid)).admission).toEqual({ allow: true });
      expect((await edge.login(BAD, MALLORY.uuid)).admission).toMatchObject({ code: 'banned' });
      accounts.set(BAD, MALLORY.uuid);
      accounts.away = false;
      await clock.advance(130_000);
      expect([...network.bans.active()]).toMatchObject([{ uuid: MALLORY.uuid, name: BAD }]);
      expect((await edge.login('Victim', VICTIM.uuid)).admission).toEqual({ allow: true });
      expect((await edge.login(BAD, MALLORY.uuid)).admission).toMatchObject({ code: 'banned' });
    }
  });
});

describe('a crash right after a banned player was refused under a new name', () => {
  it('does not let them in under it while nobody can be asked', async () => {
    const fixture = await openIdentity();
    const { accounts, clock, edge, ban } = fixture;
    await ban();
    accounts.set('Victim', null);
    accounts.set(BAD, VICTIM.uuid);
    expect((await edge.login(BAD, null)).admission).toMatchObject({ code: 'banned' });
    clock.dropTimers();
    const { network } = await fixture.reopen({ accounts });
    accounts.away = true;
    const after = new FakeEdge(network, clock, 'edge');
    expect((await after.login(BAD, null)).admission).toMatchObject({ code: 'banned' });
  });
});

describe('a banned player who is known by a new name', () => {
  it('is out under it while nobody can be asked, where a proxy refused them by it', async () => {
    for (const way of ['login', 'join', 'list'] as const) {
      const { accounts, clock, edge, ban, proxy } = await openIdentity();
      await ban();
      accounts.set('Victim', null);
      accounts.away = true;
      const there = proxy();
      const renamed = { ...VICTIM, name: BAD };
      if (way === 'list') there.join(renamed);
      there.connect();
      if (way === 'login') expect(there.login(renamed)).toMatchObject({ code: 'banned' });
      if (way === 'join') there.join(renamed);
      await clock.advance(5_000);
      expect((await edge.login(BAD, null)).admission, way).toMatchObject({ code: 'banned' });
    }
  });

  it('is so after a crash right after they were thrown out, because the service answered again', async () => {
    const fixture = await openIdentity();
    const { accounts, clock, edge, ban } = fixture;
    await ban();
    accounts.set('Victim', null);
    accounts.set(BAD, VICTIM.uuid);
    accounts.away = true;
    expect(await edge.enter(BAD, null)).toBeDefined();
    accounts.away = false;
    for (let waited = 0; waited < 130_000 && edge.sessions.length > 0; waited += 10) await clock.advance(10);
    expect(edge.sessions).toEqual([]);
    clock.dropTimers();
    accounts.away = true;
    const { network } = await fixture.reopen({ accounts });
    const after = new FakeEdge(network, clock, 'edge');
    expect((await after.login(BAD, null)).admission).toMatchObject({ code: 'banned' });
  });
});

describe('a ban of somebody of whom nothing is written yet', () => {
  it('is refused while what is known of their name cannot be written', async () => {
    const { accounts, clock, network, edge, ban, storage } = await openIdentity();
    accounts.away = true;
    await edge.enter(BAD, VICTIM.uuid);
    for (const store of ['names.save', 'players.save'] as const) {
      storage.faults.always(store, 'before');
      await expect(ban(VICTIM.uuid, BAD)).rejects.toMatchObject({ code: 'storage_unavailable' });
      expect(network.bans.activeCount).toBe(0);
      storage.faults.heal();
    }
    await clock.advance(1_000);
    await ban(VICTIM.uuid, BAD);
    expect(network.bans.activeCount).toBe(1);
  });

  it('is set where the name is proved to be theirs, because nothing hangs on those rows then', async () => {
    const { network, edge, ban, storage } = await openIdentity();
    storage.faults.always('names.save', 'before');
    storage.faults.always('players.save', 'before');
    await edge.enter('Victim', VICTIM.uuid);
    await ban();
    expect(network.bans.activeCount).toBe(1);
  });
});
