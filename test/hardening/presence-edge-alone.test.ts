import { describe, expect, it } from 'vitest';
import { offlineUuid } from '../../src/runtime/offline-uuid.ts';
import { type EdgeSession, FakeEdge } from '../actors/identity/fake-edge.ts';
import { type IdentityFixture, MALLORY, openIdentity, VICTIM } from '../actors/identity/identity-fixture.ts';
import type { TestPlayer } from '../actors/test-players.ts';

/** Somebody whom the edge let in alone, under this name by this uuid. */
function alone({ clock }: IdentityFixture, name: string, uuid = VICTIM.uuid): EdgeSession {
  return { uuid, name, server: null, joinedAt: clock.now() };
}

/** A coordinator that was away while these came to an edge, in a network that asks no account service. */
async function openAfter(known: readonly TestPlayer[], ...names: readonly string[]) {
  const fixture = await openIdentity(false);
  for (const one of known) fixture.known(one);
  const edge = new FakeEdge(
    fixture.network,
    fixture.clock,
    'edge-3',
    'online',
    names.map((name) => alone(fixture, name)),
  );
  await fixture.clock.advance(0);
  return { ...fixture, edge };
}

describe('who came to an edge while it decided alone, claiming a known player', () => {
  it('is never present as that player: the edge is told who they are', async () => {
    const { edge, events } = await openAfter([VICTIM], 'Mallory');
    expect(events('player_join')).toMatchObject([{ uuid: offlineUuid('Mallory'), name: 'Mallory' }]);
    expect(edge.sessions).toMatchObject([{ uuid: offlineUuid('Mallory') }]);
    expect(edge.kicks).toEqual([]);
  });

  it('is the player whom the network knows by the name', async () => {
    const { edge, events } = await openAfter([VICTIM, MALLORY], 'Mallory');
    expect(events('player_join')).toMatchObject([{ uuid: MALLORY.uuid }]);
    expect(edge.sessions).toMatchObject([{ uuid: MALLORY.uuid }]);
  });

  it('gets nobody else banned by their row', async () => {
    const { network, edge, second, ban } = await openAfter([VICTIM], 'Mallory');
    const page = { sort: 'name', order: 'asc', search: '', limit: null, offset: 0 } as const;
    const [row] = JSON.parse(new TextDecoder().decode(network.players.online(page).bytes)) as TestPlayer[];
    await ban(row?.uuid, row?.name);
    expect(edge.sessions.length).toBeLessThanOrEqual(1);
    expect((await second.login('Victim', VICTIM.uuid)).admission).toEqual({ allow: true });
  });

  it('is not either by a join that the coordinator was not asked about', async () => {
    const { edge, clock, events } = await openAfter([VICTIM]);
    edge.join(VICTIM.uuid, 'Mallory');
    await clock.advance(0);
    expect(events('player_join')).toMatchObject([{ uuid: offlineUuid('Mallory') }]);
  });

  it('does not get kicked the player who is online by that uuid at another edge, nor is kicked', async () => {
    const { edge, second, clock, network, named } = await openAfter([VICTIM, MALLORY]);
    named(VICTIM, 'account');
    const victim = await second.enter('Victim', VICTIM.uuid);
    edge.join(VICTIM.uuid, 'Mallory');
    await clock.advance(0);
    expect([...edge.kicks, ...second.kicks]).toEqual([]);
    expect(edge.sessions).toMatchObject([{ uuid: MALLORY.uuid }]);
    expect(second.has(victim)).toBe(true);
    expect(network.players.onlineCount).toBe(2);
  });

  it('is not either in the time that the database needs for the answer', async () => {
    const fixture = await openIdentity(false);
    const { storage, clock, network, events } = fixture;
    fixture.known(VICTIM);
    storage.faults.always('players.findMany', 'before');
    const edge = new FakeEdge(network, clock, 'edge-3', 'online', [alone(fixture, 'Mallory')]);
    await clock.advance(200);
    expect(events('player_join')).toEqual([]);
    storage.faults.heal();
    await clock.advance(5_000);
    expect(events('player_join')).toMatchObject([{ uuid: offlineUuid('Mallory') }]);
    expect(edge.sessions).toHaveLength(1);
  });

  it('is not either however long the database is away', async () => {
    const fixture = await openIdentity(false);
    const { storage, clock, network, events } = fixture;
    fixture.known(VICTIM);
    storage.faults.always('players.findMany', 'before');
    const there = Array.from({ length: 250 }, (_, at) => alone(fixture, `P${at}`, offlineUuid(`P${at}`)));
    const edge = new FakeEdge(network, clock, 'edge-3', 'online', [...there, alone(fixture, 'Mallory')]);
    await clock.advance(600_000);
    expect(events('player_join')).toEqual([]);
    storage.faults.heal();
    await clock.advance(5_000);
    expect(network.players.onlineCount).toBe(251);
    expect(events('player_join').find(({ name }) => name === 'Mallory')).toMatchObject({
      uuid: offlineUuid('Mallory'),
    });
    expect(edge.sessions).toHaveLength(251);
  });

  it('throws nobody out who came as that player meanwhile, although the database never answers', async () => {
    const fixture = await openIdentity(false);
    const { storage, clock, network, second } = fixture;
    const { uuid } = await second.login('Victim', VICTIM.uuid);
    storage.faults.always('players.findMany', 'before');
    const edge = new FakeEdge(network, clock, 'edge-3', 'online', [alone(fixture, 'Mallory')]);
    const victim = second.join(uuid, 'Victim');
    await clock.advance(60_000);
    expect(second.has(victim)).toBe(true);
    expect(edge.sessions.some((one) => one.uuid === VICTIM.uuid)).toBe(false);
    expect((await network.players.detail(VICTIM.uuid)).name).toBe('Victim');
  });

  it('is not shown when they have left meanwhile', async () => {
    const fixture = await openIdentity(false);
    const { storage, clock, network, events } = fixture;
    storage.faults.always('players.findMany', 'before');
    const edge = new FakeEdge(network, clock, 'edge-3', 'online', [alone(fixture, 'Mallory')]);
    for (const session of Array.from(edge.sessions)) edge.leave(session);
    storage.faults.heal();
    await clock.advance(5_000);
    expect(events('player_join')).toEqual([]);
    expect(network.players.onlineCount).toBe(0);
  });
});

it('a uuid that is made of another name is nobody’s claim: who comes with it is who they are without', async () => {
  const { edge, clock, events } = await openAfter([]);
  edge.join(offlineUuid('Victim'), 'Mallory');
  await clock.advance(0);
  expect(events('player_join')).toMatchObject([{ uuid: offlineUuid('Mallory'), name: 'Mallory' }]);
});

describe('an honest player who came to an edge while it decided alone', () => {
  it('stays who they are, known or new', async () => {
    for (const known of [[VICTIM], []]) {
      const { edge, events, network } = await openAfter(known, 'Victim');
      expect(events('player_join')).toMatchObject([{ uuid: VICTIM.uuid, name: 'Victim' }]);
      expect(edge.sessions).toHaveLength(1);
      expect(network.players.onlineCount).toBe(1);
    }
  });

  it('is not thrown out because somebody is online who claims their uuid', async () => {
    for (const how of ['list', 'join'] as const) {
      const fixture = await openIdentity(false);
      const { network, clock } = fixture;
      await fixture.edge.enter('Mallory', VICTIM.uuid);
      const there = how === 'list' ? [alone(fixture, 'Victim')] : [];
      const edge = new FakeEdge(network, clock, 'edge-3', 'online', there);
      if (how === 'join') edge.join(VICTIM.uuid, 'Victim');
      await clock.advance(1_000);
      expect(edge.kicks, how).toEqual([]);
      expect(edge.sessions, how).toHaveLength(1);
      expect(network.players.onlineCount, how).toBe(2);
    }
  });

  it('is who the network knows by the name, where the edge took somebody else for them', async () => {
    const fixture = await openIdentity(false);
    const { clock, network, events, second } = fixture;
    fixture.known(VICTIM);
    const there = [alone(fixture, 'Mallory'), alone(fixture, 'Victim', offlineUuid('Victim'))];
    const edge = new FakeEdge(network, clock, 'edge-3', 'online', there);
    await clock.advance(1_000);
    const shown = events('player_join').map(({ uuid, name }) => [name, uuid]);
    expect(shown).toEqual([
      ['Mallory', offlineUuid('Mallory')],
      ['Victim', VICTIM.uuid],
    ]);
    expect(edge.kicks).toEqual([]);
    for (const session of Array.from(edge.sessions)) edge.leave(session);
    expect(await second.enter('Victim', null)).toMatchObject({ uuid: VICTIM.uuid });
  });

  it('is known by the offline uuid where their client sends none, without a question about each', async () => {
    const fixture = await openIdentity(false);
    const { clock, network, storage } = fixture;
    const there = Array.from({ length: 300 }, (_, at) => alone(fixture, `P${at}`, offlineUuid(`P${at}`)));
    const edge = new FakeEdge(network, clock, 'edge-3', 'online', there);
    await clock.advance(1_000);
    expect(network.players.onlineCount).toBe(300);
    expect(storage.faults.count('names.namesOf')).toBeLessThanOrEqual(3);
    expect(storage.faults.count('players.findByName')).toBe(0);
    expect(edge.kicks).toEqual([]);
  });

  it('stays connected while the database does not answer, and is shown as who they are once it does', async () => {
    const fixture = await openIdentity(false);
    const { storage, clock, network } = fixture;
    storage.faults.always('players.findMany', 'before');
    const edge = new FakeEdge(network, clock, 'edge-3', 'online', [alone(fixture, 'Victim')]);
    await clock.advance(600_000);
    expect(edge.sessions).toMatchObject([{ uuid: VICTIM.uuid }]);
    const asked = storage.faults.count('players.findMany');
    expect(asked).toBeLessThan(400);
    storage.faults.heal();
    await clock.advance(5_000);
    expect(network.players.onlineCount).toBe(1);
    expect(edge.sessions).toMatchObject([{ uuid: VICTIM.uuid }]);
    expect(edge.kicks).toEqual([]);
  });
});

describe('who came to an edge that decided alone, with a uuid that was banned on a claim', () => {
  /** Mallory is banned by the uuid that they claimed, and these came to another edge before it knew. */
  async function openWithBan(...names: readonly string[]) {
    const fixture = await openIdentity(false);
    const { network, clock, storage } = fixture;
    await fixture.edge.enter('Mallory', VICTIM.uuid);
    await fixture.ban(VICTIM.uuid, 'Mallory');
    await clock.advance(1_000);
    const connect = (): FakeEdge =>
      new FakeEdge(
        network,
        clock,
        'edge-3',
        'online',
        names.map((name) => alone(fixture, name)),
      );
    return { fixture, connect, faults: storage.faults };
  }

  it('is not thrown out for it, and not shown as who was banned', async () => {
    const { fixture, connect } = await openWithBan('Victim');
    const edge = connect();
    await fixture.clock.advance(1_000);
    expect(edge.kicks).toEqual([]);
    expect(edge.sessions).toMatchObject([{ name: 'Victim', uuid: offlineUuid('Victim') }]);
    expect(fixture.network.players.onlineCount).toBe(1);
  });

  it('is not either when the database does not answer', async () => {
    const { fixture, connect, faults } = await openWithBan('Victim');
    faults.always('players.findMany', 'before');
    const edge = connect();
    await fixture.clock.advance(30_000);
    expect(edge.kicks).toEqual([]);
    expect(edge.sessions).toHaveLength(1);
  });

  it('is out when it is they who were banned, although another comes by the same uuid', async () => {
    const { fixture, connect } = await openWithBan('Victim', 'mallory');
    const edge = connect();
    await fixture.clock.advance(1_000);
    expect(edge.sessions).toMatchObject([{ name: 'Victim' }]);
    expect(edge.kicks.every(({ name }) => name === 'mallory')).toBe(true);
  });

  it('is out when the uuid is banned by a name that is theirs', async () => {
    const fixture = await openIdentity(false);
    fixture.named(VICTIM, 'agent');
    await fixture.ban(VICTIM.uuid, 'Victim');
    const there = [alone(fixture, 'Renamed')];
    const edge = new FakeEdge(fixture.network, fixture.clock, 'edge-3', 'online', there);
    await fixture.clock.advance(1_000);
    expect(edge.sessions).toEqual([]);
  });
});

describe('of two who came by one uuid to an edge that decided alone', () => {
  it('only the banned one is thrown out, where the other was shown at once', async () => {
    const fixture = await openIdentity();
    const { network, clock, edge } = fixture;
    for (const { name, uuid } of [MALLORY, VICTIM]) await edge.login(name, uuid);
    await fixture.ban(MALLORY.uuid, 'Mallory');
    const there = [alone(fixture, 'Victim'), alone(fixture, 'Mallory')];
    const again = new FakeEdge(network, clock, 'edge-3', 'online', there);
    await clock.advance(1_000);
    expect(again.sessions).toMatchObject([{ name: 'Victim', uuid: VICTIM.uuid }]);
    expect(again.kicks.some(({ uuid }) => uuid === VICTIM.uuid)).toBe(false);
  });

  it('only the name of who was shown at once counts as claimed', async () => {
    const fixture = await openIdentity();
    const { network, clock, storage } = fixture;
    await fixture.edge.login('Victim', VICTIM.uuid);
    storage.faults.always('players.findMany', 'before');
    const there = [alone(fixture, 'Victim'), alone(fixture, 'Stranger')];
    const again = new FakeEdge(network, clock, 'edge-3', 'online', there);
    await clock.advance(10_000);
    expect(again.sessions).toHaveLength(2);
    expect([...storage.rows.names.values()].map(({ key }) => key)).toEqual(['victim']);
  });

  it.each(['list', 'joins'])(
    'only the one of a banned name is thrown out, where the other is not checked yet, by their %s',
    async (way) => {
      const fixture = await openIdentity(false);
      const { network, clock } = fixture;
      await fixture.ban(MALLORY.uuid, 'Mallory');
      const names = ['Mallory', 'Victim'];
      const there = way === 'list' ? names.map((name) => alone(fixture, name)) : [];
      const edge = new FakeEdge(network, clock, 'edge-3', 'online', there);
      if (way === 'joins') for (const name of names) edge.join(VICTIM.uuid, name);
      await clock.advance(1_000);
      expect(edge.sessions).toMatchObject([{ name: 'Victim' }]);
      expect(edge.kicks.every(({ name }) => name === 'Mallory')).toBe(true);
    },
  );
});

it('a login of which the coordinator found out who it is costs its join no question to the database', async () => {
  const { edge, clock, storage } = await openIdentity(false);
  const { uuid } = await edge.login('Victim', VICTIM.uuid);
  const before = storage.faults.count('names.namesOf');
  edge.join(uuid, 'Victim');
  await clock.advance(0);
  expect(storage.faults.count('names.namesOf')).toBe(before);
});

it('many players of one list are one question for every two hundred', async () => {
  const fixture = await openIdentity(false);
  const { storage, clock, network } = fixture;
  const uuid = (at: number) => `00000000-0000-4000-8000-${at.toString(16).padStart(12, '0')}`;
  const there = Array.from({ length: 1_000 }, (_, at) =>
    alone(fixture, `P${at}`, uuid(at) as typeof VICTIM.uuid),
  );
  const before = storage.faults.count('names.namesOf');
  const edge = new FakeEdge(network, clock, 'edge-3', 'online', there);
  await clock.advance(1_000);
  expect(network.players.onlineCount).toBe(1_000);
  expect(storage.faults.count('names.namesOf') - before).toBeLessThanOrEqual(6);
  expect(edge.kicks).toEqual([]);
});
