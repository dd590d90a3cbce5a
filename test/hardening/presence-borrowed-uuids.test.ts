import { describe, expect, it } from 'vitest';
import { offlineUuid } from '../../src/runtime/offline-uuid.ts';
import { FakeEdge } from '../actors/identity/fake-edge.ts';
import { DAY, HEIR, MALLORY, openIdentity as open, VICTIM } from '../actors/identity/identity-fixture.ts';
import { LinkedEdge } from '../actors/identity/linked-edge.ts';
import { testPlayer } from '../actors/test-players.ts';

const STRANGER = testPlayer(9, 'Stranger');

/** An honest newcomer, of whom a game server says that they are Mallory, while nobody can be asked. */
async function openWithNewcomer(claim: 'own' | 'none' = 'own') {
  const fixture = await open();
  const { accounts, clock, edge, backend } = fixture;
  accounts.away = true;
  await edge.enter(HEIR.name, claim === 'own' ? HEIR.uuid : null, 'lobby');
  const lobby = backend('lobby').return({ players: [MALLORY.uuid], names: [HEIR.name] });
  await clock.advance(1_000);
  expect(edge.sessions).toMatchObject([{ uuid: MALLORY.uuid, name: HEIR.name }]);
  return { ...fixture, lobby };
}

describe('who is shown as another by nothing but a game server’s word', () => {
  it.each(['edge', 'second'] as const)(
    'goes on as themselves when that one logs in by the %s',
    async (at) => {
      const fixture = await openWithNewcomer();
      const { accounts, clock, edge } = fixture;
      accounts.away = false;
      await fixture[at].enter('Mallory', MALLORY.uuid);
      await clock.advance(1_000);
      expect([edge.kicks, fixture.second.kicks]).toEqual([[], []]);
      expect([...edge.sessions, ...fixture.second.sessions]).toHaveLength(2);
      expect(edge.sessions).toContainEqual(expect.objectContaining({ uuid: HEIR.uuid, name: HEIR.name }));
    },
  );

  it('goes on under a uuid of their name where their client sent none', async () => {
    const { accounts, clock, edge, second } = await openWithNewcomer('none');
    accounts.away = false;
    await second.enter('Mallory', MALLORY.uuid);
    await clock.advance(1_000);
    expect(edge.kicks).toEqual([]);
    expect(edge.sessions).toMatchObject([{ uuid: offlineUuid(HEIR.name), name: HEIR.name }]);
  });

  it('is not thrown out by a ban of that one, whom they do not stay', async () => {
    const { clock, edge, ban } = await openWithNewcomer();
    await ban(MALLORY.uuid, 'Mallory');
    await clock.advance(1_000);
    expect(edge.kicks).toEqual([]);
    expect(edge.sessions).toMatchObject([{ uuid: HEIR.uuid, name: HEIR.name }]);
  });

  it('is not thrown out by a ban that moves to that one', async () => {
    const { accounts, clock, edge, second, ban, network } = await openWithNewcomer();
    await second.enter('Mallory', STRANGER.uuid);
    await ban(STRANGER.uuid, 'Mallory');
    accounts.away = false;
    await clock.advance(120_000);
    expect(await network.bans.get(MALLORY.uuid)).toMatchObject({ active: true });
    expect([edge.kicks, second.sessions]).toEqual([[], []]);
    expect(edge.sessions).toMatchObject([{ uuid: HEIR.uuid, name: HEIR.name }]);
  });

  it('is not thrown out by a ban that was set while their edge was away', async () => {
    const { accounts, clock, network, ban, backend } = await open();
    accounts.away = true;
    const kicked: string[] = [];
    const edge = new LinkedEdge('edge-3', clock, ({ name }) => kicked.push(name));
    edge.server = 'lobby';
    edge.link(network);
    edge.open(HEIR.name, await edge.login(HEIR.name, HEIR.uuid), true, true, HEIR.uuid);
    await clock.advance(3_000);
    backend('lobby').return({ players: [MALLORY.uuid], names: [HEIR.name] });
    await clock.advance(3_000);
    expect(edge.players).toMatchObject([{ uuid: MALLORY.uuid }]);
    edge.unlink();
    await ban(MALLORY.uuid, 'Mallory');
    edge.link(network);
    await clock.advance(3_000);
    expect(kicked).toEqual([]);
    expect(edge.players).toMatchObject([{ uuid: HEIR.uuid, name: HEIR.name }]);
  });

  it('is out by a ban of their own row', async () => {
    const { clock, edge, ban } = await openWithNewcomer();
    await ban(MALLORY.uuid, HEIR.name);
    await clock.advance(1_000);
    expect(edge.sessions).toEqual([]);
  });

  it('is out once they are proved to be the banned player', async () => {
    const { accounts, clock, edge, ban } = await openWithNewcomer();
    await ban(MALLORY.uuid, 'Mallory');
    await clock.advance(1_000);
    accounts.set('Mallory', null);
    accounts.set(HEIR.name, MALLORY.uuid);
    accounts.away = false;
    await clock.advance(120_000);
    expect(edge.sessions).toEqual([]);
  });
});

it('a banned player whose client sent the banned uuid itself is out, although a game server said so too', async () => {
  const { accounts, clock, edge, ban, backend } = await open();
  accounts.away = true;
  await edge.enter('Renamed', MALLORY.uuid, 'lobby');
  backend('lobby').return({ players: [MALLORY.uuid], names: ['Renamed'] });
  await clock.advance(1_000);
  await ban(MALLORY.uuid, 'Mallory');
  await clock.advance(1_000);
  expect(edge.sessions).toEqual([]);
});

it('who claims the uuid of a player who comes with a proof goes on without it', async () => {
  const { accounts, clock, edge, second } = await open();
  accounts.away = true;
  await edge.enter(HEIR.name, MALLORY.uuid);
  accounts.away = false;
  await second.enter('Mallory', MALLORY.uuid);
  await clock.advance(1_000);
  expect(edge.kicks).toEqual([]);
  expect(edge.sessions).toMatchObject([{ uuid: offlineUuid(HEIR.name) }]);
  expect(second.sessions).toMatchObject([{ uuid: MALLORY.uuid }]);
});

it('who joins by a uuid that was banned on another’s claim goes on without it', async () => {
  const { accounts, clock, edge, second, ban } = await open();
  accounts.away = true;
  await edge.enter('Mallory', STRANGER.uuid);
  await ban(STRANGER.uuid, 'Mallory');
  await clock.advance(1_000);
  second.join(STRANGER.uuid, HEIR.name);
  await clock.advance(1_000);
  expect(second.kicks).toEqual([]);
  expect(second.sessions).toMatchObject([{ uuid: offlineUuid(HEIR.name) }]);
});

it('a game server’s word that replaces no proof relabels nobody', async () => {
  const { accounts, clock, edge, backend } = await open();
  const before = await edge.enter('Victim', VICTIM.uuid);
  if (before !== undefined) edge.leave(before);
  await clock.leap(40 * DAY);
  accounts.away = true;
  await edge.enter('Victim', HEIR.uuid, 'lobby');
  backend('lobby').return({ players: [STRANGER.uuid], names: ['Victim'] });
  await clock.advance(1_000);
  expect(edge.sessions).toMatchObject([{ uuid: HEIR.uuid }]);
});

it('the heir of an old name is not shown as who had it, where somebody claimed their uuid at an edge alone', async () => {
  const { accounts, clock, network, edge, ban } = await open();
  const before = await edge.enter('Victim', VICTIM.uuid);
  if (before !== undefined) edge.leave(before);
  await clock.leap(40 * DAY);
  accounts.away = true;
  const joinedAt = clock.now();
  const there = [
    { uuid: HEIR.uuid, name: 'Claimer', server: null, joinedAt },
    { uuid: offlineUuid('Victim'), name: 'Victim', server: null, joinedAt, claim: HEIR.uuid },
  ];
  const alone = new FakeEdge(network, clock, 'alone', 'online', there);
  await clock.advance(1_000);
  expect(alone.sessions).toContainEqual(expect.objectContaining({ uuid: offlineUuid('Victim') }));
  await ban(HEIR.uuid, 'Claimer');
  accounts.set('Claimer', VICTIM.uuid);
  accounts.set('Victim', HEIR.uuid);
  accounts.away = false;
  await clock.advance(120_000);
  expect(await network.bans.get(VICTIM.uuid)).toMatchObject({ active: true });
  expect(alone.sessions).toMatchObject([{ uuid: HEIR.uuid, name: 'Victim' }]);
  expect(alone.kicks).not.toContainEqual(expect.objectContaining({ name: 'Victim' }));
});

it('of two who came by one uuid only the one is out whom the network has no room for', async () => {
  const { clock, edge, network } = await open(false);
  edge.sessions.push({ uuid: HEIR.uuid, name: 'Other', server: null, joinedAt: clock.now() });
  await network.proxy.update({ maintenance: true });
  edge.join(HEIR.uuid, HEIR.name);
  await clock.advance(1_000);
  expect(edge.sessions.map(({ name }) => name)).toEqual(['Other']);
});
