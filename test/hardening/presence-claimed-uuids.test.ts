import { describe, expect, it } from 'vitest';
import { parseUuid } from '../../src/domain/uuid.ts';
import { offlineUuid } from '../../src/runtime/offline-uuid.ts';
import { FakeEdge } from '../actors/identity/fake-edge.ts';
import { DAY, HEIR, MALLORY, openIdentity as open, VICTIM } from '../actors/identity/identity-fixture.ts';
import { openFixture } from '../actors/network-fixture.ts';
import { ADMIN } from '../actors/test-players.ts';

describe('a uuid that a client claims', () => {
  it('is not believed where the name has an account: the player is shown as who they are', async () => {
    const { edge, events } = await open();
    await edge.enter('Mallory', VICTIM.uuid);
    expect(events('player_join')).toMatchObject([{ uuid: MALLORY.uuid, name: 'Mallory' }]);
  });

  it('is not believed against a player whom the network knows, also without the account service', async () => {
    const fixture = await open(false);
    fixture.known(VICTIM);
    await fixture.edge.enter('Mallory', VICTIM.uuid);
    expect(fixture.events('player_join')).toMatchObject([{ uuid: offlineUuid('Mallory') }]);
  });

  it('is used where nobody else is known by it and nobody can be asked', async () => {
    const { edge, events } = await open(false);
    await edge.enter('Victim', VICTIM.uuid);
    expect(events('player_join')).toMatchObject([{ uuid: VICTIM.uuid, name: 'Victim' }]);
  });

  it('throws nobody out at another edge, whatever it is and whether the account service answers', async () => {
    for (const state of ['there', 'away', 'silent', 'none'] as const) {
      const { accounts, clock, edge, second, network } = await open(state !== 'none');
      accounts.away = state === 'away';
      accounts.silent = state === 'silent';
      const entered = edge.enter('Victim', VICTIM.uuid);
      await clock.advance(2_000);
      const victim = await entered;
      const attack = second.enter('Mallory', VICTIM.uuid);
      await clock.advance(2_000);
      await attack;
      expect(edge.has(victim), state).toBe(true);
      expect((await network.players.detail(VICTIM.uuid)).name, state).toBe('Victim');
    }
  });

  it('is not believed where it is made of another name, so that a newcomer of that name is neither thrown out nor banned', async () => {
    const { clock, edge, ban } = await open(false);
    const attacker = await edge.enter('Mallory', offlineUuid('Newcomer'));
    expect(attacker).toMatchObject({ uuid: offlineUuid('Mallory') });
    const newcomer = await edge.enter('Newcomer', null);
    expect(newcomer).toMatchObject({ uuid: offlineUuid('Newcomer') });
    await ban(attacker?.uuid, 'Mallory');
    await clock.advance(1_000);
    expect([edge.has(attacker), edge.has(newcomer)]).toEqual([false, true]);
    expect((await edge.login('Newcomer', null)).admission).toEqual({ allow: true });
  });

  it('is not believed where it is made of another name, although the network knows the player by it', async () => {
    const fixture = await open(false);
    const { edge } = fixture;
    fixture.known({ ...MALLORY, uuid: offlineUuid('Newcomer') });
    expect(await edge.enter('Mallory', offlineUuid('Newcomer'))).toMatchObject({
      uuid: offlineUuid('Mallory'),
    });
  });

  it('leaves a newcomer in whose offline uuid somebody else is known by, under a uuid of their own', async () => {
    const fixture = await open(false);
    const { clock, edge, second, ban } = fixture;
    fixture.known({ ...MALLORY, uuid: offlineUuid('Newcomer') });
    await ban(offlineUuid('Newcomer'), 'Mallory');
    const newcomer = await edge.enter('Newcomer', null);
    await clock.advance(1_000);
    expect(edge.has(newcomer)).toBe(true);
    expect((await second.login('Newcomer', null)).uuid).toBe(newcomer?.uuid);
  });

  it('is not believed where somebody became known by it after the login, although they have left by the join', async () => {
    for (const [at, isLogin] of [
      ['edge', true],
      ['second', true],
      ['second', false],
    ] as const) {
      const fixture = await open(false);
      const { clock, edge, events } = fixture;
      const claimer = await edge.login('Mallory', VICTIM.uuid);
      if (isLogin) await fixture[at].login('Victim', VICTIM.uuid);
      const victim = fixture[at].join(VICTIM.uuid, 'Victim');
      await clock.advance(0);
      fixture[at].leave(victim);
      edge.join(claimer.uuid, 'Mallory');
      await clock.advance(1_000);
      const shown = events('player_join').map(({ name, uuid }) => [name, uuid]);
      expect(shown, at).toEqual([
        ['Victim', VICTIM.uuid],
        ['Mallory', offlineUuid('Mallory')],
      ]);
      expect((await fixture.network.players.detail(VICTIM.uuid)).name, at).toBe('Victim');
    }
  });

  it('throws nobody out although an edge reports it as a join', async () => {
    const { clock, edge, second, network } = await open();
    const victim = await edge.enter('Victim', VICTIM.uuid);
    const attacker = second.join(VICTIM.uuid, 'Mallory');
    const beside = edge.join(VICTIM.uuid, 'Mallory');
    await clock.advance(1_000);
    expect([edge.has(victim), second.has(attacker), edge.has(beside)]).toEqual([true, false, false]);
    expect((await network.players.detail(VICTIM.uuid)).name).toBe('Victim');
  });

  it('does not become present when the player whose it is leaves, also where nobody could check it', async () => {
    const { clock, edge, second, events, storage } = await open();
    const victim = await edge.enter('Victim', VICTIM.uuid);
    storage.faults.always('players.findMany', 'before');
    second.join(VICTIM.uuid, 'Mallory');
    await clock.advance(30_000);
    if (victim !== undefined) edge.leave(victim);
    await clock.advance(1_000);
    const joins = events('player_join').filter(({ name }) => name === 'Mallory');
    expect(joins.filter(({ uuid }) => uuid === VICTIM.uuid)).toEqual([]);
    expect(second.sessions.every(({ uuid }) => uuid !== VICTIM.uuid)).toBe(true);
  });

  it('throws nobody out either where an edge cannot be told who a player is: the claimer is kicked', async () => {
    const { clock, edge, network } = await open();
    const victim = await edge.enter('Victim', VICTIM.uuid);
    const kicks: (string | undefined)[] = [];
    const older = network.agents.attachProxy(
      { name: 'older-edge', platform: 'edge', version: '1.0.0', epoch: 1, accounts: undefined },
      {
        kick: async (_uuid, _message, name) => kicks.push(name) > 0,
        send: async () => true,
        sendMessage: () => undefined,
        close: () => undefined,
      },
    );
    older.sync([]);
    older.join({ uuid: VICTIM.uuid, name: 'Mallory', ip: '192.0.2.9', server: null });
    await clock.advance(1_000);
    expect(kicks).toContain('Mallory');
    expect(edge.has(victim)).toBe(true);
    expect((await network.players.detail(VICTIM.uuid)).name).toBe('Victim');
  });

  it('is not that of the player who had the name before and is online under another one', async () => {
    const { accounts, clock, edge } = await open();
    await edge.enter('Victim', null);
    accounts.set('Victim', null);
    accounts.set('NewName', VICTIM.uuid);
    await clock.leap(38 * DAY);
    const victim = await edge.enter('NewName', null);
    accounts.away = true;
    const heir = await edge.enter('Victim', VICTIM.uuid);
    await clock.advance(1_000);
    expect(heir?.uuid).toBe(offlineUuid('Victim'));
    expect(edge.has(victim)).toBe(true);
  });

  it('gives way to the player who proves it, at the same edge and at another', async () => {
    for (const at of [0, 1]) {
      const { accounts, clock, edge, second, network } = await open();
      accounts.away = true;
      const claimer = await edge.enter('Mallory', VICTIM.uuid);
      expect(claimer).toMatchObject({ uuid: VICTIM.uuid });
      accounts.away = false;
      const where = [edge, second][at] ?? edge;
      const victim = await where.enter('Victim', VICTIM.uuid);
      await clock.advance(1_000);
      expect([edge.has(claimer), where.has(victim)]).toEqual([false, true]);
      expect((await network.players.detail(VICTIM.uuid)).name).toBe('Victim');
    }
  });

  it('gets nobody else banned: the ban goes to whom the name is proved to be', async () => {
    const { accounts, clock, edge, ban, network } = await open();
    accounts.away = true;
    const claimer = await edge.enter('Mallory', VICTIM.uuid);
    await ban(VICTIM.uuid, 'Mallory');
    await clock.advance(1_000);
    expect(edge.has(claimer)).toBe(false);
    accounts.away = false;
    expect((await edge.login('Victim', VICTIM.uuid)).admission).toEqual({ allow: true });
    expect((await edge.login('Mallory', null)).admission).toMatchObject({ code: 'banned' });
    expect(await network.bans.get(MALLORY.uuid)).toMatchObject({ active: true, name: 'Mallory' });
    expect(await network.bans.get(VICTIM.uuid)).toMatchObject({ active: false });
  });

  it('ends as soon as the name is proved: who is there is shown as who they are', async () => {
    const { accounts, clock, edge, network } = await open();
    accounts.away = true;
    await edge.enter('Mallory', VICTIM.uuid);
    accounts.away = false;
    await edge.login('Mallory', VICTIM.uuid);
    await clock.advance(1_000);
    expect((await network.players.detail(MALLORY.uuid)).isOnline).toBe(true);
    expect(network.players.onlineCount).toBe(1);
  });

  it('of two players who claim to be each other gets each of them their own ban', async () => {
    const { accounts, clock, edge, ban } = await open();
    accounts.away = true;
    await edge.enter('Mallory', VICTIM.uuid);
    await edge.enter('Victim', MALLORY.uuid);
    await ban(VICTIM.uuid, 'Mallory');
    await ban(MALLORY.uuid, 'Victim');
    await clock.advance(1_000);
    accounts.away = false;
    for (const name of ['Mallory', 'Victim', 'Mallory']) {
      expect((await edge.login(name, null)).admission, name).toMatchObject({ code: 'banned' });
    }
  });

  it('of a banned player is refused with it', async () => {
    const fixture = await open(false);
    fixture.known(VICTIM);
    await fixture.ban();
    expect((await fixture.edge.login('Mallory', VICTIM.uuid)).admission).toMatchObject({ code: 'banned' });
  });
});

describe('a ban', () => {
  it('follows a renamed account, although an old client sends no uuid', async () => {
    const { accounts, edge, ban } = await open();
    await ban();
    accounts.set('Victim', null);
    accounts.set('NewName', VICTIM.uuid);
    expect((await edge.login('NewName', null)).admission).toMatchObject({ code: 'banned' });
  });

  it('follows an account that nobody had vouched for when it came, and that was renamed after the ban', async () => {
    const { accounts, clock, edge, ban } = await open();
    accounts.away = true;
    await edge.enter('Victim', VICTIM.uuid);
    accounts.away = false;
    await ban();
    await clock.advance(1_000);
    accounts.set('Victim', null);
    accounts.set('NewName', VICTIM.uuid);
    expect((await edge.login('NewName', null)).admission).toMatchObject({ code: 'banned' });
  });

  it('holds whatever name was mistyped with it', async () => {
    const { edge, ban } = await open();
    await ban(MALLORY.uuid, 'Victim');
    expect((await edge.login('Mallory', null)).admission).toMatchObject({ code: 'banned' });
    expect((await edge.login('Victim', VICTIM.uuid)).admission).toEqual({ allow: true });
  });

  it('of a known player under a wrong name is answered with the true one', async () => {
    const { edge, ban } = await open();
    await edge.enter('Victim', null);
    expect(await ban(VICTIM.uuid, 'Vicitm')).toMatchObject({ uuid: VICTIM.uuid, name: 'Victim' });
  });

  it('of a player keeps its name where somebody else only claimed the uuid', async () => {
    const { edge, ban } = await open(false);
    await edge.enter('Mallory', VICTIM.uuid);
    expect(await ban(VICTIM.uuid, 'Victim')).toMatchObject({ uuid: VICTIM.uuid, name: 'Victim' });
  });

  it('of a name holds while another of the same name has ended', async () => {
    const { clock, edge, ban, network } = await open(false);
    await ban(VICTIM.uuid, 'Griefer', '1h');
    await ban(MALLORY.uuid, 'Griefer');
    await clock.advance(3_600_001);
    expect((await edge.login('Griefer', null)).admission).toMatchObject({ code: 'banned' });
    await network.bans.unban(MALLORY.uuid, ADMIN);
    expect((await edge.login('Griefer', null)).admission).toEqual({ allow: true });
  });

  it('holds for its name from the answer on, whatever uuid is claimed', async () => {
    const { edge, ban } = await open(false);
    const before = await edge.login('Victim', MALLORY.uuid);
    await ban();
    expect((await edge.login('VICTIM', HEIR.uuid)).admission).toMatchObject({ code: 'banned' });
    edge.join(before.uuid, 'Victim');
    await Promise.resolve();
    expect(edge.kicks).toHaveLength(1);
  });

  it('leaves whoever was proved when they came, although a mistyped ban has their name and the proof is old', async () => {
    const { clock, edge, backend, ban } = await open();
    const session = await edge.enter('Victim', null);
    await clock.leap(38 * DAY);
    backend('lobby')
      .connect()
      .session.report({ players: [VICTIM.uuid], names: ['Victim'] });
    await clock.advance(1_000);
    await ban(HEIR.uuid, 'Victim');
    await clock.advance(1_000);
    expect(edge.has(session)).toBe(true);
  });

  it('reaches who is online under its name with another uuid that nobody proved', async () => {
    const { clock, edge, ban } = await open(false);
    const session = await edge.enter('Victim', MALLORY.uuid);
    await ban();
    await clock.advance(1_000);
    expect(edge.has(session)).toBe(false);
  });

  it('lets the proved heir of a name play', async () => {
    const { accounts, clock, edge, ban } = await open();
    accounts.set('Griefer', VICTIM.uuid);
    expect(await edge.enter('Griefer', null)).toBeDefined();
    await ban(VICTIM.uuid, 'Griefer');
    await clock.leap(40 * DAY);
    accounts.set('Griefer', HEIR.uuid);
    const heir = await edge.enter('Griefer', HEIR.uuid);
    await clock.advance(1_000);
    expect(heir).toMatchObject({ uuid: HEIR.uuid });
    expect(edge.has(heir)).toBe(true);
  });

  it('holds in offline networks whatever the case of the name', async () => {
    const { clock, network } = await openFixture();
    const edge = new FakeEdge(network, clock, 'edge', 'offline');
    const griefer = { uuid: offlineUuid('Griefer'), name: 'Griefer' };
    await network.bans.ban({ ...griefer, time: 'perma', reason: 'x' }, ADMIN);
    expect((await edge.login('griefer', null)).admission).toMatchObject({ code: 'banned' });
  });
});

describe('the account service', () => {
  it('is not asked again about a name that was proved in the last 30 days', async () => {
    const { accounts, clock, edge } = await open();
    await edge.login('Victim', null);
    await clock.leap(29 * DAY);
    await edge.login('VICTIM', MALLORY.uuid);
    expect(accounts.asked).toEqual(['Victim']);
    await clock.leap(2 * DAY);
    accounts.away = true;
    expect(await edge.login('Victim', MALLORY.uuid)).toMatchObject({ uuid: VICTIM.uuid, proved: true });
    expect(accounts.asked).toHaveLength(2);
  });

  it('holds a login up for 1.5 s at most', async () => {
    const { accounts, clock, edge } = await open();
    accounts.silent = true;
    const login = edge.login('Victim', null);
    await clock.advance(1_500);
    expect((await login).admission).toEqual({ allow: true });
  });

  it('is not asked about names that are no account', async () => {
    const { accounts, edge } = await open();
    await edge.login('.Bed Rock', parseUuid('00000000-0000-0000-0009-01f64f65c7c3') ?? null);
    expect(accounts.asked).toEqual([]);
  });
});

describe('a report of a game server that names the true uuid', () => {
  it('corrects a claim: the presence ends, and begins under the true one', async () => {
    const { clock, edge, backend, events, network } = await open(false);
    await edge.enter('Mallory', VICTIM.uuid, 'lobby');
    const server = backend('lobby').connect();
    server.session.report({ players: [MALLORY.uuid], names: ['Mallory'] });
    await clock.advance(1_000);
    expect(events('player_leave')).toMatchObject([{ uuid: VICTIM.uuid }]);
    expect(events('player_join').at(-1)).toMatchObject({ uuid: MALLORY.uuid, name: 'Mallory' });
    expect(network.players.onlineCount).toBe(1);
  });

  it('corrects a claim also where it came before the join', async () => {
    const { clock, edge, backend, network } = await open(false);
    backend('lobby').connect({ players: [MALLORY.uuid], names: ['Mallory'] });
    await edge.enter('Mallory', VICTIM.uuid, 'lobby');
    await clock.advance(1_000);
    expect((await network.players.detail(MALLORY.uuid)).isOnline).toBe(true);
    expect(network.players.onlineCount).toBe(1);
  });

  it('does not take a proved name or another player’s session', async () => {
    const { clock, edge, backend, accounts } = await open();
    const victim = await edge.enter('Victim', null, 'lobby');
    accounts.away = true;
    const other = await edge.enter('Other_1', null, 'lobby');
    const server = backend('lobby').connect();
    server.session.report({ players: [MALLORY.uuid, VICTIM.uuid], names: ['Victim', 'Other_1'] });
    await clock.advance(1_000);
    expect([edge.has(victim), edge.has(other)]).toEqual([true, true]);
    expect(victim?.uuid).toBe(VICTIM.uuid);
  });
});
