import { describe, expect, it } from 'vitest';
import type { Uuid } from '../../../../src/domain/uuid.ts';
import { offlineUuid } from '../../../../src/runtime/offline-uuid.ts';
import { HEIR, MALLORY, openIdentity, VICTIM } from '../../../actors/identity/identity-fixture.ts';
import { OldEdge } from './old-edge.ts';

async function open() {
  const fixture = await openIdentity();
  const { network, clock } = fixture;
  const old = new OldEdge(network, clock);
  const shown = () => network.players.search('', 10).players.map(({ name, uuid }) => [name, uuid]);
  const banned = (uuid: Uuid) => network.bans.activeOf(uuid)?.name;
  return { ...fixture, old, shown, banned };
}

describe('at an edge that names no features', () => {
  it('a claim that is proved to be false is refused, and throws nobody out', async () => {
    const { old, second, shown } = await open();
    const victim = await second.enter('Victim', VICTIM.uuid);
    expect(await old.enter('Mallory', VICTIM.uuid)).toBe('join_prevented');
    expect(second.has(victim)).toBe(true);
    expect(shown()).toEqual([['Victim', VICTIM.uuid]]);
  });

  it('whom it let in alone by a false claim is shown as who they are; a ban of that row is theirs and throws them out', async () => {
    const { old, clock, shown, ban, banned } = await open();
    old.leave(await old.enter('Mallory', MALLORY.uuid));
    const mallory = old.join(VICTIM.uuid, 'Mallory');
    await clock.advance(1_000);
    expect(shown()).toEqual([['Mallory', MALLORY.uuid]]);
    await ban(MALLORY.uuid, 'Mallory');
    await clock.advance(1_000);
    expect(old.has(mallory)).toBe(false);
    expect([banned(MALLORY.uuid), banned(VICTIM.uuid)]).toEqual(['Mallory', undefined]);
    expect(await old.enter('Victim', VICTIM.uuid)).toMatchObject({ name: 'Victim' });
    expect(await old.enter('Mallory', MALLORY.uuid)).toBe('banned');
  });

  it('so is whom it had while the coordinator was away, also in the next list', async () => {
    const { old, clock, shown } = await open();
    old.leave(await old.enter('Mallory', MALLORY.uuid));
    for (const times of [1, 2]) {
      old.report([{ uuid: VICTIM.uuid, name: 'Mallory' }], times);
      await clock.advance(1_000);
      expect(shown()).toEqual([['Mallory', MALLORY.uuid]]);
    }
    old.report([]);
    await clock.advance(1_000);
    expect(shown()).toEqual([]);
  });

  it('a ban of the row that a page shows since before the coordinator was started is refused, and says whose the name is', async () => {
    const { old, clock, ban, banned } = await open();
    for (const { name, uuid } of [MALLORY, VICTIM]) old.leave(await old.enter(name, uuid));
    old.report([{ uuid: VICTIM.uuid, name: 'Mallory' }]);
    await clock.advance(1_000);
    await expect(ban(VICTIM.uuid, 'Mallory')).rejects.toMatchObject({ code: 'name_of_another' });
    expect(banned(VICTIM.uuid)).toBeUndefined();
  });

  it('a ban on a claim refuses who is banned, and not the player whose uuid was claimed, while the service is away', async () => {
    const { old, clock, accounts, ban, banned } = await open();
    accounts.away = true;
    const mallory = await old.enter('Mallory', VICTIM.uuid);
    await ban(VICTIM.uuid, 'Mallory');
    await clock.advance(1_000);
    expect(old.has(mallory)).toBe(false);
    expect(banned(VICTIM.uuid)).toBe('Mallory');
    expect(await old.enter('Victim', VICTIM.uuid)).toMatchObject({ name: 'Victim' });
    for (const claim of [VICTIM.uuid, MALLORY.uuid, null]) {
      expect(await old.enter('Mallory', claim), claim ?? 'none').toBe('banned');
    }
  });

  it('who is unproved and turns out to be another leaves and joins as that player', async () => {
    const { old, clock, accounts, shown, network } = await open();
    accounts.away = true;
    const mallory = await old.enter('Mallory', VICTIM.uuid);
    expect(shown()).toEqual([['Mallory', VICTIM.uuid]]);
    accounts.away = false;
    await clock.advance(120_000);
    expect(shown()).toEqual([['Mallory', MALLORY.uuid]]);
    await network.players.kick(MALLORY.uuid, 'bye');
    expect(old.has(mallory)).toBe(false);
  });

  it('a client that sends no uuid is the player who has the name, once it is known that servers check accounts', async () => {
    const { old, clock, known, shown } = await open();
    known({ ...HEIR, name: 'Mallory' });
    const mallory = await old.enter('Mallory', null);
    expect(mallory).toMatchObject({ uuid: offlineUuid('Mallory') });
    await clock.advance(1_000);
    expect(shown()).toEqual([['Mallory', MALLORY.uuid]]);
    old.leave(mallory);
    expect(shown()).toEqual([]);
  });

  it('who is shown as another by a game server’s word goes on as themselves when that one logs in', async () => {
    const { old, second, clock, accounts, shown, backend } = await open();
    accounts.away = true;
    const heir = await old.enter(HEIR.name, HEIR.uuid);
    old.move(heir, 'lobby');
    backend('lobby').return({ players: [MALLORY.uuid], names: [HEIR.name] });
    await clock.advance(1_000);
    expect(shown()).toEqual([[HEIR.name, MALLORY.uuid]]);
    accounts.away = false;
    await second.enter('Mallory', MALLORY.uuid);
    await clock.advance(1_000);
    expect(old.has(heir)).toBe(true);
    expect(shown()).toContainEqual([HEIR.name, HEIR.uuid]);
  });

  it('a login that is cancelled gives its slot back, whoever it was found to be', async () => {
    const { network, clock } = await openIdentity();
    const old = new OldEdge(network, clock, 'cancels', ['cancel']);
    const login = await old.login('Mallory', null);
    expect(network.vitals().slotsReserved).toBe(1);
    old.cancel(login);
    expect(network.vitals().slotsReserved).toBe(0);
  });

  it('an heir of a banned name plays, although the edge takes them for who is banned', async () => {
    const { old, clock, accounts, ban, shown } = await open();
    accounts.set('Griefer', HEIR.uuid);
    await ban(VICTIM.uuid, 'Griefer');
    expect(await old.enter('Griefer', VICTIM.uuid)).toMatchObject({ name: 'Griefer' });
    await clock.advance(1_000);
    expect(shown()).toEqual([['Griefer', HEIR.uuid]]);
  });

  it('whose servers check no accounts everybody is known by the uuid of the name', async () => {
    const { old, clock, accounts, shown } = await open();
    accounts.set('Mallory', MALLORY.uuid);
    await old.enter('Mallory', offlineUuid('Mallory'));
    await clock.advance(1_000);
    expect(shown()).toEqual([['Mallory', offlineUuid('Mallory')]]);
    expect(accounts.asked).toEqual([]);
  });
});
