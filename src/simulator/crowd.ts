import type { Clock } from '../runtime/clock.ts';
import { type ServerState, takesPlayers } from '../domain/server.ts';
import type { RandomChoice } from './random-choice.ts';
import type { Person } from './person.ts';
import type { Population, Visitor } from './population.ts';
import type { SimulatedProxy } from './simulated-proxy.ts';
import type { SimulatedServer } from './simulated-server.ts';
import type { Tally } from './tally.ts';

/** The most logins that one proxy has under way. */
const MAX_LOGINS_AT_ONCE = 64;
/** After "the network is full", and after a login without an answer, nobody logs in for this long. */
const LOGIN_PAUSE_MS = 2_000;
/** A kicked player logs in again after this long, which shows that a ban is enforced. */
const MIN_RETURN_MS = 3_000;
const MAX_RETURN_MS = 8_000;
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

/** The behaviour of all players together: they log in, switch servers and leave. */
export class Crowd {
  readonly #options: CrowdOptions;
  readonly #byName: ReadonlyMap<string, SimulatedServer>;
  readonly #hubs: readonly SimulatedServer[];
  readonly #games: readonly SimulatedServer[];
  /** As the coordinator reports them, so that nobody is sent to a server that is being emptied. */
  readonly #states = new Map<string, ServerState>();
  readonly #returning = new Set<unknown>();
  #underWay = 0;
  #pausedUntil = 0;

  constructor(options: CrowdOptions) {
    this.#options = options;
    this.#byName = new Map(options.servers.map((server) => [server.plan.name, server]));
    this.#hubs = options.servers.filter(({ plan }) => plan.type === 'HUB');
    this.#games = options.servers.filter(({ plan }) => plan.type === 'GAME');
  }

  /** Players who are online or logging in. */
  get expected(): number {
    return this.#options.population.online + this.#underWay;
  }

  noteStates(states: Iterable<{ name: string; state: ServerState }>): void {
    for (const { name, state } of states) if (this.#byName.has(name)) this.#states.set(name, state);
  }

  /** Whether a player who is moved to the server arrives. */
  takes(name: string): boolean {
    return this.#byName.get(name)?.isUp === true;
  }

  /** Up to `count` people who are offline log in. */
  logIn(count: number): void {
    const { random, population } = this.#options;
    for (let sent = 0; sent < count; sent += 1) {
      // Before a person is picked: a pick that leads to no login would give the same seed other players in every run.
      const proxies = this.#openProxies();
      const newcomer = proxies.length === 0 ? undefined : population.newcomer(random);
      if (newcomer === undefined) return;
      this.#tryLogin(newcomer, proxies);
    }
  }

  /**
   * Something happens to one player: half of the time a switch, else a login or a leave that keeps the number near the
   * target.
   */
  stir(): void {
    const { random, population, target } = this.#options;
    if (random.roll() < 0.5) {
      const visitor = population.anybody(random);
      if (visitor !== undefined) this.#switchServer(visitor);
    } else if (this.expected >= target) {
      const visitor = population.anybody(random);
      visitor?.proxy.dismiss(visitor);
    } else {
      this.logIn(1);
    }
  }

  /** A server is gone: its players move to a hub, or leave when there is none. */
  abandon(server: string): void {
    for (const visitor of this.#options.population.everybodyOn(server)) {
      const hub = this.#emptiestHub(server);
      if (hub === undefined) visitor.proxy.dismiss(visitor);
      else visitor.proxy.move(visitor, hub.plan.name);
    }
  }

  /** A kicked player logs in again after a while. */
  comeBack(visitor: Visitor): void {
    const { clock, random } = this.#options;
    if (this.#returning.size >= MAX_RETURNING) return;
    const timer = clock.setTimeout(
      () => {
        this.#returning.delete(timer);
        this.#tryLogin(visitor.index, this.#openProxies());
      },
      random.between(MIN_RETURN_MS, MAX_RETURN_MS),
    );
    this.#returning.add(timer);
  }

  close(): void {
    for (const timer of this.#returning) this.#options.clock.clearTimeout(timer);
  }

  /** The proxies that take logins now: none while there is no hub, logins are paused, or too many are under way. */
  #openProxies(): readonly SimulatedProxy[] {
    const { proxies, clock } = this.#options;
    const connected = proxies.filter((proxy) => proxy.connected);
    const isBusy = this.#underWay >= connected.length * MAX_LOGINS_AT_ONCE;
    const isClosed = clock.now() < this.#pausedUntil || this.#emptiestHub() === undefined;
    return isBusy || isClosed ? [] : connected;
  }

  #tryLogin(index: number, proxies: readonly SimulatedProxy[]): void {
    const proxy = this.#options.random.pick(proxies);
    const person = proxy === undefined ? undefined : this.#options.population.reserve(index);
    if (proxy !== undefined && person !== undefined) void this.#enter(proxy, index, person);
  }

  async #enter(proxy: SimulatedProxy, index: number, person: Person): Promise<void> {
    const { population, tally, clock } = this.#options;
    this.#underWay += 1;
    try {
      const admission = await proxy.requestLogin(person);
      const hub = this.#emptiestHub();
      if (admission.allow && hub !== undefined) {
        proxy.admit(index, person, hub.plan.name);
        return;
      }
      population.release(index);
      if (admission.allow) proxy.cancelLogin(person);
      if (admission.code !== undefined) this.#noteRefusal(admission.code);
    } catch {
      population.release(index);
      tally.unanswered += 1;
      this.#pausedUntil = clock.now() + LOGIN_PAUSE_MS;
    } finally {
      this.#underWay -= 1;
    }
  }

  #noteRefusal(code: keyof Tally['refused']): void {
    const { tally, clock } = this.#options;
    tally.refused[code] += 1;
    if (code !== 'banned') this.#pausedUntil = clock.now() + LOGIN_PAUSE_MS;
  }

  /** From a hub to a game, from a game to a hub. */
  #switchServer(visitor: Visitor): void {
    const isInHub = this.#byName.get(visitor.server)?.plan.type === 'HUB';
    const server = isInHub ? this.#anyGame() : this.#emptiestHub();
    if (server !== undefined && server.plan.name !== visitor.server)
      visitor.proxy.move(visitor, server.plan.name);
  }

  /** The emptier of two random games: they fill unevenly, as real ones do, but none overflows. */
  #anyGame(): SimulatedServer | undefined {
    const { random } = this.#options;
    const games = this.#games.filter((server) => this.#isFree(server));
    const [one, other] = [random.pick(games), random.pick(games)];
    return one !== undefined && other !== undefined && this.#fullness(other) < this.#fullness(one)
      ? other
      : one;
  }

  #emptiestHub(except = ''): SimulatedServer | undefined {
    let best: SimulatedServer | undefined;
    for (const server of this.#hubs) {
      if (server.plan.name === except || !this.#isFree(server)) continue;
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
