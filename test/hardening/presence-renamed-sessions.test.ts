import { describe, expect, it } from 'vitest';
import { offlineUuid } from '../../src/runtime/offline-uuid.ts';
import { FakeEdge } from '../actors/identity/fake-edge.ts';
import { HEIR, MALLORY, openIdentity as open, VICTIM } from '../actors/identity/identity-fixture.ts';
import { LinkedEdge } from '../actors/identity/linked-edge.ts';
import { testPlayer } from '../actors/test-players.ts';

const OTHER = testPlayer(5, 'Other');
const EVIL = testPlayer(7, 'Evil');

/** What keeps everybody out who is not there already. */
const CLOSED = [{ maintenance: true }, { preventJoin: true }, { maxPlayers: 1 }];

/** Victim came while nobody could be asked, by this claim; Other is there, too, and now the network is closed. */
async function openClosed(closed: (typeof CLOSED)[number], claim: 'own' | 'none', server: string | null) {
  const fixture = await open();
  const { accounts, clock, edge, network } = fixture;
  accounts.away = true;
  await edge.enter(VICTIM.name, claim === 'own' ? VICTIM.uuid : null, server);
  await edge.enter(OTHER.name, OTHER.uuid);
  await clock.advance(3_000);
  await network.proxy.update(closed);
  return fixture;
}

describe.each(CLOSED)('whose uuid changes while the network has %j', (closed) => {
  it('goes on where the account service says late who they are', async () => {
    const { accounts, clock, edge, network } = await openClosed(closed, 'none', null);
    expect(edge.sessions).toMatchObject([{ uuid: offlineUuid(VICTIM.name) }, {}]);
    accounts.away = false;
    await clock.advance(130_000);
    expect(edge.kicks).toEqual([]);
    expect(edge.sessions).toContainEqual(expect.objectContaining({ uuid: VICTIM.uuid, name: VICTIM.name }));
    expect(network.players.onlineCount).toBe(2);
  });

  it('goes on where a game server says who they are', async () => {
    const { clock, edge, network, backend } = await openClosed(closed, 'own', 'lobby');
    backend('lobby').return({ players: [EVIL.uuid], names: [VICTIM.name] });
    await clock.advance(3_000);
    expect(edge.kicks).toEqual([]);
    expect(edge.sessions).toContainEqual(expect.objectContaining({ uuid: EVIL.uuid, name: VICTIM.name }));
    expect(network.players.onlineCount).toBe(2);
  });

  it('goes on where another takes the uuid by a proof', async () => {
    const { accounts, clock, edge, second, network } = await open();
    accounts.away = true;
    await edge.enter(HEIR.name, MALLORY.uuid);
    await clock.advance(3_000);
    accounts.away = false;
    const { uuid, admission } = await second.login('Mallory', MALLORY.uuid);
    expect(admission).toEqual({ allow: true });
    edge.join(uuid, 'Mallory');
    await network.proxy.update(closed);
    await clock.advance(3_000);
    expect(edge.kicks).toEqual([]);
    expect(edge.sessions.map(({ name }) => name).sort()).toEqual([HEIR.name, 'Mallory']);
    expect(network.players.onlineCount).toBe(2);
  });

  it('goes on where an edge let them in alone by the uuid of another, and so does that one', async () => {
    const { clock, network, named } = await open();
    named(VICTIM, 'account');
    await network.proxy.update(closed);
    const there = [
      { ...EVIL, uuid: VICTIM.uuid, server: null, joinedAt: 1, claim: VICTIM.uuid },
      { ...VICTIM, uuid: offlineUuid(VICTIM.name), server: null, joinedAt: 2, claim: VICTIM.uuid },
    ];
    const edge = new FakeEdge(network, clock, 'edge-3', 'online', there);
    await clock.advance(5_000);
    expect(edge.kicks).toEqual([]);
    expect(edge.sessions).toContainEqual(expect.objectContaining({ uuid: VICTIM.uuid, name: VICTIM.name }));
    expect(edge.sessions.map(({ name }) => name).sort()).toEqual([EVIL.name, VICTIM.name]);
    expect(network.players.onlineCount).toBe(2);
  });

  it('goes on where the other one of two by one uuid leaves', async () => {
    const { clock, network, named } = await open();
    named(VICTIM, 'account');
    const kicked: string[] = [];
    const edge = new LinkedEdge('edge-3', clock, ({ name }) => kicked.push(name));
    const basis = { change: 0, isAlone: true, hasPlace: false };
    const decision = { admission: { allow: true as const }, uuid: VICTIM.uuid, holdsSlot: false, basis };
    const evil = edge.open(EVIL.name, decision, true, false, VICTIM.uuid);
    edge.open(VICTIM.name, decision, true, true, VICTIM.uuid);
    await clock.advance(3_000);
    await network.proxy.update(closed);
    edge.link(network);
    edge.close(evil);
    await clock.advance(3_000);
    expect(kicked).toEqual([]);
    expect(edge.players).toMatchObject([{ uuid: VICTIM.uuid, name: VICTIM.name }]);
    expect(network.players.onlineCount).toBe(1);
  });

  it('is out where they turn out to be somebody who is banned', async () => {
    const { accounts, clock, edge, ban } = await openClosed(closed, 'none', null);
    await ban(VICTIM.uuid, 'OldName');
    accounts.away = false;
    await clock.advance(130_000);
    expect(edge.sessions).toMatchObject([{ name: OTHER.name }]);
  });
});

describe('a join while the network is closed', () => {
  it.each(CLOSED)('is refused of who left and comes anew: %j', async (closed) => {
    const { clock, edge } = await openClosed(closed, 'own', null);
    const [victim] = edge.sessions;
    if (victim === undefined) throw new Error('Victim is not there');
    edge.leave(victim);
    await clock.advance(1_001);
    edge.join(VICTIM.uuid, VICTIM.name);
    await clock.advance(1_000);
    expect(edge.sessions).toMatchObject([{ name: OTHER.name }]);
  });

  it('is refused at once of another name, and at another edge', async () => {
    const { clock, edge, second } = await openClosed({ maintenance: true }, 'own', null);
    const [victim] = edge.sessions;
    if (victim === undefined) throw new Error('Victim is not there');
    edge.leave(victim);
    second.join(VICTIM.uuid, VICTIM.name);
    edge.join(EVIL.uuid, EVIL.name);
    await clock.advance(1_000);
    expect([edge.sessions.length, second.sessions.length]).toEqual([1, 0]);
  });

  it('is refused of who was not there when the edge was told who they are', async () => {
    const { clock, edge, network, named } = await open();
    named(VICTIM, 'account');
    await network.proxy.update({ maintenance: true });
    edge.join(EVIL.uuid, VICTIM.name);
    await clock.advance(3_000);
    expect(edge.sessions).toEqual([]);
  });
});
