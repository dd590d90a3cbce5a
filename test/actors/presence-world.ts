import { expect } from 'vitest';
import type { ProxySession } from '../../src/actors/network.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import { Checks } from './checks.ts';
import type { FakeProxy } from './fake-proxy.ts';
import { type Bed, openBed } from './network-fixture.ts';
import { type Person, people } from './people.ts';
import { profileOf } from './profiles.ts';
import { PresenceModel } from './presence-model.ts';

export const CROWD = people(5);
export const HOUSES = ['east', 'west', 'north'] as const;
export const SERVERS = ['lobby', 'game'] as const;

/** A network and the plain model of its presence, played side by side; `compare` holds one against the other. */
export class PresenceWorld {
  readonly bed: Bed;
  readonly proxies: FakeProxy[];
  readonly model: PresenceModel;
  readonly #stale: ProxySession[] = [];
  readonly #present = new Set<Uuid>();
  readonly #checks = new Checks();

  private constructor(bed: Bed) {
    this.bed = bed;
    this.model = new PresenceModel(() => bed.clock.now());
    this.proxies = HOUSES.map((name) => bed.proxy(name).connect());
    bed.network.events.subscribe(({ event }) => {
      if (event.type === 'player_join') this.#checks.make(() => this.#heard(event.data, true));
      if (event.type === 'player_leave') this.#checks.make(() => this.#heard(event.data, false));
    });
  }

  static async open(): Promise<PresenceWorld> {
    const bed = await openBed();
    for (const name of SERVERS) await bed.network.servers.add(profileOf(name));
    return new PresenceWorld(bed);
  }

  login(proxy: FakeProxy, person: Person): void {
    if (!proxy.isUp) return;
    const answer = proxy.login(person);
    expect(answer.allow ? 'allowed' : answer.code).toBe(this.model.login(person));
  }

  join(proxy: FakeProxy, person: Person, server: string | null): void {
    const kickedFrom = this.model.join(proxy, person, server);
    proxy.join(person, server);
    if (kickedFrom !== undefined) this.#willBeKicked(person.uuid, kickedFrom);
  }

  leave(proxy: FakeProxy, { uuid }: Person): void {
    if (proxy.guests.has(uuid)) this.model.leave(proxy, uuid);
    proxy.leave(uuid);
  }

  switch(proxy: FakeProxy, { uuid }: Person, server: string): void {
    this.model.switch(proxy, uuid, server);
    proxy.switch(uuid, server);
  }

  drop(proxy: FakeProxy): void {
    if (proxy.isUp) this.#stale.push(proxy.session);
    this.model.drop(proxy);
    proxy.drop();
  }

  /** A second line of the same process takes over from the first, if that is up. */
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

  /** Calls on sessions whose line was replaced or lost, and on one that comes with an older epoch. */
  haunt(proxy: FakeProxy, person: Person): void {
    const ghosts = [...this.#stale];
    if (this.model.isKnown(proxy)) {
      const older = { ...proxy.identity, epoch: proxy.identity.epoch - 1 };
      ghosts.push(this.bed.network.agents.attachProxy(older, proxy.door()));
    }
    for (const ghost of ghosts) {
      ghost.join({ ...person, server: 'lobby' });
      ghost.switch(person.uuid, 'game');
      ghost.leave(person.uuid);
      ghost.sync([]);
      ghost.lost();
    }
  }

  async setRules(rules: Partial<PresenceModel['rules']>, kickPlayers: boolean): Promise<void> {
    Object.assign(this.model.rules, rules);
    const { maintenance, preventJoin, maxPlayers, bypass } = this.model.rules;
    const patch = { maintenance, preventJoin, maxPlayers, maintenanceBypass: bypass };
    await this.bed.network.proxy.update(patch, kickPlayers);
    if (!kickPlayers || !maintenance) return;
    for (const [uuid, place] of this.model.places) {
      const proxy = this.#named(place.proxy);
      const person = CROWD.find((one) => one.uuid === uuid);
      if (person === undefined || this.model.isBypassing(person) || !proxy.isUp) continue;
      this.model.places.delete(uuid);
    }
  }

  async wait(milliseconds: number): Promise<void> {
    await this.bed.clock.advance(milliseconds);
    this.model.pass();
  }

  /** Everything that can be seen of presence, against the model. */
  async compare(): Promise<void> {
    await this.wait(0);
    this.#checks.assertAll();
    const { network } = this.bed;
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
      expect([...proxy.guests.keys()].sort(), `guests of ${proxy.name}`).toEqual(
        there.map(({ uuid }) => uuid),
      );
    }
  }

  #online(): unknown {
    const { bytes } = this.bed.network.players.online({
      sort: 'name',
      order: 'asc',
      search: '',
      limit: null,
      offset: 0,
    });
    const rows = JSON.parse(new TextDecoder().decode(bytes)) as { uuid: string; server: string }[];
    return rows.map(({ uuid, server }) => ({ uuid, server })).sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
  }

  /** Joins and leaves of one player take turns, and each tells how many there are now. */
  #heard(data: { readonly uuid: string; readonly onlinePlayers: number }, came: boolean): void {
    const uuid = data.uuid as Uuid;
    expect(this.#present.has(uuid), `${uuid} ${came ? 'joins' : 'leaves'} twice`).toBe(!came);
    if (came) this.#present.add(uuid);
    else this.#present.delete(uuid);
    expect(data.onlinePlayers).toBe(this.#present.size);
  }

  /** A kick reaches only a proxy whose line is up; the fake one obeys by itself, and the model is told nothing new. */
  #willBeKicked(uuid: Uuid, from: string): void {
    const proxy = this.#named(from);
    if (proxy.isUp) expect(proxy.guests.has(uuid)).toBe(true);
  }

  #named(name: string): FakeProxy {
    const proxy = this.proxies.find((one) => one.name === name);
    if (proxy === undefined) throw new Error(`no proxy ${name}`);
    return proxy;
  }
}
