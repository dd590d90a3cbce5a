import { describe, expect, it } from 'vitest';
import { offlineUuid } from '../../../../src/runtime/offline-uuid.ts';
import { testPlayer } from '../../test-players.ts';
import { FakeEdge } from '../fake-edge.ts';
import { DAY, HEIR, MALLORY, openIdentity, VICTIM } from '../identity-fixture.ts';

const OTHER = testPlayer(9, 'Other');
const NAMELESS = offlineUuid('Mallory');

/** Mallory was here as two others, one after the other, and both rows were banned. */
async function openWithTwo() {
  const fixture = await openIdentity();
  const { accounts, clock, edge, ban } = fixture;
  accounts.set('Mallory', null);
  accounts.set(OTHER.name, OTHER.uuid);
  accounts.away = true;
  for (const { uuid } of [VICTIM, OTHER]) {
    const session = await edge.enter('Mallory', uuid);
    expect(session?.uuid).toBe(uuid);
    await clock.advance(3_000);
    if (session !== undefined) edge.leave(session);
    await clock.advance(3_000);
  }
  for (const { uuid } of [OTHER, VICTIM]) await ban(uuid, 'Mallory');
  await clock.advance(1_000);
  return fixture;
}

describe('bans of somebody who claimed two uuids, one after the other', () => {
  it('refuse neither player whose uuid it is, whoever of them comes first, also after a restart', async () => {
    for (const players of [
      [VICTIM, OTHER],
      [OTHER, VICTIM],
    ]) {
      const { accounts, clock, edge, reopen, network } = await openWithTwo();
      accounts.away = false;
      for (const { name, uuid } of players) {
        await edge.login(name, uuid);
        await clock.advance(2_000);
        expect((await edge.login(name, uuid)).admission, name).toEqual({ allow: true });
      }
      expect([...network.bans.active()]).toMatchObject([{ uuid: NAMELESS, name: 'Mallory' }]);
      await clock.advance(1_000);
      clock.dropTimers();
      const again = new FakeEdge((await reopen({ accounts })).network, clock, 'edge');
      for (const { name, uuid } of players) {
        expect((await again.login(name, uuid)).admission, name).toEqual({ allow: true });
      }
    }
  });

  it('free the second player also where the coordinator is started anew after the first one came', async () => {
    const { accounts, clock, edge, reopen } = await openWithTwo();
    accounts.away = false;
    await edge.login(VICTIM.name, VICTIM.uuid);
    await clock.advance(2_000);
    clock.dropTimers();
    const { network } = await reopen({ accounts });
    const again = new FakeEdge(network, clock, 'edge');
    await again.login(OTHER.name, OTHER.uuid);
    await clock.advance(2_000);
    expect((await again.login(OTHER.name, OTHER.uuid)).admission).toEqual({ allow: true });
  });

  it('move to whom the name is proved to be afterwards', async () => {
    const { accounts, clock, edge, network } = await openWithTwo();
    accounts.away = false;
    for (const { name, uuid } of [VICTIM, OTHER]) await edge.login(name, uuid);
    await clock.advance(2_000);
    accounts.set('Mallory', MALLORY.uuid);
    await clock.advance(60_000);
    expect((await edge.login('Mallory', MALLORY.uuid)).admission).toMatchObject({ code: 'banned' });
    expect([...network.bans.active()]).toMatchObject([{ uuid: MALLORY.uuid, name: 'Mallory' }]);
  });
});

it('a ban on a claim moves also where a game server said who has the name while the ban was written', async () => {
  const { accounts, clock, edge, ban, storage, backend, network } = await openIdentity();
  accounts.away = true;
  await edge.enter('Mallory', VICTIM.uuid, 'lobby');
  await clock.advance(3_000);
  storage.faults.always('bans.save', { delayMs: 3_000 });
  const banning = ban(VICTIM.uuid, 'Mallory');
  await clock.advance(1_000);
  backend('lobby').return({ players: [MALLORY.uuid], names: ['Mallory'] });
  await clock.advance(5_000);
  storage.faults.heal();
  await banning;
  accounts.away = false;
  await clock.advance(130_000);
  expect([...network.bans.active()]).toMatchObject([{ uuid: MALLORY.uuid, name: MALLORY.name }]);
});

it('an heir plays 37 days after the banned player was last here, whatever was claimed, said or proved since', async () => {
  const ways: readonly (readonly ('again' | 'word' | 'player')[])[] = [
    // Somebody of the name claimed another uuid afterwards.
    ['again'],
    // A game server said another uuid of the name.
    ['word'],
    // The player whose uuid was claimed came after the ban.
    ['player'],
    ['word', 'player'],
  ];
  for (const way of ways) {
    const { accounts, clock, edge, ban, backend } = await openIdentity();
    accounts.set('Mallory', null);
    accounts.away = true;
    for (const uuid of way.includes('again') ? [VICTIM.uuid, OTHER.uuid] : [VICTIM.uuid]) {
      await edge.enter('Mallory', uuid, 'lobby');
      await clock.advance(3_000);
      if (way.includes('word')) backend('lobby').return({ players: [OTHER.uuid], names: ['Mallory'] });
      await clock.advance(3_000);
      for (const session of Array.from(edge.sessions)) edge.leave(session);
      await clock.advance(3_000);
    }
    accounts.away = false;
    await clock.leap(5 * DAY);
    await ban(VICTIM.uuid, 'Mallory');
    await clock.advance(3_000);
    if (way.includes('player')) await edge.login(VICTIM.name, VICTIM.uuid);
    await clock.leap(33 * DAY);
    accounts.set('Mallory', HEIR.uuid);
    await edge.login('Mallory', HEIR.uuid);
    await clock.advance(60_000);
    for (const [name, { uuid }] of [['Mallory', HEIR] as const, [VICTIM.name, VICTIM] as const]) {
      await edge.login(name, uuid);
      await clock.advance(3_000);
      expect(await edge.login(name, uuid), `${name}, after ${way.join(' and ')}`).toMatchObject({
        uuid,
        admission: { allow: true },
      });
    }
  }
});
