import type { Uuid } from '../../src/domain/uuid.ts';
import type { FakeProxy } from './fake-proxy.ts';
import type { Person } from './people.ts';

const GRACE_MS = 10_000;
const RESERVATION_MS = 30_000;

interface Place {
  readonly proxy: string;
  readonly joinedAt: number;
  server: string | null;
}

/** What the admission of CONTRACT §3 looks at. */
export interface DoorRules {
  maintenance: boolean;
  preventJoin: boolean;
  maxPlayers: number;
  bypass: string[];
}

/**
 * "Presence is a lease" (CHANNEL) and the admission of CONTRACT §3 as plainly as they can be said, over the truth that
 * the proxies themselves hold. Where the law has a player kicked, the model takes them off the proxy as well.
 */
export class PresenceModel {
  readonly places = new Map<Uuid, Place>();
  readonly rules: DoorRules = { maintenance: false, preventJoin: false, maxPlayers: 1000, bypass: [] };
  readonly #seats = new Map<Uuid, number>();
  readonly #lostAt = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  login(person: Person): string {
    const answer = this.#decide(person);
    if (answer === 'allowed' && !this.places.has(person.uuid)) {
      this.#seats.set(person.uuid, this.#now() + RESERVATION_MS);
    }
    return answer;
  }

  /** Answers who is to be kicked, and from where. */
  join(proxy: FakeProxy, person: Person, server: string | null): string | undefined {
    if (!proxy.isUp) return undefined;
    const { uuid } = person;
    const place = this.places.get(uuid);
    const answer = this.#decide(person);
    this.#seats.delete(uuid);
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
    if (proxy.isUp && proxy.guests.has(uuid) && place?.proxy === proxy.name) place.server = server;
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

  /** Time went on: who was vouched for by a line that stayed away has left. */
  pass(): void {
    for (const [proxy, lost] of this.#lostAt) {
      if (this.#now() < lost + GRACE_MS) continue;
      this.#lostAt.delete(proxy);
      this.#removeAll(proxy);
    }
  }

  /** Answers the kicks that follow: of whom, from where. */
  sync(proxy: FakeProxy): [Uuid, string][] {
    this.#lostAt.delete(proxy.name);
    for (const [uuid, place] of this.places) {
      if (place.proxy === proxy.name && !proxy.guests.has(uuid)) this.places.delete(uuid);
    }
    const kicks: [Uuid, string][] = [];
    for (const [uuid, { server, joinedAt }] of proxy.guests) {
      const place = this.places.get(uuid);
      if (place?.proxy === proxy.name) place.server = server ?? place.server;
      else if (place !== undefined && place.joinedAt > joinedAt) kicks.push([uuid, proxy.name]);
      else {
        if (place !== undefined) kicks.push([uuid, place.proxy]);
        this.#seats.delete(uuid);
        this.places.set(uuid, { proxy: proxy.name, joinedAt, server });
      }
    }
    return kicks;
  }

  slotsReserved(): number {
    return [...this.#seats.values()].filter((end) => end > this.#now()).length;
  }

  isBypassing({ name }: Person): boolean {
    return this.rules.bypass.some((other) => other.toLowerCase() === name.toLowerCase());
  }

  #decide(person: Person): string {
    const { uuid } = person;
    if (this.isBypassing(person)) return 'allowed';
    if (this.rules.maintenance) return 'maintenance';
    if (this.rules.preventJoin) return 'join_prevented';
    const others = [...this.places.keys()].filter((other) => other !== uuid).length;
    const seats = [...this.#seats].filter(([other, end]) => other !== uuid && end > this.#now()).length;
    return others + seats < this.rules.maxPlayers ? 'allowed' : 'network_full';
  }

  #removeAll(proxy: string): void {
    for (const [uuid, place] of this.places) if (place.proxy === proxy) this.places.delete(uuid);
  }
}
