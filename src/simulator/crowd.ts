import type { Clock } from '../runtime/clock.ts';
import { type ServerState, takesPlayers } from '../domain/server.ts';
import type { RandomChoice } from './random-choice.ts';
import type { Person } from './person.ts';
import type { Population, Visitor } from './population.ts';
import type { SimulatedProxy } from './simulated-proxy.ts';
import type { SimulatedServer } from './simulated-server.ts';
import type { Tally } from './tally.ts';

/** Logins that one proxy has under way at most. */
const LOGINS_AT_ONCE = 64;
/** After "the network is full" and after a login that nobody answered, nobody tries for so long, in milliseconds. */
const DISCOURAGED_MS = 2_000;
/** Who was kicked tries again after so long: that is when a ban is seen to hold. */
const AGAIN_LEAST_MS = 3_000;
const AGAIN_MOST_MS = 8_000;
const MAX_RETURNING = 1_000;

export interface CrowdOptions {
  readonly target: number;
  readonly population: Population;
  readonly proxies: readonly SimulatedProxy[];
  readonly servers: readonly SimulatedServer[];
  readonly tally: Tally;
  readonly random: RandomChoice;
  readonly clock: Clock;
}

/** What all the players together want: to come in, to play somewhere else, to go. */
export class Crowd {
  readonly #options: CrowdOptions;
  readonly #byName: ReadonlyMap<string, SimulatedServer>;
  /** As the coordinator says, so that nobody runs into a server that is being emptied. */
  readonly #states = new Map<string, ServerState>();
  readonly #returning = new Set<unknown>();
  #underWay = 0;
  #discouragedUntil = 0;

  constructor(options: CrowdOptions) {
    this.#options = options;
    this.#byName = new Map(options.servers.map((server) => [server.plan.name, server]));
  }

  /** Players that are in or on the way. */
  get coming(): number {
    return this.#options.population.online + this.#underWay;
  }

  noteStates(states: Iterable<{ name: string; state: ServerState }>): void {
    for (const { name, state } of states) if (this.#byName.has(name)) this.#states.set(name, state);
  }

  /** Whether somebody who is sent to the server arrives. */
  takes(name: string): boolean {
    return this.#byName.get(name)?.isUp === true;
  }

  /** Up to `count` strangers try to come in. */
  sendIn(count: number): void {
    const { random, population } = this.#options;
    for (let sent = 0; sent < count; sent += 1) {
      // Asked first: chance must not be used up by waiting, or the same seed would have other players each time.
      const proxies = this.#doors();
      const stranger = proxies.length === 0 ? undefined : population.stranger(random);
      if (stranger === undefined) return;
      this.#knock(stranger, proxies);
    }
  }

  /** Something happens to one player: half of it switches, the rest keeps the number near the target. */
  stir(): void {
    const { random, population, target } = this.#options;
    if (random.roll() < 0.5) {
      const visitor = population.anybody(random);
      if (visitor !== undefined) this.#wander(visitor);
    } else if (this.coming >= target) {
      const visitor = population.anybody(random);
      visitor?.proxy.dismiss(visitor);
    } else {
      this.sendIn(1);
    }
  }

  /** A server is gone: who was on it falls back to a hub, or leaves when there is none. */
  abandon(server: string): void {
    for (const visitor of this.#options.population.everybodyOn(server)) {
      const hub = this.#best('HUB', server);
      if (hub === undefined) visitor.proxy.dismiss(visitor);
      else visitor.proxy.move(visitor, hub.plan.name);
    }
  }

  /** Somebody was sent away, and will not take it lying down. */
  comeBack(visitor: Visitor): void {
    const { clock, random } = this.#options;
    if (this.#returning.size >= MAX_RETURNING) return;
    const timer = clock.setTimeout(
      () => {
        this.#returning.delete(timer);
        this.#knock(visitor.index, this.#doors());
      },
      random.between(AGAIN_LEAST_MS, AGAIN_MOST_MS),
    );
    this.#returning.add(timer);
  }

  close(): void {
    for (const timer of this.#returning) this.#options.clock.clearTimeout(timer);
  }

  /** The proxies that somebody may try now: none while there is no hub, no room, no answer, or too many are on the way. */
  #doors(): readonly SimulatedProxy[] {
    const { proxies, clock } = this.#options;
    const linked = proxies.filter((proxy) => proxy.connected);
    const isBusy = this.#underWay >= linked.length * LOGINS_AT_ONCE;
    const isClosed = clock.now() < this.#discouragedUntil || this.#best('HUB') === undefined;
    return isBusy || isClosed ? [] : linked;
  }

  #knock(index: number, proxies: readonly SimulatedProxy[]): void {
    const proxy = this.#options.random.pick(proxies);
    const person = proxy === undefined ? undefined : this.#options.population.actorOf(index);
    if (proxy !== undefined && person !== undefined) void this.#enter(proxy, index, person);
  }

  async #enter(proxy: SimulatedProxy, index: number, person: Person): Promise<void> {
    const { population, tally, clock } = this.#options;
    this.#underWay += 1;
    try {
      const admission = await proxy.ask(person);
      const hub = this.#best('HUB');
      if (admission.allow && hub !== undefined) {
        proxy.admit(index, person, hub.plan.name);
        return;
      }
      population.release(index);
      if (admission.code !== undefined) this.#noteRefusal(admission.code);
    } catch {
      population.release(index);
      tally.unanswered += 1;
      this.#discouragedUntil = clock.now() + DISCOURAGED_MS;
    } finally {
      this.#underWay -= 1;
    }
  }

  #noteRefusal(code: keyof Tally['refused']): void {
    const { tally, clock } = this.#options;
    tally.refused[code] += 1;
    if (code !== 'banned') this.#discouragedUntil = clock.now() + DISCOURAGED_MS;
  }

  /** From a hub into some game, from a game back to a hub. */
  #wander(visitor: Visitor): void {
    const isInHub = this.#byName.get(visitor.server)?.plan.type === 'HUB';
    const server = isInHub ? this.#anyGame() : this.#best('HUB');
    if (server !== undefined && server.plan.name !== visitor.server)
      visitor.proxy.move(visitor, server.plan.name);
  }

  /** The emptier of two games, so that they fill unevenly, as in life, but none overflows. */
  #anyGame(): SimulatedServer | undefined {
    const { servers, random } = this.#options;
    const games = servers.filter((server) => server.plan.type === 'GAME' && this.#isFree(server));
    const [one, other] = [random.pick(games), random.pick(games)];
    return one !== undefined && other !== undefined && this.#fullness(other) < this.#fullness(one)
      ? other
      : one;
  }

  #best(type: 'HUB' | 'GAME', except = ''): SimulatedServer | undefined {
    let best: SimulatedServer | undefined;
    for (const server of this.#options.servers) {
      if (server.plan.type !== type || server.plan.name === except || !this.#isFree(server)) continue;
      if (best === undefined || this.#fullness(server) < this.#fullness(best)) best = server;
    }
    return best;
  }

  #isFree(server: SimulatedServer): boolean {
    const state = this.#states.get(server.plan.name);
    return server.isOpen && (state === undefined || takesPlayers(state)) && this.#fullness(server) < 1;
  }

  #fullness(server: SimulatedServer): number {
    return this.#options.population.on(server.plan.name) / server.plan.maxPlayers;
  }
}
