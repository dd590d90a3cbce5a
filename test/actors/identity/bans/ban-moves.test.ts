import { describe, expect, it } from 'vitest';
import type { Uuid } from '../../../../src/domain/uuid.ts';
import { offlineUuid } from '../../../../src/runtime/offline-uuid.ts';
import { ADMIN, testPlayer } from '../../test-players.ts';
import { FakeEdge } from '../fake-edge.ts';
import { MALLORY, openIdentity, VICTIM } from '../identity-fixture.ts';

const GRIEFER = testPlayer(8, 'NewName');
const NAMELESS = offlineUuid(GRIEFER.name);

/** Somebody is banned for good on a claim; then the name can be proved, and they may have a ban of an hour already. */
async function openWithBans(isBannedBefore: boolean) {
  const fixture = await openIdentity();
  const { accounts, clock, edge, ban, network } = fixture;
  accounts.set('OldName', GRIEFER.uuid);
  await edge.enter('OldName', GRIEFER.uuid);
  if (isBannedBefore) await ban(GRIEFER.uuid, 'OldName', '1h');
  await clock.advance(1_000);
  accounts.set('OldName', null);
  accounts.away = true;
  const session = await edge.enter(GRIEFER.name, null);
  expect(session?.uuid).toBe(NAMELESS);
  await ban(NAMELESS, GRIEFER.name, 'perma');
  await clock.advance(1_000);
  accounts.set(GRIEFER.name, GRIEFER.uuid);
  accounts.away = false;
  const expiryOf = (uuid: Uuid) => network.bans.activeOf(uuid)?.expires;
  return { ...fixture, expiryOf };
}

describe('a ban that moves', () => {
  it('leaves nobody without one when it cannot be written, and is written once that is possible', async () => {
    const { clock, edge, storage, network, expiryOf } = await openWithBans(true);
    storage.faults.always('bans.save', 'before');
    await edge.login(GRIEFER.name, GRIEFER.uuid);
    await clock.advance(5_000);
    expect(expiryOf(GRIEFER.uuid)).toBeGreaterThan(clock.now());
    expect(expiryOf(NAMELESS)).toBe(0);
    storage.faults.heal();
    await clock.advance(60_000);
    expect(expiryOf(GRIEFER.uuid)).toBe(0);
    expect(expiryOf(NAMELESS)).toBeUndefined();
    expect(await network.bans.get(GRIEFER.uuid)).toMatchObject({ name: GRIEFER.name });
  });

  it('is lifted from whom it moved as soon as that can be written', async () => {
    const { clock, edge, storage, expiryOf } = await openWithBans(false);
    storage.faults.always('bans.lift', 'before');
    await edge.login(GRIEFER.name, GRIEFER.uuid);
    await clock.advance(5_000);
    expect([expiryOf(GRIEFER.uuid), expiryOf(NAMELESS)]).toEqual([0, 0]);
    storage.faults.heal();
    await clock.advance(60_000);
    expect([expiryOf(GRIEFER.uuid), expiryOf(NAMELESS)]).toEqual([0, undefined]);
  });

  it('is one ban, of whom the name is, where the process ends between its two steps', async () => {
    const { edge, storage, reopen } = await openWithBans(false);
    storage.faults.always('bans.lift', 'before');
    await edge.login(GRIEFER.name, GRIEFER.uuid);
    storage.faults.heal();
    const { network } = await reopen();
    expect([...network.bans.active()]).toMatchObject([{ uuid: GRIEFER.uuid, name: GRIEFER.name }]);
  });

  it('moves after a restart where it could not be written before', async () => {
    const fixture = await openIdentity();
    const { accounts, clock, edge, storage, ban, network, reopen } = fixture;
    accounts.away = true;
    await edge.enter('Mallory', VICTIM.uuid);
    await ban(VICTIM.uuid, 'Mallory');
    await clock.advance(1_000);
    accounts.away = false;
    storage.faults.always('bans.save', 'before');
    await edge.login('Mallory', MALLORY.uuid);
    await clock.advance(5_000);
    await network.close();
    storage.faults.heal();
    const again = await reopen();
    const second = new FakeEdge(again.network, clock, 'edge');
    expect((await second.login('Mallory', MALLORY.uuid)).admission).toMatchObject({ code: 'banned' });
    await clock.advance(1_000);
    expect([...again.network.bans.active()]).toMatchObject([{ uuid: MALLORY.uuid, name: 'Mallory' }]);
    expect((await second.login('Victim', VICTIM.uuid)).admission).toEqual({ allow: true });
    await clock.advance(5_000);
    expect(storage.rows.names.get('mallory')).toMatchObject({ uuid: MALLORY.uuid, provedBy: 'account' });
  });

  it('replaces a shorter one that an admin sets at the same moment', async () => {
    const { clock, edge, storage, ban, expiryOf } = await openWithBans(false);
    storage.faults.always('bans.save', { delayMs: 300 });
    const set = ban(GRIEFER.uuid, GRIEFER.name, '1h');
    const login = edge.login(GRIEFER.name, GRIEFER.uuid);
    await clock.advance(5_000);
    await set;
    await login;
    expect(expiryOf(GRIEFER.uuid)).toBe(0);
    expect(expiryOf(NAMELESS)).toBeUndefined();
  });

  it('is not set on anybody once an admin has lifted it', async () => {
    const { clock, edge, storage, network, expiryOf } = await openWithBans(false);
    storage.faults.always('bans.save', 'before');
    await edge.login(GRIEFER.name, GRIEFER.uuid);
    await clock.advance(1_000);
    await network.bans.unban(NAMELESS, { via: 'api', name: 'admin', uuid: null });
    storage.faults.heal();
    await clock.advance(120_000);
    expect(expiryOf(GRIEFER.uuid)).toBeUndefined();
  });

  it.each([1_000, 3_000, 40_000])(
    'is on nobody where an admin lifts it within the %i ms of its write',
    async (delayMs) => {
      const { clock, edge, storage, network, expiryOf } = await openWithBans(false);
      storage.faults.always('bans.save', { delayMs });
      const login = edge.login(GRIEFER.name, GRIEFER.uuid);
      await clock.advance(500);
      const lifting = network.bans.unban(NAMELESS, ADMIN);
      await clock.advance(100);
      expect(await lifting).toMatchObject({ active: false });
      await clock.advance(20_000);
      await login;
      storage.faults.heal();
      await clock.advance(120_000);
      expect([...network.bans.active()]).toEqual([]);
      expect([expiryOf(GRIEFER.uuid), expiryOf(NAMELESS)]).toEqual([undefined, undefined]);
      expect((await edge.login(GRIEFER.name, GRIEFER.uuid)).admission).toEqual({ allow: true });
    },
  );

  it('does not come back under another uuid where the process ends while an unban and the move are written', async () => {
    const { clock, edge, storage, network, reopen } = await openWithBans(false);
    storage.faults.always('bans.save', { delayMs: 1_000 });
    void edge.login(GRIEFER.name, GRIEFER.uuid);
    await clock.advance(500);
    const lifting = network.bans.unban(NAMELESS, ADMIN);
    await clock.advance(100);
    expect(await lifting).toMatchObject({ active: false });
    // What is under way in the database is written, and what would follow is not.
    storage.faults.always('bans.lift', 'hang');
    await clock.advance(900);
    clock.dropTimers();
    storage.faults.heal();
    const again = await reopen();
    expect([...again.network.bans.active()]).toEqual([]);
  });

  it('is over where the table has it no more', async () => {
    const { clock, edge, storage, network, expiryOf } = await openWithBans(false);
    const row = storage.rows.bans.get(NAMELESS);
    if (row !== undefined) storage.rows.bans.set(NAMELESS, { ...row, active: false });
    await edge.login(GRIEFER.name, GRIEFER.uuid);
    await clock.advance(5_000);
    expect([...network.bans.active()]).toEqual([]);
    expect([expiryOf(GRIEFER.uuid), expiryOf(NAMELESS)]).toEqual([undefined, undefined]);
    expect((await edge.login(GRIEFER.name, GRIEFER.uuid)).admission).toEqual({ allow: true });
  });

  it('is written once where the answer of the database was lost', async () => {
    const { clock, edge, storage, expiryOf } = await openWithBans(false);
    storage.faults.next('bans.save', 'after');
    await edge.login(GRIEFER.name, GRIEFER.uuid);
    await clock.advance(60_000);
    expect([expiryOf(GRIEFER.uuid), expiryOf(NAMELESS)]).toEqual([0, undefined]);
    expect(storage.rows.bans.get(GRIEFER.uuid)).toMatchObject({ count: 1, active: true });
  });

  it('is on nobody where an admin lifts it and what was written cannot be taken back at once', async () => {
    const { clock, edge, storage, network } = await openWithBans(false);
    storage.faults.always('bans.save', { delayMs: 1_000 });
    const login = edge.login(GRIEFER.name, GRIEFER.uuid);
    await clock.advance(500);
    const lifting = network.bans.unban(NAMELESS, ADMIN);
    await clock.advance(100);
    await lifting;
    storage.faults.heal();
    storage.faults.always('bans.lift', 'before');
    await clock.advance(10_000);
    await login;
    storage.faults.heal();
    await clock.advance(120_000);
    expect([...network.bans.active()]).toEqual([]);
  });

  it('leaves the shorter one whose place it took, where an admin lifts it while it is written', async () => {
    const { clock, edge, storage, network, expiryOf } = await openWithBans(true);
    const ends = expiryOf(GRIEFER.uuid);
    storage.faults.always('bans.save', { delayMs: 1_000 });
    const login = edge.login(GRIEFER.name, GRIEFER.uuid);
    await clock.advance(500);
    const lifting = network.bans.unban(NAMELESS, ADMIN);
    await clock.advance(100);
    await lifting;
    await clock.advance(20_000);
    await login;
    expect([...network.bans.active()]).toMatchObject([{ uuid: GRIEFER.uuid, expires: ends }]);
  });

  it('is not set again on whom an admin has freed of it meanwhile, although the one it moved from cannot be lifted', async () => {
    const { clock, edge, storage, network, expiryOf } = await openWithBans(false);
    storage.faults.always('bans.lift', 'before');
    await edge.login(GRIEFER.name, GRIEFER.uuid);
    await clock.advance(1_000);
    storage.faults.heal();
    const lifting = network.bans.unban(GRIEFER.uuid, ADMIN);
    await clock.advance(0);
    await lifting;
    await clock.advance(120_000);
    expect([expiryOf(GRIEFER.uuid), expiryOf(NAMELESS)]).toEqual([undefined, undefined]);
  });

  it.each(['waits', 'begins anew'] as const)(
    'is not set on whom an admin has freed of the longer one that stood there, where its move %s',
    async (how) => {
      const { accounts, clock, edge, storage, network, ban } = await openIdentity();
      accounts.away = true;
      await edge.enter('Mallory', VICTIM.uuid);
      await ban(VICTIM.uuid, 'Mallory', '1h');
      await ban(MALLORY.uuid, 'Mistyped');
      accounts.away = false;
      storage.faults.always('bans.lift', 'before');
      await edge.login('Mallory', MALLORY.uuid);
      await clock.advance(100);
      storage.faults.heal();
      await network.bans.unban(MALLORY.uuid, ADMIN);
      if (how === 'begins anew') await edge.login('Victim', VICTIM.uuid);
      await clock.advance(120_000);
      expect([...network.bans.active()]).toEqual([]);
    },
  );

  it('is not written a second time where it begins to move anew, nor takes the place of a shorter one that an admin set', async () => {
    const { clock, edge, storage, network, ban, accounts } = await openIdentity();
    accounts.away = true;
    await edge.enter('Mallory', VICTIM.uuid);
    await ban(VICTIM.uuid, 'Mallory');
    accounts.away = false;
    storage.faults.always('bans.lift', 'before');
    await edge.login('Mallory', MALLORY.uuid);
    await clock.advance(100);
    expect(network.bans.activeOf(MALLORY.uuid)).toMatchObject({ expires: 0 });
    storage.faults.heal();
    await network.bans.unban(MALLORY.uuid, ADMIN);
    await ban(MALLORY.uuid, 'Mallory', '1h');
    const ends = network.bans.activeOf(MALLORY.uuid)?.expires;
    expect((await edge.login('Victim', VICTIM.uuid)).admission).toEqual({ allow: true });
    await clock.advance(120_000);
    expect([...network.bans.active()]).toMatchObject([{ uuid: MALLORY.uuid, expires: ends }]);
  });
});
