import type { Uuid } from '../../src/domain/uuid.ts';
import type { FakeProxy } from './fake-proxy.ts';
import type { TestPlayer } from './test-players.ts';

const GRACE_MS = 10_000;
const RESERVATION_MS = 30_000;

/** How many slots the players of one address may hold in a scenario. */
export const SLOTS_PER_ADDRESS = 2;

interface Slot {
  readonly ip: string;
  end: number;
  /** The process of a proxy for each login that the slot is for. */
  readonly logins: string[];
}

interface Place {
  readonly proxy: string;
  readonly joinedAt: number;
  server: string | null;
}

/** The settings that admission looks at (docs/api.md "Admission"). */
export interface AdmissionRules {
  maintenance: boolean;
  preventJoin: boolean;
  maxPlayers: number;
  bypass: string[];
}

/**
 * The rules of presence (docs/channel.md "Presence is a lease") and admission (docs/api.md "Admission") in their simplest
 * form, over the players that the proxies themselves have. Where a rule kicks a player, the model removes them as well.
 */
export class PresenceModel {
  readonly places = new Map<Uuid, Place>();
  readonly rules: AdmissionRules = { maintenance: false, preventJoin: false, maxPlayers: 1000, bypass: [] };
  readonly #slots = new Map<Uuid, Slot>();
  readonly #lostAt = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  login(proxy: FakeProxy, player: TestPlayer): string {
    const { uuid, ip } = player;
    const own = this.#slotsAt(ip);
    const displaced = own.length >= SLOTS_PER_ADDRESS ? own[0] : this.#fullerThan(own.length + 1);
    const answer = this.#decideFull(player, displaced);
    if (answer !== 'allowed' || this.places.has(uuid)) return answer;
    const slot = this.#slots.get(uuid) ?? { ip, end: 0, logins: [] };
    const [oldest] = this.#slotsAt(ip);
    if (!this.#slots.has(uuid) && this.#slotsAt(ip).length >= SLOTS_PER_ADDRESS && oldest !== undefined) {
      this.#slots.delete(oldest);
    }
    slot.end = this.#now() + RESERVATION_MS;
    slot.logins.push(processOf(proxy));
    this.#slots.delete(uuid);
    this.#slots.set(uuid, slot);
    return answer;
  }

  /** One login by this process of a proxy less; the slot goes with the last one. */
  cancel(proxy: FakeProxy, uuid: Uuid): void {
    const logins = this.#reserved().get(uuid)?.logins ?? [];
    const at = proxy.isUp ? logins.indexOf(processOf(proxy)) : -1;
    if (at !== -1) logins.splice(at, 1);
    if (at !== -1 && logins.length === 0) this.#slots.delete(uuid);
  }

  /** Answers the proxy that has to kick the player, if any. */
  join(proxy: FakeProxy, player: TestPlayer, server: string | null): string | undefined {
    if (!proxy.isUp) return undefined;
    const { uuid } = player;
    const place = this.places.get(uuid);
    const [oldest] = this.#reserved().keys();
    const answer = this.#decideFull(player, this.#fullerThan(1) ?? oldest);
    this.#slots.delete(uuid);
    if (place?.proxy === proxy.name) {
      place.server = server ?? place.server;
      return undefined;
    }
    if (answer !== 'allowed') return proxy.name;
    this.places.set(uuid, { proxy: proxy.name, joinedAt: this.#now(), server });
    return place?.proxy;
  }

  leave(proxy: FakeProxy, uuid: Uuid): void {
    if (proxy.isUp && this.places.get(uuid)?.proxy === proxy.name) this.places.delete(uuid);
  }

  switch(proxy: FakeProxy, uuid: Uuid, server: string): void {
    const place = this.places.get(uuid);
    if (proxy.isUp && proxy.players.has(uuid) && place?.proxy === proxy.name) place.server = server;
  }

  drop(proxy: FakeProxy): void {
    if (proxy.isUp) this.#lostAt.set(proxy.name, this.#now());
  }

  /** True while a proxy of this name is known, up or in its grace. */
  isKnown(proxy: FakeProxy): boolean {
    return proxy.isUp || this.#lostAt.has(proxy.name);
  }

  restart(proxy: FakeProxy): void {
    this.#lostAt.delete(proxy.name);
    this.#removeAll(proxy.name);
  }

  /** Time went on: the players of proxies that stayed away have left. */
  pass(): void {
    for (const [proxy, lost] of this.#lostAt) {
      if (this.#now() < lost + GRACE_MS) continue;
      this.#lostAt.delete(proxy);
      this.#removeAll(proxy);
    }
  }

  /** Answers the kicks that follow: which player, from which proxy. */
  sync(proxy: FakeProxy): [Uuid, string][] {
    this.#lostAt.delete(proxy.name);
    for (const [uuid, place] of this.places) {
      if (place.proxy === proxy.name && !proxy.players.has(uuid)) this.places.delete(uuid);
    }
    const kicks: [Uuid, string][] = [];
    for (const [uuid, { server, joinedAt }] of proxy.players) {
      const place = this.places.get(uuid);
      if (place?.proxy === proxy.name) place.server = server ?? place.server;
      else if (place !== undefined && place.joinedAt > joinedAt) kicks.push([uuid, proxy.name]);
      else {
        if (place !== undefined) kicks.push([uuid, place.proxy]);
        this.#slots.delete(uuid);
        this.places.set(uuid, { proxy: proxy.name, joinedAt, server });
      }
    }
    return kicks;
  }

  slotsReserved(): number {
    return this.#reserved().size;
  }

  isBypassing({ name }: TestPlayer): boolean {
    return this.rules.bypass.some((other) => other.toLowerCase() === name.toLowerCase());
  }

  /** In a full network a login or join that players online leave a place takes the slot of this other one. */
  #decideFull(player: TestPlayer, displaced: Uuid | undefined): string {
    const { uuid } = player;
    const answer = this.#decide(player);
    const others = [...this.places.keys()].filter((other) => other !== uuid).length;
    if (answer !== 'network_full' || others >= this.rules.maxPlayers) return answer;
    if (this.#reserved().has(uuid) || this.places.has(uuid)) return 'allowed';
    if (displaced === undefined) return answer;
    this.#slots.delete(displaced);
    return 'allowed';
  }

  /** Who has slots at a known address, the oldest first. */
  #slotsAt(ip: string): Uuid[] {
    return [...this.#reserved()].filter(([, slot]) => ip !== '' && slot.ip === ip).map(([uuid]) => uuid);
  }

  /** The oldest slot of an address that holds more than so many; all known addresses of a scenario are the same. */
  #fullerThan(held: number): Uuid | undefined {
    const ips = new Set([...this.#reserved().values()].map(({ ip }) => ip));
    return [...ips].map((ip) => this.#slotsAt(ip)).find((there) => there.length > held)?.[0];
  }

  #decide(player: TestPlayer): string {
    const { uuid } = player;
    if (this.isBypassing(player)) return 'allowed';
    if (this.rules.maintenance) return 'maintenance';
    if (this.rules.preventJoin) return 'join_prevented';
    const others = [...this.places.keys()].filter((other) => other !== uuid).length;
    const slots = [...this.#reserved().keys()].filter((other) => other !== uuid).length;
    return others + slots < this.rules.maxPlayers ? 'allowed' : 'network_full';
  }

  #reserved(): ReadonlyMap<Uuid, Slot> {
    for (const [uuid, { end }] of this.#slots) if (end <= this.#now()) this.#slots.delete(uuid);
    return this.#slots;
  }

  #removeAll(proxy: string): void {
    for (const [uuid, place] of this.places) if (place.proxy === proxy) this.places.delete(uuid);
  }
}

function processOf({ identity }: FakeProxy): string {
  return `${identity.name}#${identity.epoch}`;
}
