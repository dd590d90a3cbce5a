import { describe, expect, it } from 'vitest';
import type { IdentityFixture } from '../actors/identity/identity-fixture.ts';
import { HEIR, openIdentity as open, VICTIM } from '../actors/identity/identity-fixture.ts';
import { testPlayer } from '../actors/test-players.ts';

const STRANGER = testPlayer(9, 'Stranger');

/** The server of a stolen secret says that who is there as Griefer is another player. */
async function lie({ backend, clock }: IdentityFixture, uuid = VICTIM.uuid, server = 'lobby'): Promise<void> {
  backend(server).return({ players: [uuid], names: [HEIR.name] });
  await clock.advance(1_000);
}

describe('the stolen secret of a game server', () => {
  it('relabels nobody who is not on that server', async () => {
    for (const place of [null, 'arena'] as const) {
      const fixture = await open(false);
      await fixture.edge.enter(HEIR.name, HEIR.uuid, place);
      await lie(fixture, STRANGER.uuid);
      expect(fixture.edge.sessions).toMatchObject([{ uuid: HEIR.uuid }]);
      const again = await fixture.second.login(HEIR.name, HEIR.uuid);
      expect(again).toMatchObject({ uuid: HEIR.uuid, admission: { allow: true } });
    }
  });

  it('places nobody on that server by its own list to relabel them', async () => {
    const fixture = await open(false);
    await fixture.edge.enter(HEIR.name, HEIR.uuid);
    fixture.backend('lobby').return({ players: [HEIR.uuid], names: [HEIR.name] });
    await fixture.clock.advance(1_000);
    await lie(fixture, STRANGER.uuid);
    expect(fixture.edge.sessions).toMatchObject([{ uuid: HEIR.uuid }]);
  });

  it('relabels nobody as a player who is banned, known, proved or online under another name', async () => {
    const cases: readonly ((fixture: IdentityFixture) => unknown)[] = [
      ({ ban }) => ban(),
      ({ known }) => known(VICTIM),
      ({ named }) => named(VICTIM, 'account'),
      ({ second }) => second.enter(VICTIM.name, VICTIM.uuid),
    ];
    for (const prepare of cases) {
      const fixture = await open(false);
      await prepare(fixture);
      const session = await fixture.edge.enter(HEIR.name, HEIR.uuid, 'lobby');
      await lie(fixture);
      expect(fixture.edge.has(session)).toBe(true);
      expect(fixture.edge.sessions).toHaveLength(1);
    }
  });

  it('has nobody refused by the ban of another, also where its word came before', async () => {
    const fixture = await open(false);
    fixture.named({ ...VICTIM, name: HEIR.name }, 'server');
    await fixture.ban();
    expect(await fixture.edge.login(HEIR.name, HEIR.uuid)).toMatchObject({
      uuid: HEIR.uuid,
      admission: { allow: true },
    });
  });

  it('shows nobody as another whom the network came to know since, however old its word is', async () => {
    for (const days of [0, 31]) {
      const fixture = await open(false);
      fixture.named({ ...VICTIM, name: HEIR.name }, 'server');
      fixture.known(VICTIM);
      await fixture.clock.leap(days * 86_400_000);
      expect((await fixture.edge.login(HEIR.name, HEIR.uuid)).uuid).toBe(HEIR.uuid);
      expect((await fixture.edge.login(HEIR.name, null)).uuid).not.toBe(VICTIM.uuid);
    }
  });

  it('replaces no proof, however old', async () => {
    const { accounts, clock, edge, backend } = await open();
    await edge.login('Victim', null);
    accounts.away = true;
    await clock.leap(40 * 86_400_000);
    await edge.enter('Victim', null, 'lobby');
    backend('lobby').return({ players: [STRANGER.uuid], names: ['Victim'] });
    await clock.advance(1_000);
    expect((await edge.login('Victim', null)).uuid).toBe(VICTIM.uuid);
  });

  it('relabels nobody whose session is older than their proof', async () => {
    const { accounts, clock, edge, backend } = await open();
    const session = await edge.enter('Victim', null, 'lobby');
    accounts.away = true;
    await clock.leap(40 * 86_400_000);
    backend('lobby').return({ players: [STRANGER.uuid], names: ['Victim'] });
    await clock.advance(1_000);
    expect(edge.has(session)).toBe(true);
  });

  it('takes no session of the same name', async () => {
    const fixture = await open(false);
    const claimed = await fixture.edge.enter(HEIR.name, HEIR.uuid, 'lobby');
    const other = fixture.second.join(STRANGER.uuid, HEIR.name);
    await fixture.clock.advance(0);
    await lie(fixture, STRANGER.uuid);
    expect([fixture.edge.has(claimed), fixture.second.has(other)]).toEqual([true, true]);
  });

  it('lifts no ban of a name', async () => {
    const fixture = await open(false);
    const session = await fixture.edge.enter(HEIR.name, HEIR.uuid, 'lobby');
    await lie(fixture, STRANGER.uuid);
    await fixture.ban(HEIR.uuid, HEIR.name);
    await fixture.clock.advance(1_000);
    expect(fixture.edge.has(session)).toBe(false);
    expect((await fixture.edge.login(HEIR.name, null)).admission).toMatchObject({ code: 'banned' });
  });

  it('gets nobody else banned: a ban by its word goes to whom the name is proved to be', async () => {
    for (const first of ['Griefer', 'Stranger'] as const) {
      const fixture = await open();
      const { accounts, clock, edge, ban, network } = fixture;
      accounts.away = true;
      await edge.enter(HEIR.name, HEIR.uuid, 'lobby');
      await lie(fixture, STRANGER.uuid);
      await ban(STRANGER.uuid, HEIR.name);
      await clock.advance(1_000);
      accounts.away = false;
      accounts.set(HEIR.name, HEIR.uuid);
      accounts.set(STRANGER.name, STRANGER.uuid);
      const names = first === 'Griefer' ? [HEIR.name, STRANGER.name] : [STRANGER.name, HEIR.name];
      for (const name of names) {
        const { admission } = await edge.login(name, null);
        expect(admission.allow, `${name}, after ${first} came first`).toBe(name === STRANGER.name);
      }
      expect(await network.bans.get(HEIR.uuid)).toMatchObject({ active: true });
    }
  });

  it('gets nobody else banned: the account service is asked about a ban by its word', async () => {
    const fixture = await open();
    const { accounts, clock, edge, ban, network } = fixture;
    accounts.away = true;
    await edge.enter(HEIR.name, HEIR.uuid, 'lobby');
    await lie(fixture, STRANGER.uuid);
    accounts.away = false;
    accounts.set(HEIR.name, HEIR.uuid);
    await ban(STRANGER.uuid, HEIR.name);
    await clock.advance(1_000);
    expect(await network.bans.get(HEIR.uuid)).toMatchObject({ active: true });
    expect(await network.bans.get(STRANGER.uuid)).toMatchObject({ active: false });
  });

  it('renames nobody more than once in ten minutes, and makes no more rows', async () => {
    const fixture = await open(false);
    const { clock, edge, storage } = fixture;
    await edge.enter(HEIR.name, HEIR.uuid, 'lobby');
    for (let at = 10; at < 30; at++) await lie(fixture, testPlayer(at, 'Any').uuid);
    const shown = testPlayer(10, 'Any').uuid;
    expect(edge.sessions).toMatchObject([{ uuid: shown }]);
    await clock.advance(60_000);
    expect([...storage.rows.players.keys()].sort()).toEqual([HEIR.uuid, shown].sort());
    await clock.advance(600_000);
    await lie(fixture, STRANGER.uuid);
    expect(edge.sessions).toMatchObject([{ uuid: STRANGER.uuid }]);
  });
});
