import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FakeBackend } from '../fake-backend.ts';
import type { FakeProxy } from '../fake-proxy.ts';
import { type NetworkFixture, openFixture } from '../network-fixture.ts';

let fixture: NetworkFixture;
let proxy: FakeProxy;
let hub: FakeBackend;
beforeEach(async () => {
  fixture = await openFixture();
  proxy = fixture.proxy().connect();
  hub = fixture.backend('hub').connect({ address: '10.0.0.1:25565' });
});
afterEach(() => fixture.network.close());

const HUB = { name: 'hub', address: '10.0.0.1:25565' };
const OLD = { name: 'old', address: '10.0.0.9:25565' };
const differences = () => fixture.network.proxies.list()[0]?.servers;
const warnings = () => fixture.notes().filter((event) => event === 'proxy.servers-differ').length;

it('a proxy that does not say which servers it has is compared with nobody', async () => {
  expect(differences()).toBeNull();
  await fixture.clock.advance(120_000);
  expect(warnings()).toBe(0);
});

it('the list of proxies shows in what the servers of a proxy differ from those of the coordinator', () => {
  proxy.session.ownServers([OLD]);
  expect(differences()).toEqual({ onlyAtProxy: ['old'], onlyHere: ['hub'], otherAddress: [] });
  proxy.session.ownServers([HUB]);
  expect(differences()).toEqual({ onlyAtProxy: [], onlyHere: [], otherAddress: [] });
});

it('the log says once when they begin to differ, and again only after they were the same', async () => {
  proxy.session.ownServers([HUB, OLD]);
  await fixture.clock.advance(9_999);
  expect(warnings()).toBe(0);
  await fixture.clock.advance(120_000);
  expect(warnings()).toBe(1);
  proxy.session.ownServers([HUB]);
  await fixture.clock.advance(60_000);
  proxy.session.ownServers([OLD]);
  await fixture.clock.advance(60_000);
  expect(warnings()).toBe(2);
});

it('the log says nothing of a server that has come by then', async () => {
  proxy.session.ownServers([HUB, OLD]);
  fixture.backend('old').connect({ address: OLD.address });
  await fixture.clock.advance(60_000);
  expect(warnings()).toBe(0);
});

it('a proxy that has ended is forgotten', async () => {
  proxy.session.ownServers([HUB]);
  proxy.drop();
  await fixture.clock.advance(20_000);
  expect(fixture.network.proxies.list()).toEqual([]);
  hub.session.report({ address: '10.0.0.2:25565' });
  await fixture.clock.advance(120_000);
  expect(warnings()).toBe(0);
});
