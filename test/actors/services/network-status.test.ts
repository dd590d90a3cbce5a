import { describe, expect, it } from 'vitest';
import { type NetworkFixture, openFixture } from '../network-fixture.ts';
import { profileOf } from '../profiles.ts';
import { testPlayers } from '../test-players.ts';

const GRACE = 10_000;
const DAY = 24 * 3_600_000;

const status = ({ network }: NetworkFixture) => network.status.current();

function edgeOf({ network, clock, proxy }: NetworkFixture, more: { readonly leadsNowhere: boolean }) {
  const identity = { name: 'edge', platform: 'edge', version: '1.0.0', epoch: clock.now(), ...more } as const;
  const session = network.agents.attachProxy(identity, proxy('edge').client());
  session.sync([]);
  return session;
}

describe('the status of the network', () => {
  it('without any proxy says so since the start', async () => {
    const fixture = await openFixture();
    const start = fixture.clock.now();
    await fixture.clock.advance(60_000);
    expect(status(fixture).proxies).toEqual({ connected: 0, lost: 0, since: start });
  });

  it('has no way in by an edge without routes, which is not missed and counts nobody either', async () => {
    const fixture = await openFixture();
    const start = fixture.clock.now();
    fixture.backend('game').connect();
    const edge = edgeOf(fixture, { leadsNowhere: true });
    await fixture.clock.advance(1000);
    const none = { proxies: { connected: 0, lost: 0, since: start }, playable: false, counted: false };
    expect(status(fixture)).toMatchObject(none);
    edge.lost();
    expect(status(fixture)).toMatchObject(none);
  });

  it('is playable where a proxy is connected and a server online, or an edge leads to servers that nobody knows', async () => {
    const fixture = await openFixture();
    expect(status(fixture).playable).toBe(false);
    const proxy = fixture.proxy().connect();
    expect(status(fixture).playable).toBe(false);
    const edge = edgeOf(fixture, { leadsNowhere: false });
    expect(status(fixture).playable).toBe(true);
    edge.lost();
    expect(status(fixture).playable).toBe(false);
    const backend = fixture.backend('game').connect();
    expect(status(fixture).playable).toBe(true);
    backend.drop();
    expect(status(fixture).playable).toBe(false);
    backend.connect();
    proxy.drop();
    expect(status(fixture).playable).toBe(false);
  });

  it('announces who comes first and goes last where no server is known: that players can join is seen by them alone', async () => {
    const fixture = await openFixture();
    const proxy = fixture.proxy().connect();
    await fixture.clock.advance(1000);
    const [player] = testPlayers(1);
    if (player === undefined) throw new Error('no player');
    proxy.enter(player);
    await fixture.clock.advance(1000);
    expect(fixture.events('status_update').at(-1)).toMatchObject({ playable: true });
    proxy.leave(player.uuid);
    await fixture.clock.advance(1000);
    expect(fixture.events('status_update').at(-1)).toMatchObject({ playable: false });
  });

  it('announces that players are not counted once the grace of their proxy is over', async () => {
    const fixture = await openFixture();
    const [east, west] = [fixture.proxy('east').connect(), fixture.proxy('west').connect()];
    for (const [at, one] of testPlayers(2).entries()) (at === 0 ? east : west).enter(one);
    await fixture.clock.advance(1000);
    expect(fixture.events('status_update').at(-1)).toMatchObject({ counted: true });
    west.drop();
    await fixture.clock.advance(GRACE - 1);
    expect(fixture.events('status_update').at(-1)).toMatchObject({ counted: true });
    await fixture.clock.advance(1000);
    expect(fixture.events('status_update').at(-1)).toMatchObject({ counted: false });
  });

  it('has each proxy as lost from the moment its connection is, and no longer when it is back', async () => {
    const fixture = await openFixture();
    const [east, west] = [fixture.proxy('east').connect(), fixture.proxy('west').connect()];
    expect(status(fixture).proxies).toEqual({ connected: 2, lost: 0, since: null });
    await fixture.clock.advance(5000);
    east.drop();
    const first = fixture.clock.now();
    expect(status(fixture).proxies).toEqual({ connected: 1, lost: 1, since: first });
    await fixture.clock.advance(5000);
    west.drop();
    const last = fixture.clock.now();
    expect(status(fixture).proxies).toEqual({ connected: 0, lost: 2, since: last });
    // The end of the grace changes nothing of it.
    await fixture.clock.advance(GRACE + 1);
    expect(status(fixture).proxies).toEqual({ connected: 0, lost: 2, since: last });
    east.connect();
    expect(status(fixture).proxies).toEqual({ connected: 1, lost: 1, since: last });
    west.restart();
    expect(status(fixture).proxies).toEqual({ connected: 2, lost: 0, since: null });
  });

  it('forgets a lost proxy after a day, as one that was removed', async () => {
    const fixture = await openFixture();
    fixture.proxy('east').connect();
    fixture.proxy('west').connect().drop();
    await fixture.clock.advance(DAY - 1);
    expect(status(fixture).proxies).toMatchObject({ connected: 1, lost: 1 });
    await fixture.clock.advance(1);
    expect(status(fixture).proxies).toEqual({ connected: 1, lost: 0, since: null });
  });

  it('has a server as lost from the moment its link is, until it is back or removed', async () => {
    const fixture = await openFixture();
    const backend = fixture.backend('game').connect();
    fixture.backend('lobby').connect();
    expect(status(fixture).servers).toEqual({ known: 2, online: 2, lost: 0, since: null });
    await fixture.clock.advance(5000);
    backend.drop();
    const lostAt = fixture.clock.now();
    expect(status(fixture).servers).toEqual({ known: 2, online: 1, lost: 1, since: lostAt });
    await fixture.clock.advance(GRACE + 1);
    expect(fixture.network.servers.get('game').state).toBe('OFFLINE');
    expect(status(fixture).servers).toEqual({ known: 2, online: 1, lost: 1, since: lostAt });
    backend.return();
    expect(status(fixture).servers).toEqual({ known: 2, online: 2, lost: 0, since: null });
    backend.drop();
    await fixture.network.servers.remove('game');
    expect(status(fixture).servers).toEqual({ known: 1, online: 1, lost: 0, since: null });
  });

  it('does not take a server for lost that never came, or that comes back within its own connection', async () => {
    const fixture = await openFixture();
    const start = fixture.clock.now();
    await fixture.network.servers.add(profileOf('later'));
    expect(status(fixture).servers).toEqual({ known: 1, online: 0, lost: 0, since: start });
    const backend = fixture.backend('game').connect();
    backend.drop();
    backend.connect();
    expect(status(fixture).servers).toEqual({ known: 2, online: 1, lost: 0, since: null });
  });

  it('does not take a server for lost that is restarted, until the restart has failed', async () => {
    const fixture = await openFixture();
    const backend = fixture.backend('game').connect();
    fixture.backend('lobby').connect({ type: 'HUB' });
    await fixture.network.servers.restart('game');
    while (backend.reboots.length === 0) await fixture.clock.advance(1000);
    backend.drop();
    expect(fixture.network.servers.get('game').state).toBe('RESTARTING');
    expect(status(fixture).servers).toMatchObject({ online: 1, lost: 0 });
    while (fixture.network.servers.get('game').state === 'RESTARTING') await fixture.clock.advance(10_000);
    expect(status(fixture).servers).toMatchObject({ online: 1, lost: 1 });
  });

  it('is announced once for all that is lost in one moment, and not when nothing is different in the end', async () => {
    const fixture = await openFixture();
    const proxies = ['a', 'b', 'c'].map((name) => fixture.proxy(name).connect());
    await fixture.clock.advance(1000);
    const before = fixture.events('status_update').length;
    for (const proxy of proxies) proxy.drop();
    await fixture.clock.advance(1000);
    expect(fixture.events('status_update').slice(before)).toEqual([status(fixture)]);
    for (const proxy of proxies) {
      proxy.connect();
      proxy.drop();
      proxy.connect();
    }
    await fixture.clock.advance(1000);
    expect(fixture.events('status_update').slice(before)).toHaveLength(2);
    expect(fixture.events('status_update').at(-1)?.proxies).toEqual({ connected: 3, lost: 0, since: null });
  });

  it('is not announced for what is known at the start, nor after the end', async () => {
    const fixture = await openFixture();
    await fixture.network.servers.add(profileOf('lobby'));
    await fixture.network.close();
    const next = await fixture.reopen();
    await next.clock.advance(1000);
    expect(next.events('status_update')).toEqual([]);
    const proxy = next.proxy().connect();
    await next.network.close();
    const { length } = next.events('status_update');
    proxy.drop();
    await next.clock.advance(1000);
    expect(next.events('status_update')).toHaveLength(length);
  });

  it('has another ETag when it is different, and the same one while it is not', async () => {
    const fixture = await openFixture();
    const { etag } = fixture.network.status.encoded();
    expect(fixture.network.status.encoded().etag).toBe(etag);
    fixture.proxy().connect();
    expect(fixture.network.status.encoded().etag).not.toBe(etag);
  });
});

describe('since when the network is closed', () => {
  it('is announced with the closure, kept over a restart, and over when it is opened', async () => {
    const fixture = await openFixture();
    await fixture.clock.advance(5000);
    const at = fixture.clock.now();
    await fixture.network.proxy.update({ maintenance: true });
    expect(fixture.events('status_update').at(-1)).toMatchObject({ maintenanceSince: at });
    await fixture.clock.advance(5000);
    await fixture.network.proxy.update({ motd: 'soon', preventJoin: true });
    const closed = { maintenanceSince: at, joinPreventedSince: at + 5000 };
    expect(status(fixture)).toMatchObject(closed);
    await fixture.network.close();
    const next = await fixture.reopen();
    expect(status(next)).toMatchObject(closed);
    await next.network.proxy.update({ maintenance: false });
    expect(status(next)).toMatchObject({ ...closed, maintenanceSince: null });
    await next.network.close();
    expect(status(await next.reopen())).toMatchObject({ ...closed, maintenanceSince: null });
  });

  it('is unknown after a restart when it could not be written, and closes the network all the same', async () => {
    const fixture = await openFixture();
    fixture.storage.faults.always('settings.saveClosures', 'before');
    expect(await fixture.network.proxy.update({ maintenance: true })).toMatchObject({ maintenance: true });
    expect(status(fixture).maintenanceSince).not.toBeNull();
    await fixture.clock.advance(0);
    expect(fixture.notes()).toContain('proxy.closure-not-written');
    await fixture.network.close();
    const next = await fixture.reopen();
    expect(next.network.proxy.current().maintenance).toBe(true);
    expect(status(next).maintenanceSince).toBeNull();
  });
});
