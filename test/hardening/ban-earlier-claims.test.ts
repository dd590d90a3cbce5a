import { describe, expect, it } from 'vitest';
import type { Uuid } from '../../src/domain/uuid.ts';
import { offlineUuid } from '../../src/runtime/offline-uuid.ts';
import { FakeEdge } from '../actors/identity/fake-edge.ts';
import {
  DAY,
  type IdentityFixture,
  MALLORY,
  openIdentity,
  VICTIM,
} from '../actors/identity/identity-fixture.ts';
import { ADMIN, testPlayer } from '../actors/test-players.ts';

const OTHER = testPlayer(9, 'Other');
const STRANGERS = Array.from({ length: 12 }, (_, at) => testPlayer(100 + at, 'Any').uuid);

/** Who sends this uuid under the name Mallory is shown so, and leaves. */
async function showAs(
  { clock, edge }: Pick<IdentityFixture, 'clock' | 'edge'>,
  uuid: Uuid,
  shown: Uuid = uuid,
): Promise<void> {
  const session = await edge.enter('Mallory', uuid);
  expect(session?.uuid).toBe(shown);
  await clock.advance(3_000);
  for (const one of Array.from(edge.sessions)) edge.leave(one);
  await clock.advance(3_000);
}

/** A network whose account service is away, and where somebody of the name Mallory was shown as Victim. */
async function openWithClaim(): Promise<IdentityFixture> {
  const fixture = await openIdentity();
  fixture.accounts.away = true;
  await showAs(fixture, VICTIM.uuid);
  return fixture;
}

/** Whoever comes by their own uuid is known to be who they are. */
async function prove(
  { accounts, clock, edge }: IdentityFixture,
  ...players: (typeof VICTIM)[]
): Promise<void> {
  accounts.away = false;
  for (const { name, uuid } of players) {
    const session = await edge.enter(name, uuid);
    expect(session, name).toMatchObject({ uuid });
    await clock.advance(1_000);
  }
}

describe('a ban of a row from an earlier one of several false claims', () => {
  it('does not fall on the player whose uuid was claimed, once both names are proved', async () => {
    const fixture = await openWithClaim();
    await showAs(fixture, OTHER.uuid);
    await prove(fixture, MALLORY, VICTIM);
    await expect(fixture.ban(VICTIM.uuid, 'Mallory')).rejects.toMatchObject({ code: 'name_of_another' });
    await expect(fixture.ban(OTHER.uuid, 'Mallory')).rejects.toMatchObject({ code: 'name_of_another' });
    expect(fixture.edge.sessions.map(({ uuid }) => uuid)).toContain(VICTIM.uuid);
  });

  it('does not either while the name is not proved, and the player of the uuid is', async () => {
    const fixture = await openWithClaim();
    await showAs(fixture, OTHER.uuid);
    fixture.proxy().connect().enter(VICTIM);
    await fixture.clock.advance(1_000);
    await expect(fixture.ban(VICTIM.uuid, 'Mallory')).rejects.toMatchObject({ code: 'name_of_another' });
  });

  it('does not where the claims were made at two edges, at one time', async () => {
    const fixture = await openIdentity();
    const { accounts, clock, edge, second } = fixture;
    accounts.away = true;
    await edge.enter('Mallory', VICTIM.uuid);
    await second.enter('Mallory', OTHER.uuid);
    await clock.advance(3_000);
    await prove(fixture, MALLORY, VICTIM);
    await expect(fixture.ban(VICTIM.uuid, 'Mallory')).rejects.toMatchObject({ code: 'name_of_another' });
    await expect(fixture.ban(OTHER.uuid, 'Mallory')).rejects.toMatchObject({ code: 'name_of_another' });
  });

  it('does not where the later claim was made while the link of the edge was away', async () => {
    const fixture = await openWithClaim();
    const { clock, network } = fixture;
    const there = { uuid: OTHER.uuid, name: 'Mallory', server: null, joinedAt: clock.now() };
    const edge = new FakeEdge(network, clock, 'edge', 'online', [there]);
    await clock.advance(3_000);
    expect(edge.sessions).toMatchObject([{ uuid: OTHER.uuid }]);
    await prove({ ...fixture, edge }, MALLORY, VICTIM);
    await expect(fixture.ban(VICTIM.uuid, 'Mallory')).rejects.toMatchObject({ code: 'name_of_another' });
  });

  it('does not where the later claim was of somebody known, and the edge was told that it is false', async () => {
    const fixture = await openWithClaim();
    const { clock, network } = fixture;
    fixture.known(OTHER);
    const there = { uuid: OTHER.uuid, name: 'Mallory', server: null, joinedAt: clock.now() };
    const edge = new FakeEdge(network, clock, 'edge', 'online', [there]);
    await clock.advance(3_000);
    expect(edge.sessions.map(({ uuid }) => uuid)).not.toContain(OTHER.uuid);
    await prove({ ...fixture, edge }, MALLORY, VICTIM);
    await expect(fixture.ban(VICTIM.uuid, 'Mallory')).rejects.toMatchObject({ code: 'name_of_another' });
  });

  it('does not where a game server had vouched for another uuid of the name, a month ago', async () => {
    const fixture = await openIdentity();
    fixture.named({ ...OTHER, name: 'Mallory' }, 'server');
    await fixture.clock.leap(31 * DAY);
    fixture.accounts.away = true;
    await showAs(fixture, VICTIM.uuid);
    await prove(fixture, MALLORY, VICTIM);
    await expect(fixture.ban(VICTIM.uuid, 'Mallory')).rejects.toMatchObject({ code: 'name_of_another' });
  });

  it('does not where the name had been proved to be somebody’s, long ago', async () => {
    const fixture = await openIdentity();
    fixture.named({ ...OTHER, name: 'Mallory' }, 'account');
    await fixture.clock.leap(50 * DAY);
    fixture.accounts.away = true;
    await showAs(fixture, VICTIM.uuid);
    await prove(fixture, MALLORY, VICTIM);
    await expect(fixture.ban(VICTIM.uuid, 'Mallory')).rejects.toMatchObject({ code: 'name_of_another' });
  });

  it('does not where the player came and was freed of a ban, and the name was not proved since', async () => {
    const fixture = await openWithClaim();
    const { network, clock } = fixture;
    await fixture.ban(VICTIM.uuid, 'Mallory');
    await clock.advance(1_000);
    fixture.proxy().connect().enter(VICTIM);
    await clock.advance(3_000);
    expect([...network.bans.active()]).toMatchObject([{ uuid: offlineUuid('Mallory') }]);
    fixture.proxy('velocity-2').connect().enter(VICTIM);
    await clock.advance(3_000);
    await expect(fixture.ban(VICTIM.uuid, 'Mallory')).rejects.toMatchObject({ code: 'name_of_another' });
  });

  it('falls on the player all the same where the name turns out to be theirs', async () => {
    const fixture = await openWithClaim();
    await showAs(fixture, OTHER.uuid);
    fixture.accounts.set('Mallory', VICTIM.uuid);
    await prove(fixture, { ...VICTIM, name: 'Mallory' });
    expect(await fixture.ban(VICTIM.uuid, 'Mallory')).toMatchObject({ uuid: VICTIM.uuid });
    expect((await fixture.edge.login('Mallory', VICTIM.uuid)).admission).toMatchObject({ code: 'banned' });
  });
});

describe('a ban of whoever is in the row of an earlier claim', () => {
  it('refuses nobody else who has the uuid, also while the row cannot be read', async () => {
    const fixture = await openIdentity(false);
    await showAs(fixture, VICTIM.uuid);
    await showAs(fixture, OTHER.uuid);
    await fixture.clock.advance(1_000);
    fixture.storage.faults.always('players.findMany', 'before');
    await fixture.ban(VICTIM.uuid, 'Mallory');
    await fixture.clock.advance(1_000);
    expect(fixture.network.bans.activeOf(VICTIM.uuid)).toMatchObject({ claimed: true });
    expect((await fixture.edge.login('Victim', VICTIM.uuid)).admission).toEqual({ allow: true });
  });

  it('leaves the player whose uuid it is as soon as they prove who they are, also while the row cannot be read', async () => {
    const fixture = await openIdentity();
    const { accounts, edge, storage, network, clock } = fixture;
    accounts.away = true;
    await showAs(fixture, VICTIM.uuid);
    await showAs(fixture, OTHER.uuid);
    await clock.advance(1_000);
    storage.faults.always('players.findMany', 'before');
    await fixture.ban(VICTIM.uuid, 'Mallory');
    await clock.advance(1_000);
    accounts.set('Mallory', null);
    accounts.away = false;
    await edge.login('Victim', VICTIM.uuid);
    await clock.advance(1_000);
    expect((await edge.login('Victim', VICTIM.uuid)).admission).toEqual({ allow: true });
    expect([...network.bans.active()]).toMatchObject([{ uuid: offlineUuid('Mallory'), name: 'Mallory' }]);
  });

  it('refuses nobody else either where a ban had the name already, of which nothing was known', async () => {
    const fixture = await openIdentity(false);
    const { clock, network } = fixture;
    await fixture.ban(OTHER.uuid, 'Mallory');
    const there = { uuid: VICTIM.uuid, name: 'Mallory', server: null, joinedAt: clock.now() };
    const edge = new FakeEdge(network, clock, 'edge', 'online', [there]);
    await clock.advance(3_000);
    expect(edge.kicks).toMatchObject([{ uuid: VICTIM.uuid }]);
    expect(await fixture.ban(), 'nobody but the claimer was called so').toMatchObject({ name: 'Victim' });
    await network.bans.unban(VICTIM.uuid, ADMIN);
    await fixture.ban(VICTIM.uuid, 'Mallory');
    await clock.advance(1_000);
    expect((await edge.login('Victim', VICTIM.uuid)).admission).toEqual({ allow: true });
  });

  it('moves to whom the name is proved to be, where the later claim was made while it was written', async () => {
    const fixture = await openWithClaim();
    const { accounts, clock, edge, storage, network } = fixture;
    storage.faults.always('bans.save', { delayMs: 1_000 });
    const setting = fixture.ban(VICTIM.uuid, 'Mallory');
    await clock.advance(100);
    expect((await edge.enter('Mallory', OTHER.uuid))?.uuid).toBe(OTHER.uuid);
    await clock.advance(3_000);
    await setting;
    storage.faults.heal();
    accounts.away = false;
    expect((await edge.login('Mallory', null)).admission).toMatchObject({ code: 'banned' });
    await clock.advance(3_000);
    expect([...network.bans.active()]).toMatchObject([{ uuid: MALLORY.uuid, name: 'Mallory' }]);
    expect((await edge.login('Victim', VICTIM.uuid)).admission).toEqual({ allow: true });
  });
});

describe('who claims one player after the other under one name', () => {
  /** As many as are remembered. */
  async function openWithMany(): Promise<IdentityFixture> {
    const fixture = await openWithClaim();
    for (const uuid of STRANGERS.slice(0, 7)) await showAs(fixture, uuid);
    return fixture;
  }

  it('is shown as no further one once as many are remembered as may be, so that none is forgotten', async () => {
    const fixture = await openWithMany();
    const [last] = STRANGERS.slice(6, 7);
    for (const uuid of STRANGERS.slice(7)) await showAs(fixture, uuid, last);
    await prove(fixture, MALLORY, VICTIM);
    for (const uuid of [VICTIM.uuid, ...STRANGERS.slice(0, 7)]) {
      await expect(fixture.ban(uuid, 'Mallory'), uuid).rejects.toMatchObject({ code: 'name_of_another' });
    }
  });

  it('is not by logins either that came before the joins', async () => {
    const fixture = await openWithClaim();
    const { clock, edge, events } = fixture;
    for (const uuid of STRANGERS) expect((await edge.login('Mallory', uuid)).uuid).toBe(uuid);
    for (const uuid of STRANGERS) {
      edge.join(uuid, 'Mallory');
      await clock.advance(2_000);
      for (const one of Array.from(edge.sessions)) edge.leave(one);
    }
    const shown = new Set(events('player_join').map(({ uuid }) => uuid));
    expect(shown).toEqual(new Set([VICTIM.uuid, ...STRANGERS.slice(0, 7)]));
    await prove(fixture, MALLORY, VICTIM);
    await expect(fixture.ban(VICTIM.uuid, 'Mallory')).rejects.toMatchObject({ code: 'name_of_another' });
  });

  it('is not at an edge alone either', async () => {
    const fixture = await openWithMany();
    const { clock, network } = fixture;
    const [uuid = VICTIM.uuid] = STRANGERS.slice(8);
    const there = { uuid, name: 'Mallory', server: null, joinedAt: clock.now() };
    const edge = new FakeEdge(network, clock, 'edge', 'online', [there]);
    await clock.advance(3_000);
    expect(edge.sessions).toHaveLength(1);
    expect(edge.sessions.map((one) => one.uuid)).not.toContain(uuid);
    await prove({ ...fixture, edge }, MALLORY, VICTIM);
    await expect(fixture.ban(VICTIM.uuid, 'Mallory')).rejects.toMatchObject({ code: 'name_of_another' });
  });

  it('is not by one list of an edge that was alone', async () => {
    const fixture = await openWithClaim();
    const { clock, network, events } = fixture;
    const there = STRANGERS.map((uuid) => ({ uuid, name: 'Mallory', server: null, joinedAt: clock.now() }));
    const edge = new FakeEdge(network, clock, 'edge', 'online', there);
    await clock.advance(3_000);
    const shown = new Set(events('player_join').map(({ uuid }) => uuid));
    expect(shown).toEqual(new Set([VICTIM.uuid, ...STRANGERS.slice(0, 7)]));
    for (const one of Array.from(edge.sessions)) edge.leave(one);
    await prove({ ...fixture, edge }, MALLORY, VICTIM);
    for (const uuid of [VICTIM.uuid, ...STRANGERS.slice(0, 7)]) {
      await expect(fixture.ban(uuid, 'Mallory'), uuid).rejects.toMatchObject({ code: 'name_of_another' });
    }
  });

  it('may claim anew as soon as it is proved who they are, when that is long ago', async () => {
    const fixture = await openWithMany();
    await prove(fixture, MALLORY);
    for (const one of Array.from(fixture.edge.sessions)) fixture.edge.leave(one);
    await fixture.clock.leap(50 * DAY);
    fixture.accounts.away = true;
    await showAs(fixture, OTHER.uuid);
  });
});
