import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import { ExplainedError } from '../runtime/explained-error.ts';
import { AgentLog } from './agent-log.ts';
import { Crowd } from './crowd.ts';
import { RandomChoice } from './random-choice.ts';
import { planServers } from './game-plan.ts';
import { PEOPLE } from './person.ts';
import { Population } from './population.ts';
import { Progress, type ProgressOutput } from './progress.ts';
import { SimulatedProxy } from './simulated-proxy.ts';
import { SimulatedServer } from './simulated-server.ts';
import type { SimulatorDeps } from './simulator-deps.ts';
import { newTally, type SimulatorStats } from './tally.ts';

const TICK_MS = 100;
const PARTIES_EVERY_MS = 2_000;
/** Of one process: where there are more, several share them. */
export const MAX_PLAYERS = 250_000;
/** Of one proxy: the coordinator takes no longer list of players. */
const MAX_PLAYERS_OF_PROXY = 200_000;
/** Twice as many people as players take turns, and a few more where there are hardly any. */
const peopleFor = (players: number): number => players * 2 + 10;
/** Each number of a proxy has people of its own, for a process whose proxies begin there. */
const PEOPLE_OF_PROXY = peopleFor(MAX_PLAYERS);
/** The highest number that the proxies of a process may begin with. */
export const MAX_PROXIES_FROM = Math.floor(PEOPLE / PEOPLE_OF_PROXY);

/** The size of a simulated network, and where its coordinator is. */
export interface SimulatorOptions {
  /** The coordinator's gateway, `http://127.0.0.1:8080`. */
  readonly url: string;
  /** `channel.secret` of the coordinator. */
  readonly secret: string;
  readonly proxies: number;
  /** The number of the first of them, by default 1. Another in each process gives each its own proxies, servers and people. */
  readonly proxiesFrom?: number;
  readonly servers: number;
  /** How many players it keeps online. */
  readonly players: number;
  /** Joins, leaves and switches per second, together. */
  readonly churn: number;
  /** The same seed has the same people, who do the same as long as the coordinator answers the same. */
  readonly seed: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly version: string;
  /** Where the progress line goes; absent for silence. */
  readonly output?: ProgressOutput;
  /** How fast players log in at first; by default all within about twenty seconds. */
  readonly joinsPerSecond?: number;
}

/** A running simulated network. */
export interface Simulator {
  /** Resolves when an agent was connected, or rejects when none was within this many milliseconds. */
  connectedWithin(milliseconds: number): Promise<void>;
  /** Resolves when `players` players were online. */
  readonly reachedTarget: Promise<void>;
  stats(): SimulatorStats;
  /** Resolves when every connection is closed. */
  close(): Promise<void>;
}

/**
 * A whole network of agents over the real channel: proxies with players, hubs and games that follow the coordinator's
 * orders. It runs until it is closed, and reconnects when the coordinator was away. Throws a RangeError for impossible
 * numbers and a TypeError for an invalid url.
 */
export function startSimulator(options: SimulatorOptions): Simulator {
  checkNumbers(options);
  return new RunningSimulator(options);
}

function neverConnected(url: string, milliseconds: number, reason = 'no answer'): string {
  return (
    `no coordinator could be reached at ${withoutUser(url)} within ${milliseconds / 1_000} s (${reason}): ` +
    'is it running, is --url its address, and is --secret its channel.secret?'
  );
}

function withoutUser(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

function checkNumbers({ proxies, proxiesFrom = 1, servers, players, churn }: SimulatorOptions): void {
  if (proxies < 1) throw new RangeError('A network needs at least one proxy');
  if (proxiesFrom < 1 || proxiesFrom > MAX_PROXIES_FROM)
    throw new RangeError(`Proxies are numbered from 1 to ${MAX_PROXIES_FROM} on`);
  if (servers < 1) throw new RangeError('A network needs at least one server');
  if (players < 0 || players > MAX_PLAYERS) throw new RangeError(`There can be 0 to ${MAX_PLAYERS} players`);
  if (players > proxies * MAX_PLAYERS_OF_PROXY)
    throw new RangeError(`A proxy can have ${MAX_PLAYERS_OF_PROXY} players: ${players} need more than one`);
  if (churn < 0) throw new RangeError('Churn is a number of events per second, at least 0');
}

class RunningSimulator implements Simulator {
  readonly reachedTarget: Promise<void>;
  readonly #options: SimulatorOptions;
  readonly #random: RandomChoice;
  readonly #population: Population;
  readonly #tally = newTally();
  readonly #proxies: readonly SimulatedProxy[];
  readonly #servers: readonly SimulatedServer[];
  readonly #crowd: Crowd;
  readonly #progress: Progress | null;
  readonly #log: AgentLog;
  /** Not by the Clock, whose timers do not keep the process alive; a simulator that waits for its coordinator must. */
  readonly #keepAlive = setInterval(() => {}, 60_000);
  #announceTarget: () => void = () => {};
  #timer: unknown;
  #isFilling = true;
  /** What earlier ticks left over: fractions of a join and of an event. */
  #joinsDue = 0;
  #stirsDue = 0;
  #tickedAt: number;
  #partiesAt: number;

  constructor(options: SimulatorOptions) {
    const { seed, players, clock, output, proxiesFrom = 1 } = options;
    this.#options = options;
    this.#log = new AgentLog(options.logger, clock);
    this.#random = new RandomChoice(seed);
    this.#population = new Population(seed, {
      first: (proxiesFrom - 1) * PEOPLE_OF_PROXY,
      size: peopleFor(players),
    });
    this.#progress = output === undefined ? null : new Progress(output);
    this.#proxies = this.#startProxies();
    this.#servers = this.#startServers();
    this.#crowd = new Crowd({
      target: players,
      population: this.#population,
      proxies: this.#proxies,
      servers: this.#servers,
      tally: this.#tally,
      // A generator of its own: the number of attempts to connect must not change who plays.
      random: new RandomChoice(seed + 1),
      clock,
    });
    this.reachedTarget = new Promise((resolve) => {
      this.#announceTarget = resolve;
    });
    this.#tickedAt = clock.now();
    this.#partiesAt = clock.now();
    this.#timer = clock.setTimeout(() => this.#tick(), TICK_MS);
  }

  stats(): SimulatorStats {
    const agents = [...this.#proxies, ...this.#servers];
    return {
      ...this.#tally,
      refused: { ...this.#tally.refused },
      online: this.#population.online,
      target: this.#options.players,
      connections: agents.filter((agent) => agent.connected).length,
      parties: this.#proxies.reduce((sum, proxy) => sum + proxy.parties.size, 0),
    };
  }

  async close(): Promise<void> {
    this.#options.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#progress?.end(this.stats());
    this.#crowd.close();
    await Promise.all([...this.#servers, ...this.#proxies].map((agent) => agent.close()));
    this.#log.close();
    clearInterval(this.#keepAlive);
  }

  connectedWithin(milliseconds: number): Promise<void> {
    const { clock, url } = this.#options;
    const late = clock.elapsed() + milliseconds;
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (this.stats().connections > 0) resolve();
        else if (clock.elapsed() < late) clock.setTimeout(look, TICK_MS);
        else reject(new ExplainedError(neverConnected(url, milliseconds, this.#log.reason)));
      };
      look();
    });
  }

  #deps(): SimulatorDeps {
    const { url, secret, clock, version } = this.#options;
    const logger = this.#log;
    const [population, tally, random] = [this.#population, this.#tally, this.#random];
    return { url, secret, clock, logger, version, random, population, tally };
  }

  #startProxies(): SimulatedProxy[] {
    const { proxies, proxiesFrom = 1 } = this.#options;
    return Array.from({ length: proxies }, (_, at) => {
      return new SimulatedProxy({
        ...this.#deps(),
        name: `proxy-${proxiesFrom + at}`,
        platform: at % 3 === 2 ? 'legacy' : 'modern',
        onKick: (visitor) => this.#crowd.comeBack(visitor),
        takes: (server) => this.#crowd.takes(server),
      });
    });
  }

  #startServers(): SimulatedServer[] {
    const { servers, players, proxiesFrom } = this.#options;
    return planServers(servers, players, proxiesFrom).map((plan) => {
      return new SimulatedServer({
        ...this.#deps(),
        plan,
        onDown: (server) => this.#crowd.abandon(server),
        onStates: (states) => this.#crowd.noteStates(states),
      });
    });
  }

  #tick(): void {
    const { clock } = this.#options;
    this.#timer = clock.setTimeout(() => this.#tick(), TICK_MS);
    const now = clock.now();
    const seconds = (now - this.#tickedAt) / 1_000;
    this.#tickedAt = now;
    this.#fill(seconds);
    this.#stir(seconds);
    if (now - this.#partiesAt >= PARTIES_EVERY_MS) {
      this.#partiesAt = now;
      this.#changeParties(now);
    }
    this.#progress?.tick(this.stats(), now);
  }

  /** Logs players in until the target is reached, and again when many are missing. */
  #fill(seconds: number): void {
    const { players, joinsPerSecond = Math.max(50, players / 20) } = this.#options;
    if (this.#population.online >= players) {
      this.#isFilling = false;
      this.#announceTarget();
    }
    if (this.#population.online < players * 0.9) this.#isFilling = true;
    if (!this.#isFilling) return;
    // After a delay the missing joins do not come in one burst.
    this.#joinsDue = Math.min(this.#joinsDue + joinsPerSecond * seconds, Math.max(1, joinsPerSecond));
    const joins = Math.min(Math.floor(this.#joinsDue), players - this.#crowd.expected);
    this.#joinsDue -= Math.floor(this.#joinsDue);
    if (joins > 0) this.#crowd.logIn(joins);
  }

  #stir(seconds: number): void {
    const { churn } = this.#options;
    this.#stirsDue = Math.min(this.#stirsDue + churn * seconds, Math.max(1, churn));
    for (; this.#stirsDue >= 1; this.#stirsDue -= 1) this.#crowd.stir();
  }

  /** Forms some parties and ends some. */
  #changeParties(now: number): void {
    for (const proxy of this.#proxies) {
      if (this.#random.roll() < 0.3) proxy.parties.endOne(this.#random);
      const met = Array.from({ length: 8 * this.#proxies.length }, () =>
        this.#population.anybody(this.#random),
      );
      const here = met.flatMap((visitor) => (visitor?.proxy === proxy ? [visitor.person.uuid] : []));
      proxy.parties.form(here.slice(0, this.#random.between(2, 6)), now);
      proxy.reportParties();
    }
  }
}
