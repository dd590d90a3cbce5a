import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeProxy } from '../fake-proxy.ts';
import { type NetworkFixture, openFixture } from '../network-fixture.ts';
import { testPlayer } from '../test-players.ts';

const ann = testPlayer(1);

let fixture: NetworkFixture;
let proxy: FakeProxy;
let now: number;
beforeEach(async () => {
  fixture = await openFixture();
  proxy = fixture.proxy().connect();
  await fixture.clock.advance(60_000);
  now = fixture.clock.now();
});
afterEach(() => fixture.network.close());

const join = (joinedAt?: number) => proxy.session.join({ ...ann, server: null, joinedAt });
const isOnline = () => fixture.network.players.onlineCount === 1;
const shown = async () => (await fixture.network.players.detail(ann.uuid)).onlineTime;

describe('a leave that names its session', () => {
  it('ends that session, and none that began at another moment', () => {
    join(now - 5_000);
    proxy.session.leave(ann.uuid, now - 4_999);
    expect(isOnline()).toBe(true);
    proxy.session.leave(ann.uuid, now - 5_000);
    expect(isOnline()).toBe(false);
  });

  it('ends the session of a proxy whose clock is ahead, by the moment that it said', async () => {
    join(now + 3_600_000);
    expect(await shown()).toBe(0);
    await fixture.clock.advance(10_000);
    proxy.session.leave(ann.uuid, now);
    expect(isOnline()).toBe(true);
    proxy.session.leave(ann.uuid, now + 3_600_000);
    expect(isOnline()).toBe(false);
  });

  it('ends the newer session that a whole list has named meanwhile', () => {
    join(now - 5_000);
    proxy.session.sync([{ ...ann, server: null, joinedAt: now - 1_000 }]);
    proxy.session.leave(ann.uuid, now - 5_000);
    expect(isOnline()).toBe(true);
    proxy.session.leave(ann.uuid, now - 1_000);
    expect(isOnline()).toBe(false);
  });

  it('ends a session that another proxy has taken over at neither of them', () => {
    join(now - 5_000);
    const other = fixture.proxy('proxy-2').connect();
    other.session.join({ ...ann, server: null, joinedAt: now });
    proxy.session.leave(ann.uuid, now - 5_000);
    expect(isOnline()).toBe(true);
    other.session.leave(ann.uuid, now);
    expect(isOnline()).toBe(false);
  });

  it('without a moment ends any, as agents of today say it', () => {
    join(now - 5_000);
    proxy.session.leave(ann.uuid);
    expect(isOnline()).toBe(false);
  });
});

describe('a join that says its moment', () => {
  it('counts the playtime from then', async () => {
    join(now - 30_000);
    expect(await shown()).toBe(30);
  });

  it('counts none from before the proxy began', async () => {
    const began = proxy.identity.epoch;
    join(began - 3_600_000);
    expect(await shown()).toBe((now - began) / 1_000);
    proxy.session.leave(ann.uuid, began - 3_600_000);
    expect(isOnline()).toBe(false);
  });
});

it('a switch of an earlier session moves nobody', async () => {
  join(now - 5_000);
  proxy.session.switch(ann.uuid, 'hub', now - 5_001);
  expect((await fixture.network.players.detail(ann.uuid)).server).toBe('');
  proxy.session.switch(ann.uuid, 'hub', now - 5_000);
  expect((await fixture.network.players.detail(ann.uuid)).server).toBe('hub');
});
