import { describe, expect, it } from 'vitest';
import { FakeEdge } from '../actors/identity/fake-edge.ts';
import { DAY, MALLORY, openIdentity as open, VICTIM } from '../actors/identity/identity-fixture.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import { offlineUuid } from '../../src/runtime/offline-uuid.ts';
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

  it('moves also where an edge that was alone reports the name by another uuid after the ban', async () => {
    for (const isRestarted of [false, true]) {
      const fixture = await open();
      const { accounts, clock, edge, ban } = fixture;
      accounts.away = true;
      const there = [{ ...MALLORY, server: null, joinedAt: clock.now() }];
      await edge.enter('Mallory', VICTIM.uuid);
      await ban(VICTIM.uuid, 'Mallory');
      await clock.advance(5_000);
      const second = new FakeEdge(fixture.network, clock, 'edge-3', 'online', there);
      await clock.advance(10_000);
      expect(second.sessions).toEqual([]);
      if (isRestarted) clock.dropTimers();
      const { network } = isRestarted ? await fixture.reopen({ accounts }) : fixture;
      const after = isRestarted ? new FakeEdge(network, clock, 'edge') : edge;
      accounts.away = false;
      await clock.advance(130_000);
      expect((await after.login('Mallory', MALLORY.uuid)).admission).toMatchObject({ code: 'banned' });
      expect([...network.bans.active()]).toMatchObject([{ uuid: MALLORY.uuid, name: MALLORY.name }]);
      expect((await after.login('Victim', VICTIM.uuid)).admission).toEqual({ allow: true });
    }
  });

  it('moves also where a game server says who they are while they are being thrown out, also after a restart', async () => {
    for (const isRestarted of [false, true]) {
      const fixture = await open();
      const { accounts, clock, edge, ban, backend } = fixture;
      accounts.away = true;
      await edge.enter('Mallory', VICTIM.uuid, 'lobby');
      edge.kickTakesMs = 2_000;
      const banning = ban(VICTIM.uuid, 'Mallory');
      await clock.advance(100);
      expect(fixture.network.bans.activeOf(VICTIM.uuid)).toBeDefined();
      backend('lobby').return({ players: [MALLORY.uuid], names: ['Mallory'] });
      await clock.advance(5_000);
      await banning;
      expect(edge.sessions).toEqual([]);
      if (isRestarted) clock.dropTimers();
      const { network } = isRestarted ? await fixture.reopen({ accounts }) : fixture;
      const after = isRestarted ? new FakeEdge(network, clock, 'edge') : edge;
      expect((await after.login('Victim', VICTIM.uuid)).admission).toEqual({ allow: true });
      accounts.away = false;
      await clock.advance(130_000);
      expect([...network.bans.active()]).toMatchObject([{ uuid: MALLORY.uuid, name: MALLORY.name }]);
      expect((await after.login('Mallory', MALLORY.uuid)).admission).toMatchObject({ code: 'banned' });
      expect((await after.login('Victim', VICTIM.uuid)).admission).toEqual({ allow: true });
    }
  });

  it('moves also where the database was away or slow when they came, and so nothing was kept of their claim at first', async () => {
    for (const fault of ['before', { delayMs: 3_000 }] as const) {
      const { accounts, clock, network, edge, ban, storage } = await open();
      accounts.away = true;
      storage.faults.always('names.findMany', fault);
      const entering = edge.enter('Mallory', VICTIM.uuid);
      await clock.advance(1_000);
      expect(await entering).toMatchObject({ uuid: VICTIM.uuid });
      storage.faults.heal();
      await clock.advance(5_000);
      await ban(VICTIM.uuid, 'Mallory');
      accounts.away = false;
      await clock.advance(130_000);
      expect([...network.bans.active()]).toMatchObject([{ uuid: MALLORY.uuid, name: MALLORY.name }]);
      expect((await edge.login('Victim', VICTIM.uuid)).admission).toEqual({ allow: true });
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

  it.each(['join', 'list'])(
    'moves to the name also where a proxy tells only by a %s who is there',
    async (way) => {
      const { clock, edge, ban, proxy, network } = await open(false);
      await edge.enter('Mallory', VICTIM.uuid);
      await ban(VICTIM.uuid, 'Mallory');
      const there = proxy();
      const come = (): void => {
        if (way === 'list') there.drop();
        there.join(VICTIM);
        if (way === 'list') there.connect();
      };
      there.connect();
      come();
      await clock.advance(2_000);
      if (!there.players.has(VICTIM.uuid)) come();
      await clock.advance(2_000);
      expect(there.players.has(VICTIM.uuid)).toBe(true);
      expect(network.players.onlineCount).toBe(1);
      expect((await edge.login('Mallory', MALLORY.uuid)).admission).toMatchObject({ code: 'banned' });
    },
  );

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

describe('a ban on a claim, after a restart of the coordinator', () => {
  /** Somebody was banned on a claim as Mallory, whom memory has forgotten. */
  async function reopenWithBan() {
    const { accounts, clock, edge, ban, reopen } = await open();
    accounts.away = true;
    await edge.enter('Mallory', HEIR.uuid);
    await ban(HEIR.uuid, 'Mallory');
    await clock.advance(1_000);
    clock.dropTimers();
    const fixture = await reopen({ accounts });
    return { ...fixture, accounts, banOf: (uuid: Uuid) => fixture.network.bans.activeOf(uuid)?.name };
  }

  it('goes to whom a proxy proves the name by a join or by a list, also while the table cannot be read', async () => {
    for (const way of ['join', 'list'] as const) {
      for (const isAway of [true, false]) {
        const { clock, proxy, storage, banOf } = await reopenWithBan();
        const there = proxy();
        if (isAway) storage.faults.always('names.findMany', 'before');
        if (way === 'list') there.join(MALLORY);
        there.connect();
        if (way === 'join') there.join(MALLORY);
        await clock.advance(5_000);
        storage.faults.heal();
        await clock.advance(60_000);
        const said = [banOf(MALLORY.uuid), banOf(HEIR.uuid), there.players.has(MALLORY.uuid)];
        expect(said, `${way} ${isAway}`).toEqual(['Mallory', undefined, false]);
      }
    }
  });

  it('goes to whom the account service proves the name while the database is slow', async () => {
    const { accounts, clock, network, storage, banOf } = await reopenWithBan();
    accounts.away = false;
    storage.faults.always('names.findMany', { delayMs: 3_000 });
    const login = new FakeEdge(network, clock, 'edge').enter('Mallory', MALLORY.uuid);
    await clock.advance(12_000);
    await login;
    expect([banOf(MALLORY.uuid), banOf(HEIR.uuid)]).toEqual(['Mallory', undefined]);
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

/** Grief was proved to have the name, and is back so long afterwards that the proof counts for nothing, with this uuid. */
async function openWithOldProof(claim: Uuid | null) {
  const fixture = await open();
  const { accounts, clock, edge, ban } = fixture;
  accounts.set(GRIEFER.name, GRIEFER.uuid);
  const first = await edge.enter(GRIEFER.name, GRIEFER.uuid);
  if (first !== undefined) edge.leave(first);
  accounts.set('Middle', GRIEFER.uuid);
  const second = await edge.enter('Middle', GRIEFER.uuid);
  if (second !== undefined) edge.leave(second);
  await clock.leap(45 * DAY);
  accounts.away = true;
  const session = await edge.enter(GRIEFER.name, claim);
  expect(session?.uuid).not.toBe(GRIEFER.uuid);
  await ban(session?.uuid, GRIEFER.name);
  await clock.advance(1_000);
  return fixture;
}

it('a ban follows a player over a rename, also if somebody once claimed to be them under the name that is theirs by now', async () => {
  const { accounts, clock, edge, ban } = await open();
  accounts.away = true;
  const session = await edge.enter(HEIR.name, GRIEFER.uuid);
  expect(session?.uuid).toBe(GRIEFER.uuid);
  accounts.away = false;
  accounts.set(HEIR.name, HEIR.uuid);
  await clock.advance(70_000);
  for (const one of Array.from(edge.sessions)) edge.leave(one);
  accounts.set(HEIR.name, null);
  await clock.leap(40 * DAY);
  accounts.set(HEIR.name, GRIEFER.uuid);
  const own = await edge.enter(HEIR.name, GRIEFER.uuid);
  expect(own?.uuid).toBe(GRIEFER.uuid);
  await ban(GRIEFER.uuid, HEIR.name);
  accounts.set(HEIR.name, null);
  accounts.set('Renamed', GRIEFER.uuid);
  await edge.login('Renamed', GRIEFER.uuid);
  await clock.advance(2_000);
  expect((await edge.login('Renamed', GRIEFER.uuid)).admission).toMatchObject({ code: 'banned' });
});

describe('a ban of somebody whose proof was too old to count', () => {
  it.each([null, HEIR.uuid])(
    'moves to them when the name is proved anew, whether they claimed %s',
    async (claim) => {
      const { accounts, edge, network } = await openWithOldProof(claim);
      accounts.away = false;
      expect((await edge.login(GRIEFER.name, null)).admission).toMatchObject({ code: 'banned' });
      expect(await network.bans.get(GRIEFER.uuid)).toMatchObject({ active: true, name: GRIEFER.name });
      expect(await network.bans.get(claim ?? offlineUuid(GRIEFER.name))).toMatchObject({ active: false });
    },
  );

  it('moves to them without a login of theirs, once the account service is back', async () => {
    const { accounts, clock, network } = await openWithOldProof(null);
    accounts.away = false;
    await clock.advance(120_000);
    expect(await network.bans.get(GRIEFER.uuid)).toMatchObject({ active: true });
  });

  it('moves to them without a login of theirs, also after a restart', async () => {
    const { accounts, clock, reopen } = await openWithOldProof(null);
    clock.dropTimers();
    const { network } = await reopen();
    accounts.away = false;
    await new FakeEdge(network, clock, 'edge').login('Victim', null);
    await clock.advance(120_000);
    expect(await network.bans.get(GRIEFER.uuid)).toMatchObject({ active: true });
  });

  it('does not move when the proof is so much later that they can have the name from who was banned', async () => {
    const { accounts, clock, edge } = await openWithOldProof(HEIR.uuid);
    await clock.leap(38 * DAY);
    accounts.away = false;
    for (const day of [0, 31, 31]) {
      await clock.leap(day * DAY);
      expect((await edge.login(GRIEFER.name, null)).admission).toEqual({ allow: true });
    }
  });

  it('of another player under their name costs their logins no reading of the database', async () => {
    const { accounts, edge, storage, ban } = await open();
    accounts.set(GRIEFER.name, GRIEFER.uuid);
    await ban(HEIR.uuid, GRIEFER.name);
    await edge.login(GRIEFER.name, null);
    const readings = () =>
      ['players.find', 'names.findMany', 'names.namesOf'].map((one) => storage.faults.count(one));
    const before = readings();
    await edge.login(GRIEFER.name, null);
    expect(readings()).toEqual(before);
  });
});

describe('a ban that moves to a player who is banned already', () => {
  /** Grief is banned under the name by which they are known, and once more, while nobody can be asked, under a new one. */
  async function openWithTwo(first: '1h' | 'perma', second: '1h' | 'perma') {
    const fixture = await open();
    const { accounts, clock, edge, ban } = fixture;
    accounts.set('OldName', GRIEFER.uuid);
    await edge.enter('OldName', GRIEFER.uuid);
    await ban(GRIEFER.uuid, 'OldName', first);
    await clock.advance(1_000);
    accounts.set('OldName', null);
    accounts.set('NewName', GRIEFER.uuid);
    accounts.away = true;
    const session = await edge.enter('NewName', null);
    await ban(session?.uuid, 'NewName', second);
    await clock.advance(1_000);
    accounts.away = false;
    await clock.advance(60_000);
    return fixture;
  }

  it('stays in force where it ends later', async () => {
    const { clock, edge, network, events } = await openWithTwo('1h', 'perma');
    expect(await network.bans.get(GRIEFER.uuid)).toMatchObject({ active: true, name: 'NewName', expires: 0 });
    const log = events('ban_update').map(({ uuid, action, name }) => `${action} ${name} ${uuid.slice(-1)}`);
    const nameless = offlineUuid('NewName').slice(-1);
    expect(log).toEqual([
      'ban OldName 8',
      `ban NewName ${nameless}`,
      'ban NewName 8',
      `unban NewName ${nameless}`,
    ]);
    await clock.advance(3_600_001);
    expect((await edge.login('NewName', GRIEFER.uuid)).admission).toMatchObject({ code: 'banned' });
  });

  it.each(['1h', 'perma'] as const)('gives way to one that ends later: %s', async (second) => {
    const { network } = await openWithTwo('perma', second);
    expect(await network.bans.get(GRIEFER.uuid)).toMatchObject({ active: true, name: 'OldName', expires: 0 });
    expect(await network.bans.get(offlineUuid('NewName'))).toMatchObject({ active: false });
  });
});

it('a ban under a name of two letters, which nobody can ask about, stays with the uuid over a rename', async () => {
  const { accounts, edge, rename } = await openWithBan('Ab');
  accounts.away = false;
  rename();
  expect((await edge.login('Renamed', GRIEFER.uuid)).admission).toMatchObject({ code: 'banned' });
  expect((await edge.login('Renamed', null)).admission).toMatchObject({ code: 'banned' });
});
