import { describe, expect, it } from 'vitest';
import { offlineUuid } from '../../../../src/runtime/offline-uuid.ts';
import { FakeEdge } from '../fake-edge.ts';
import { type IdentityFixture, MALLORY, openIdentity, VICTIM } from '../identity-fixture.ts';
import { testPlayer } from '../../test-players.ts';

/** Whether proxies are told that the ban of this uuid was set on a claim; undefined where there is no ban. */
function isClaimed({ network }: Pick<IdentityFixture, 'network'>, uuid = VICTIM.uuid): boolean | undefined {
  const ban = [...network.bans.active()].find((one) => one.uuid === uuid);
  expect(network.bans.activeOf(uuid)).toEqual(ban);
  return ban && ban.claimed === true;
}

/** A network without an account service, which has banned Mallory by the uuid that they claimed. */
async function openWithBan(withAccounts = false) {
  const fixture = await openIdentity(withAccounts);
  fixture.accounts.away = true;
  await fixture.edge.enter('Mallory', VICTIM.uuid);
  await fixture.ban(VICTIM.uuid, 'Mallory');
  await fixture.clock.advance(1_000);
  return fixture;
}

describe('a ban was set on a claim', () => {
  it('where nothing but the claim ties its uuid to its name, also after a restart', async () => {
    const fixture = await openWithBan();
    expect(isClaimed(fixture)).toBe(true);
    fixture.clock.dropTimers();
    expect(isClaimed(await fixture.reopen())).toBe(true);
  });

  it('also where another uuid was claimed under the name before it was banned', async () => {
    const fixture = await openIdentity(false);
    const { edge, ban, clock } = fixture;
    for (const uuid of [VICTIM.uuid, testPlayer(50).uuid]) {
      const session = await edge.enter('Mallory', uuid);
      await clock.advance(60_000);
      if (session !== undefined) edge.leave(session);
      await clock.advance(60_000);
    }
    await ban(VICTIM.uuid, 'Mallory');
    await clock.advance(1_000);
    expect(isClaimed(fixture)).toBe(true);
    clock.dropTimers();
    expect(isClaimed(await fixture.reopen())).toBe(true);
  });

  it.each([
    ['the name is proved', VICTIM.uuid, 'Victim', 'account'],
    ['the name was known before names were kept', VICTIM.uuid, 'Victim', 'known'],
    ['nobody was ever here under the name', VICTIM.uuid, 'Victim', 'nothing'],
    ['the admin mistyped a name that somebody else only claimed', VICTIM.uuid, 'Mallory', 'other'],
    ['the uuid is made of the name', offlineUuid('Victim'), 'Victim', 'claim'],
  ] as const)('not where %s', async (_, uuid, name, how) => {
    const fixture = await openIdentity(false);
    if (how === 'account') fixture.named(VICTIM, 'account');
    if (how === 'known') fixture.known(VICTIM);
    if (how === 'other') fixture.named({ ...testPlayer(50), name }, null);
    if (how === 'claim') fixture.named({ ...VICTIM, uuid }, null);
    await fixture.ban(uuid, name);
    await fixture.clock.advance(1_000);
    expect(isClaimed(fixture, uuid)).toBe(false);
    fixture.clock.dropTimers();
    expect(isClaimed(await fixture.reopen(), uuid)).toBe(false);
  });

  it('not where nobody can ask about the name: such a ban follows the uuid over a rename', async () => {
    for (const withAccounts of [true, false]) {
      const fixture = await openIdentity(withAccounts);
      fixture.accounts.away = true;
      await fixture.edge.enter('Ab', VICTIM.uuid);
      await fixture.ban(VICTIM.uuid, 'Ab');
      expect(isClaimed(fixture)).toBe(!withAccounts);
    }
  });
});

describe('a ban that was set on a claim', () => {
  it('is one of the uuid as soon as the name is proved to be this player’s, and listeners are told', async () => {
    const fixture = await openWithBan(true);
    const { accounts, clock, network } = fixture;
    const changed: string[] = [];
    const stop = network.bans.onClaim((uuid) => changed.push(uuid));
    accounts.set('Mallory', VICTIM.uuid);
    accounts.away = false;
    await clock.advance(120_000);
    expect(isClaimed(fixture)).toBe(false);
    expect(changed).toEqual([VICTIM.uuid]);
    stop();
  });

  it('is nobody else’s until it has moved to whom the name is proved to be', async () => {
    const fixture = await openWithBan(true);
    const { accounts, clock, network } = fixture;
    const seen: (boolean | undefined)[] = [];
    network.events.subscribe(() => seen.push(isClaimed(fixture)));
    accounts.away = false;
    await clock.advance(120_000);
    expect(isClaimed(fixture)).toBeUndefined();
    expect(isClaimed(fixture, MALLORY.uuid)).toBe(false);
    expect(seen).not.toContain(false);
  });
});

it('names of stored bans are asked about as soon as an edge is there, before anybody logs in', async () => {
  const { accounts, clock, reopen } = await openWithBan(true);
  clock.dropTimers();
  const { network } = await reopen();
  accounts.away = false;
  const edge = new FakeEdge(network, clock, 'edge');
  await clock.advance(60_000);
  expect(accounts.asked).toContain('Mallory');
  expect(await network.bans.get(MALLORY.uuid)).toMatchObject({ active: true });
  expect(edge.sessions).toEqual([]);
});
