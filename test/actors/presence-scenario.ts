import { expect } from 'vitest';
import type { ProxySession } from '../../src/actors/agents.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import { Checks } from './checks.ts';
import type { FakeProxy } from './fake-proxy.ts';
import { type NetworkFixture, openFixture } from './network-fixture.ts';
import { type TestPlayer, testPlayers } from './test-players.ts';
import { profileOf } from './profiles.ts';
import { PresenceModel, SLOTS_PER_ADDRESS } from './presence-model.ts';

/** Four share an address, of which two may have a slot at once; the address of the others is not known. */
export const PLAYERS = testPlayers(6).map((player, at) => ({ ...player, ip: at < 4 ? '203.0.113.1' : '' }));
export const PROXIES = ['east', 'west', 'north'] as const;
export const SERVERS = ['lobby', 'game'] as const;

/** A network and the simple model of its presence, which get the same events; `compare` compares the two. */
export class PresenceScenario {
  readonly fixture: NetworkFixture;
  readonly proxies: FakeProxy[];
  readonly model: PresenceModel;
  readonly #stale: ProxySession[] = [];
  readonly #present = new Set<Uuid>();
  readonly #checks = new Checks();

  private constructor(fixture: NetworkFixture) {
    this.fixture = fixture;
    this.model = new PresenceModel(() => fixture.clock.now());
    this.proxies = PROXIES.map((name) => fixture.proxy(name).connect());
    fixture.network.events.subscribe(({ event }) => {
      if (event.type === 'player_join') this.#checks.make(() => this.#checkEvent(event.data, true));
      if (event.type === 'player_leave') this.#checks.make(() => this.#checkEvent(event.data, false));
    });
  }

  static async open(): Promise<PresenceScenario> {
    const fixture = await openFixture({ slotsPerAddress: SLOTS_PER_ADDRESS });
    for (const name of SERVERS) await fixture.network.servers.add(profileOf(name));
    return new PresenceScenario(fixture);
  }

  login(proxy: FakeProxy, player: TestPlayer): void {
    if (!proxy.isUp) return;
    const answer = proxy.login(player);
    expect(answer.allow ? 'allowed' : answer.code).toBe(this.model.login(proxy, player));
  }

  /** An admitted login will not join; a proxy may say so of any player at any time. */
  cancel(proxy: FakeProxy, { uuid }: TestPlayer): void {
    this.model.cancel(proxy, uuid);
    proxy.cancel(uuid);
  }

  join(proxy: FakeProxy, player: TestPlayer, server: string | null): void {
    const kickedFrom = this.model.join(proxy, player, server);
    proxy.join(player, server);
    if (kickedFrom !== undefined) this.#willBeKicked(player.uuid, kickedFrom);
  }

  leave(proxy: FakeProxy, { uuid }: TestPlayer): void {
    if (proxy.players.has(uuid)) this.model.leave(proxy, uuid);
    proxy.leave(uuid);
  }

  switch(proxy: FakeProxy, { uuid }: TestPlayer, server: string): void {
    this.model.switch(proxy, uuid, server);
    proxy.switch(uuid, server);
  }

  drop(proxy: FakeProxy): void {
    if (proxy.isUp) this.#stale.push(proxy.session);
    this.model.drop(proxy);
    proxy.drop();
  }

  /** A second connection of the same process replaces the first, if that is up. */
  connect(proxy: FakeProxy): void {
    if (proxy.isUp) this.#stale.push(proxy.session);
    const kicks = this.model.sync(proxy);
    proxy.connect();
    for (const [uuid, from] of kicks) this.#willBeKicked(uuid, from);
  }

  restart(proxy: FakeProxy): void {
    this.#stale.push(proxy.session);
    this.model.restart(proxy);
    proxy.restart();
  }

  /** Calls on sessions whose connection was replaced or lost, and on one of an older epoch. */
  useStaleSessions(proxy: FakeProxy, player: TestPlayer): void {
    const staleSessions = [...this.#stale];
    if (this.model.isKnown(proxy)) {
      const older = { ...proxy.identity, epoch: proxy.identity.epoch - 1 };
      staleSessions.push(this.fixture.network.agents.attachProxy(older, proxy.client()));
    }
    for (const stale of staleSessions) {
      stale.join({ ...player, server: 'lobby' });
      stale.switch(player.uuid, 'game');
      stale.leave(player.uuid);
      stale.cancel(player.uuid);
      stale.sync([]);
      stale.lost();
    }
  }

  async setRules(rules: Partial<PresenceModel['rules']>, kickPlayers: boolean): Promise<void> {
    Object.assign(this.model.rules, rules);
    const { maintenance, preventJoin, maxPlayers, bypass } = this.model.rules;
    const patch = { maintenance, preventJoin, maxPlayers, maintenanceBypass: bypass };
    await this.fixture.network.proxy.update(patch, kickPlayers);
    if (!kickPlayers || !maintenance) return;
    for (const [uuid, place] of this.model.places) {
      const proxy = this.#named(place.proxy);
      const player = PLAYERS.find((one) => one.uuid === uuid);
      if (player === undefined || this.model.isBypassing(player) || !proxy.isUp) continue;
      this.model.places.delete(uuid);
    }
  }

  async wait(milliseconds: number): Promise<void> {
    await this.fixture.clock.advance(milliseconds);
    this.model.pass();
  }

  /** Compares everything that shows presence with the model. */
  async compare(): Promise<void> {
    await this.wait(0);
    this.#checks.assertAll();
    const { network } = this.fixture;
    const places = [...this.model.places].map(([uuid, { server }]) => ({ uuid, server: server ?? '' }));
    expect(this.#online()).toEqual(places.sort((a, b) => (a.uuid < b.uuid ? -1 : 1)));
    expect(network.players.onlineCount).toBe(places.length);
    expect([...this.#present].sort()).toEqual(places.map(({ uuid }) => uuid));
    for (const { name, players } of network.servers.all()) {
      expect(players, `players on ${name}`).toBe(places.filter(({ server }) => server === name).length);
    }
    const vitals = network.vitals();
    expect(vitals.slotsReserved).toBe(this.model.slotsReserved());
    expect(vitals.actors.player).toBe(places.length);
    for (const proxy of this.proxies.filter(({ isUp }) => isUp)) {
      const there = places.filter(({ uuid }) => this.model.places.get(uuid)?.proxy === proxy.name);
      expect([...proxy.players.keys()].sort(), `players of ${proxy.name}`).toEqual(
        there.map(({ uuid }) => uuid),
      );
    }
  }

  #online(): unknown {
    const { bytes } = this.fixture.network.players.online({
      sort: 'name',
      order: 'asc',
      search: '',
      limit: null,
      offset: 0,
    });
    const rows = JSON.parse(new TextDecoder().decode(bytes)) as { uuid: string; server: string }[];
    return rows.map(({ uuid, server }) => ({ uuid, server })).sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
  }

  /** Joins and leaves of one player alternate, and each says how many players are online now. */
  #checkEvent(data: { readonly uuid: string; readonly onlinePlayers: number }, came: boolean): void {
    const uuid = data.uuid as Uuid;
    expect(this.#present.has(uuid), `${uuid} ${came ? 'joins' : 'leaves'} twice`).toBe(!came);
    if (came) this.#present.add(uuid);
    else this.#present.delete(uuid);
    expect(data.onlinePlayers).toBe(this.#present.size);
  }

  /** A kick reaches only a connected proxy. The fake proxy obeys, and the model has removed the player already. */
  #willBeKicked(uuid: Uuid, from: string): void {
    const proxy = this.#named(from);
    if (proxy.isUp) expect(proxy.players.has(uuid)).toBe(true);
  }

  #named(name: string): FakeProxy {
    const proxy = this.proxies.find((one) => one.name === name);
    if (proxy === undefined) throw new Error(`no proxy ${name}`);
    return proxy;
  }
}
