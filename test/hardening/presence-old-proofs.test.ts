import { describe, expect, it } from 'vitest';
import type { Uuid } from '../../src/domain/uuid.ts';
import { offlineUuid } from '../../src/runtime/offline-uuid.ts';
import { FakeEdge } from '../actors/identity/fake-edge.ts';
import { DAY, HEIR, MALLORY, openIdentity as open, VICTIM } from '../actors/identity/identity-fixture.ts';
import { testPlayer } from '../actors/test-players.ts';

const GRIEFER = testPlayer(8, 'Grief');

it('a proof that is too old says who somebody is, except for who says that they are somebody else', async () => {
  const { accounts, clock, edge, known } = await open();
  known({ ...HEIR, name: 'Known' });
  accounts.set('Earlier', VICTIM.uuid);
  await edge.login('Earlier', null);
  await clock.advance(1_000);
  const older = await edge.enter('Victim', null);
  if (older !== undefined) edge.leave(older);
  await clock.leap(92 * DAY);
  accounts.away = true;
  for (const claim of [null, VICTIM.uuid]) {
    expect(await edge.login('Victim', claim)).toMatchObject({ uuid: VICTIM.uuid, proved: false });
  }
  expect(await edge.login('Victim', MALLORY.uuid)).toMatchObject({ uuid: MALLORY.uuid, proved: false });
  expect(await edge.login('Victim', HEIR.uuid)).toMatchObject({ uuid: offlineUuid('Victim') });
});

it('a proof of a day that has yet to come, from while the clock was ahead, is none: the service is asked', async () => {
  const { accounts, clock, edge, ban, storage } = await open();
  const key = GRIEFER.name.toLowerCase();
  const provedAt = clock.now() + 400 * DAY;
  const row = {
    key,
    uuid: HEIR.uuid,
    provedBy: 'account',
    provedAt,
    firstSeen: 1,
    lastSeen: provedAt,
  } as const;
  storage.rows.names.set(key, row);
  accounts.set(GRIEFER.name, GRIEFER.uuid);
  await ban(GRIEFER.uuid, 'Older');
  const decision = await edge.login(GRIEFER.name, null);
  expect(decision).toMatchObject({ uuid: GRIEFER.uuid, admission: { code: 'banned' } });
  await clock.advance(1_000);
  expect(storage.rows.names.get(key)).toMatchObject({ uuid: GRIEFER.uuid, provedBy: 'account' });
});

describe('a ban of somebody who was shown as the player who had the name long ago', () => {
  /** Grief gave up the name; the heir came under it while nobody could be asked, with this uuid, and was banned. */
  async function openWithHeir(claim: Uuid | null) {
    const fixture = await open();
    const { accounts, clock, edge, ban } = fixture;
    accounts.set(GRIEFER.name, GRIEFER.uuid);
    const first = await edge.enter(GRIEFER.name, GRIEFER.uuid);
    if (first !== undefined) edge.leave(first);
    await clock.leap(40 * DAY);
    accounts.away = true;
    const shown = await edge.enter(GRIEFER.name, claim);
    await ban(shown?.uuid, GRIEFER.name);
    await clock.advance(1_000);
    expect(edge.has(shown)).toBe(false);
    const handOn = (): void => {
      accounts.set(GRIEFER.name, HEIR.uuid);
      accounts.set('Renamed', GRIEFER.uuid);
    };
    return { ...fixture, shown, handOn };
  }

  it.each([null, GRIEFER.uuid, HEIR.uuid])('moves to the heir, who sent %s', async (claim) => {
    const { accounts, clock, edge, network, shown, handOn } = await openWithHeir(claim);
    expect(shown?.uuid).toBe(claim ?? GRIEFER.uuid);
    handOn();
    expect((await edge.login('Renamed', GRIEFER.uuid)).admission, 'away').toEqual({ allow: true });
    accounts.away = false;
    await clock.advance(120_000);
    expect(await network.bans.get(HEIR.uuid)).toMatchObject({ active: true, name: GRIEFER.name });
    expect((await edge.login('Renamed', GRIEFER.uuid)).admission).toEqual({ allow: true });
    expect((await edge.login(GRIEFER.name, HEIR.uuid)).admission).toMatchObject({ code: 'banned' });
  });

  it('moves to the heir also after a restart, and leaves who had the name free before', async () => {
    const { accounts, clock, reopen, handOn } = await openWithHeir(null);
    handOn();
    clock.dropTimers();
    const { network } = await reopen();
    const edge = new FakeEdge(network, clock, 'edge');
    expect((await edge.login('Renamed', GRIEFER.uuid)).admission).toEqual({ allow: true });
    accounts.away = false;
    await clock.advance(120_000);
    expect(await network.bans.get(HEIR.uuid)).toMatchObject({ active: true });
    expect((await edge.login('Renamed', GRIEFER.uuid)).admission).toEqual({ allow: true });
  });

  it('moves to the heir once who had the name comes under another', async () => {
    const { accounts, edge, network, handOn } = await openWithHeir(null);
    handOn();
    accounts.away = false;
    expect((await edge.login('Renamed', null)).admission).toEqual({ allow: true });
    expect(await network.bans.get(HEIR.uuid)).toMatchObject({ active: true });
  });

  it('stays with who still has the name, also over a rename afterwards', async () => {
    const { accounts, clock, edge, handOn } = await openWithHeir(null);
    accounts.away = false;
    await clock.advance(120_000);
    handOn();
    expect((await edge.login('Renamed', null)).admission).toMatchObject({ code: 'banned' });
  });

  it('goes to nobody who has the name 37 days later', async () => {
    const { accounts, clock, edge, handOn } = await openWithHeir(null);
    await clock.leap(38 * DAY);
    handOn();
    accounts.away = false;
    expect((await edge.login(GRIEFER.name, null)).admission).toEqual({ allow: true });
  });

  it('reaches who is there by an old proof, when it is set on another player of that name', async () => {
    const { accounts, clock, edge, ban } = await open();
    const first = await edge.enter('Victim', null);
    if (first !== undefined) edge.leave(first);
    await clock.leap(40 * DAY);
    accounts.away = true;
    const shown = await edge.enter('Victim', null);
    await ban(HEIR.uuid, 'Victim');
    await clock.advance(1_000);
    expect(edge.has(shown)).toBe(false);
  });
});

it('a ban that was set while the name was proved stays with the player, whoever has the name long afterwards', async () => {
  const { accounts, clock, edge, network, ban } = await open();
  accounts.set(GRIEFER.name, GRIEFER.uuid);
  await edge.enter(GRIEFER.name, null);
  await ban(GRIEFER.uuid, GRIEFER.name);
  await clock.leap(40 * DAY);
  accounts.set(GRIEFER.name, HEIR.uuid);
  accounts.set('Renamed', GRIEFER.uuid);
  accounts.away = true;
  edge.join(GRIEFER.uuid, GRIEFER.name);
  await clock.advance(1_000);
  accounts.away = false;
  await clock.advance(120_000);
  expect(await network.bans.get(GRIEFER.uuid)).toMatchObject({ active: true });
  expect((await edge.login('Renamed', null)).admission).toMatchObject({ code: 'banned' });
  expect((await edge.login(GRIEFER.name, null)).admission).toEqual({ allow: true });
});
