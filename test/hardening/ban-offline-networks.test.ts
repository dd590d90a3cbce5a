import { describe, expect, it } from 'vitest';
import { offlineUuid } from '../../src/runtime/offline-uuid.ts';
import { FakeAccounts } from '../actors/identity/fake-accounts.ts';
import { FakeEdge } from '../actors/identity/fake-edge.ts';
import { openFixture } from '../actors/network-fixture.ts';
import { ADMIN, testPlayer } from '../actors/test-players.ts';

const OFFLINE = offlineUuid('Griefer');
/** Whoever has the account of that name: they never were here. */
const STRANGER = testPlayer(9, 'Griefer');

/** A network beside an account service that knows the stranger. */
async function open(edgeIdentity: 'online' | 'offline') {
  const accounts = new FakeAccounts();
  accounts.set(STRANGER.name, STRANGER.uuid);
  const fixture = await openFixture({ accounts, edgeIdentity });
  const ban = (uuid = OFFLINE, name = 'Griefer') =>
    fixture.network.bans.ban({ uuid, name, time: 'perma', reason: 'tnt' }, ADMIN);
  return { ...fixture, accounts, ban };
}

describe('a ban where servers check no accounts', () => {
  it('stays with who was there, whoever has the account of that name', async () => {
    const { network, clock, accounts, ban } = await open('offline');
    const edge = new FakeEdge(network, clock, 'edge', 'offline');
    const griefer = await edge.enter('Griefer', OFFLINE);
    for (let again = 0; again < 2; again += 1) {
      expect(await ban()).toMatchObject({ uuid: OFFLINE, name: 'Griefer' });
      await clock.advance(120_000);
      expect(edge.has(griefer)).toBe(false);
      expect([...network.bans.active()].map(({ uuid }) => uuid)).toEqual([OFFLINE]);
      expect((await edge.login('Griefer', OFFLINE)).admission).toMatchObject({ code: 'banned' });
      await network.bans.unban(OFFLINE, ADMIN);
      expect((await edge.login('Griefer', OFFLINE)).admission).toEqual({ allow: true });
    }
    expect(accounts.asked).toEqual([]);
  });

  it('throws out nobody else who is there by a proxy, where the banned one is at an edge', async () => {
    const { network, clock, proxy, ban } = await open('offline');
    const edge = new FakeEdge(network, clock, 'edge', 'offline');
    const velocity = proxy('velocity').connect();
    const griefer = await edge.enter('Griefer', null);
    velocity.enter({ uuid: offlineUuid('Other'), name: 'Other', ip: '192.0.2.2' });
    expect(await ban(OFFLINE, 'Other')).toMatchObject({ uuid: OFFLINE, name: 'Griefer' });
    await clock.advance(1_000);
    expect([edge.has(griefer), velocity.kicks]).toEqual([false, []]);
  });

  it('throws out nobody else behind proxies alone either, whatever the account service would say', async () => {
    const { clock, accounts, proxy, ban } = await open('online');
    const velocity = proxy('velocity').connect();
    const other = { uuid: offlineUuid('Other'), name: 'Other', ip: '192.0.2.2' };
    velocity.enter({ uuid: OFFLINE, name: 'Griefer', ip: '192.0.2.1' });
    velocity.enter(other);
    expect(await ban(OFFLINE, 'Other')).toMatchObject({ uuid: OFFLINE, name: 'Griefer' });
    await clock.advance(120_000);
    expect(velocity.kicks.map(({ uuid }) => uuid)).toEqual([OFFLINE]);
    expect(velocity.login(other)).toEqual({ allow: true });
    expect(accounts.asked).toEqual([]);
  });

  it('throws out nobody else whose name was given with the uuid', async () => {
    const { network, clock, ban } = await open('offline');
    const edge = new FakeEdge(network, clock, 'edge', 'offline');
    const [griefer, other] = [await edge.enter('Griefer', null), await edge.enter('Other', null)];
    expect(await ban(OFFLINE, 'Other')).toMatchObject({ uuid: OFFLINE, name: 'Griefer' });
    await clock.advance(1_000);
    expect([edge.has(griefer), edge.has(other)]).toEqual([false, true]);
    expect((await edge.login('Other', null)).admission).toEqual({ allow: true });
  });
});

describe('a login that an edge says to be of another kind', () => {
  it.each([
    ['than the edge itself', 'online', 'offline', 'online'],
    ['than the network, where the edge did not say it', 'online', 'offline', null],
    ['than the network without accounts', 'offline', 'online', 'offline'],
  ] as const)('%s is refused and believed nowhere', async (_, network, login, said) => {
    const fixture = await open(network);
    const thief = new FakeEdge(fixture.network, fixture.clock, 'edge', login, [], said);
    await expect(thief.login('Anybody', STRANGER.uuid)).rejects.toMatchObject({ code: 'not_permitted' });
    expect(fixture.notes()).toContain('edge.other-identity');
    expect(fixture.accounts.asked).toEqual([]);
  });

  it('makes no claim at that edge pass unchecked', async () => {
    const { network, clock } = await open('online');
    const honest = new FakeEdge(network, clock, 'edge');
    await honest.login('Griefer', null);
    const thief = new FakeEdge(network, clock, 'edge-2', 'offline', [], 'online');
    await thief.login('Mallory', null).catch(() => undefined);
    thief.join(STRANGER.uuid, 'Mallory');
    await clock.advance(1_000);
    const shown = network.players.online({ sort: 'name', order: 'asc', search: '', limit: null, offset: 0 });
    expect(new TextDecoder().decode(shown.bytes)).not.toContain(STRANGER.uuid);
  });
});
