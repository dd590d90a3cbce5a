import { expect } from 'vitest';
import type { Uuid } from '../../../../src/domain/uuid.ts';
import { Checks } from '../../checks.ts';
import { type NetworkFixture, openFixture } from '../../network-fixture.ts';
import { profileOf } from '../../profiles.ts';
import { ADMIN, type TestPlayer, testPlayers } from '../../test-players.ts';
import { Side } from './side.ts';

export const PLAYERS = testPlayers(4);
export const EDGES = ['edge-1', 'edge-2'] as const;
export const AGENTS = ['agent-1', 'agent-2'] as const;
export const SERVERS = ['lobby', 'game'] as const;

/** Where a client really is: on a proxy, by an edge. */
interface Client {
  readonly edge: Side;
  readonly agent: Side;
  readonly joinedAt: number;
  server: string | null;
  /** Whether the edge counts the player as online: two seconds after it passed them on. */
  isCounted: boolean;
}

/** Clients of edges and of the proxies behind, what both report of them, and the network that has to make one session of that. */
export class EdgeWorld {
  readonly #fixture: NetworkFixture;
  readonly #edges: Side[];
  readonly #agents: Side[];
  readonly #clients = new Map<Uuid, Client>();
  readonly #banned = new Set<Uuid>();
  readonly #present = new Set<Uuid>();
  readonly #checks = new Checks();

  private constructor(fixture: NetworkFixture) {
    this.#fixture = fixture;
    const { network, clock } = fixture;
    const kick = (side: Side, uuid: Uuid): boolean => this.#kick(side, uuid);
    this.#edges = EDGES.map((name) => new Side(network, clock, name, true, kick));
    this.#agents = AGENTS.map((name) => new Side(network, clock, name, false, kick));
    for (const side of this.#sides()) side.connect();
    network.events.subscribe(({ event }) => {
      if (event.type === 'player_join') this.#checks.make(() => this.#saw(event.data, true));
      if (event.type === 'player_leave') this.#checks.make(() => this.#saw(event.data, false));
    });
  }

  static async open(): Promise<EdgeWorld> {
    const fixture = await openFixture();
    for (const name of SERVERS) await fixture.network.servers.add(profileOf(name));
    return new EdgeWorld(fixture);
  }

  /** A client comes to the edge, which passes it on to the proxy; each side that is connected is asked about. */
  async come(player: TestPlayer, edgeAt: number, agentAt: number): Promise<void> {
    const [edge, agent] = [this.#edges[edgeAt], this.#agents[agentAt]];
    if (edge === undefined || agent === undefined || this.#banned.has(player.uuid)) return;
    if (this.#clients.has(player.uuid)) this.go(player);
    // Two logins of one player take their time.
    await this.wait(1);
    // No edge says so late that somebody came that they have come back to another one meanwhile.
    for (const other of this.#edges) if (other !== edge) other.deliver();
    for (const side of [edge, agent]) {
      // A login is answered after what the side has sent before.
      side.deliver();
      await this.wait(0);
      if (side.session?.login(player).allow === false) return;
    }
    const joinedAt = this.#fixture.clock.now();
    this.#clients.set(player.uuid, { edge, agent, joinedAt, server: null, isCounted: false });
    agent.players.set(player.uuid, { ...player, ip: '10.0.0.1', server: null, joinedAt });
    agent.send((session) => session.join({ ...player, ip: '10.0.0.1', server: null, joinedAt }));
  }

  /** The edge counts the client as online. */
  count(player: TestPlayer): void {
    const client = this.#clients.get(player.uuid);
    if (client === undefined || client.isCounted) return;
    client.isCounted = true;
    const { edge } = client;
    edge.players.set(player.uuid, { ...player, server: null, joinedAt: this.#fixture.clock.now() });
    edge.send((session) => session.join({ ...player, server: null }));
  }

  switch({ uuid }: TestPlayer, server: string): void {
    const client = this.#clients.get(uuid);
    if (client === undefined) return;
    client.server = server;
    const listed = client.agent.players.get(uuid);
    if (listed !== undefined) client.agent.players.set(uuid, { ...listed, server });
    client.agent.send((session) => session.switch(uuid, server));
  }

  /** The client closes its connection. */
  go({ uuid }: Pick<TestPlayer, 'uuid'>): void {
    const client = this.#clients.get(uuid);
    if (client === undefined) return;
    this.#clients.delete(uuid);
    const { edge, agent, isCounted, joinedAt } = client;
    agent.players.delete(uuid);
    agent.send((session) => session.leave(uuid, joinedAt));
    edge.players.delete(uuid);
    edge.send((session) => (isCounted ? session.leave(uuid) : session.cancel(uuid)));
  }

  side(at: number): Side {
    const side = this.#sides()[at % (EDGES.length + AGENTS.length)];
    if (side === undefined) throw new Error(`no side ${at}`);
    return side;
  }

  /** The process of an edge or of a proxy dies, and with it every connection by it. */
  restart(side: Side): void {
    for (const [uuid, { edge, agent }] of this.#clients)
      if (edge === side || agent === side) this.go({ uuid });
    side.restart();
  }

  async ban({ uuid, name }: TestPlayer): Promise<void> {
    if (this.#banned.has(uuid)) return;
    this.#banned.add(uuid);
    await this.#fixture.network.bans.ban({ uuid, name, time: 'perma', reason: 'tnt' }, ADMIN);
  }

  async wait(milliseconds: number): Promise<void> {
    await this.#fixture.clock.advance(milliseconds);
  }

  /** What holds at every moment. */
  async check(): Promise<void> {
    await this.wait(0);
    this.#checks.assertAll();
    const { network } = this.#fixture;
    const { players } = network.players.search('', 100);
    expect(players.map(({ uuid }) => uuid).toSorted()).toEqual([...this.#present].toSorted());
    expect(network.players.onlineCount).toBe(this.#present.size);
    expect(new Set(players.map(({ name }) => name)).size).toBe(players.length);
  }

  /** Everybody is connected, and everything has arrived: then the network shows what is. */
  async settle(): Promise<void> {
    for (const side of this.#sides()) if (!side.isUp) side.connect();
    for (const player of PLAYERS) {
      this.count(player);
      if (this.#clients.get(player.uuid)?.server === null) this.switch(player, 'lobby');
    }
    for (let round = 0; round < 8; round += 1) {
      for (const side of this.#sides()) side.deliver();
      await this.wait(10_000);
    }
    await this.check();
    const there = Array.from(this.#clients, ([uuid, { server }]) => ({ uuid, server: server ?? '' }));
    const shown = this.#fixture.network.players
      .search('', 100)
      .players.map(({ uuid, server }) => ({ uuid, server }));
    const byUuid = (a: { uuid: Uuid }, b: { uuid: Uuid }): number => (a.uuid < b.uuid ? -1 : 1);
    expect(shown.toSorted(byUuid)).toEqual(there.toSorted(byUuid));
    expect([...this.#banned].filter((uuid) => this.#clients.has(uuid))).toEqual([]);
    expect(this.#fixture.network.vitals().slotsReserved).toBe(0);
    expect(this.#fixture.network.status.current().counted).toBe(true);
  }

  /** Nobody is thrown out who is there by right. */
  #kick(side: Side, uuid: Uuid): boolean {
    const client = this.#clients.get(uuid);
    if (client === undefined || (client.edge !== side && client.agent !== side)) return false;
    this.#checks.make(() => {
      expect(this.#banned.has(uuid), `${uuid} is kicked from ${side.name} and is not banned`).toBe(true);
    });
    this.go({ uuid });
    return true;
  }

  #saw(data: { readonly uuid: string; readonly onlinePlayers: number }, came: boolean): void {
    const uuid = data.uuid as Uuid;
    expect(this.#present.has(uuid), `${uuid} ${came ? 'joins' : 'leaves'} twice`).toBe(!came);
    if (came) this.#present.add(uuid);
    else this.#present.delete(uuid);
    expect(data.onlinePlayers).toBe(this.#present.size);
  }

  #sides(): Side[] {
    return [...this.#edges, ...this.#agents];
  }
}
