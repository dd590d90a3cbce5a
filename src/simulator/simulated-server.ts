import { AgentClient, type Order } from '../channel/client/agent-client.ts';
import { type ReportedState, type ServerState, takesPlayers } from '../domain/server.ts';
import { type ServerPlan, stateAfter, stateLasts } from './game-plan.ts';
import type { SimulatorDeps } from './simulator-deps.ts';

/** How long a reboot takes, in milliseconds. */
const SAVING_MS = 500;
const STOPPING_MS = 300;
const AWAY_LEAST_MS = 2_000;
const AWAY_MOST_MS = 4_000;
/** A frame holds so many players of a server. */
const MAX_REPORTED = 5_000;

const ANYWHERE: readonly ReportedState[] = ['IDLE', 'WAITING', 'RUNNING'];

export interface SimulatedServerOptions extends SimulatorDeps {
  readonly plan: ServerPlan;
  /** The server goes down with whoever is still on it. */
  readonly onDown: (server: string) => void;
  /** What the coordinator says of the servers, as every backend hears it. */
  readonly onStates: (states: Iterable<{ name: string; state: ServerState }>) => void;
}

/** A game server that plays its games round after round, and reboots when it is told to. */
export class SimulatedServer {
  readonly plan: ServerPlan;
  readonly #options: SimulatedServerOptions;
  #client: AgentClient | null;
  #state: ReportedState;
  #round: unknown = null;
  #isClosed = false;

  constructor(options: SimulatedServerOptions) {
    this.#options = options;
    this.plan = options.plan;
    this.#client = this.#open();
    // Games begin anywhere in their round, or all would start and end together.
    this.#state = options.plan.type === 'HUB' ? 'IDLE' : (options.random.pick(ANYWHERE) ?? 'IDLE');
    this.#enter(this.#state);
  }

  get connected(): boolean {
    return this.#client?.connected === true;
  }

  /** True while there is a process that lets players in. */
  get isUp(): boolean {
    return this.connected && takesPlayers(this.#state);
  }

  /** True when new players may come in: not in the middle of a game that has no place for latecomers. */
  get isOpen(): boolean {
    return this.isUp && (this.#state !== 'RUNNING' || this.plan.canRejoin) && this.#state !== 'ENDING';
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#options.clock.clearTimeout(this.#round);
    await this.#client?.close();
  }

  #open(): AgentClient {
    const { url, secret, clock, logger, random, version } = this.#options;
    return new AgentClient({
      url,
      secret,
      hello: { role: 'backend', name: this.plan.name, platform: 'server', version, epoch: clock.now() },
      clock,
      logger,
      random: () => random.roll(),
      resync: () => this.#report(),
      receive: (order) => this.#obey(order),
    });
  }

  #report(): void {
    const { name, type, maxPlayers, gameName, canRejoin } = this.plan;
    const here = this.#options.population.everybodyOn(name).slice(0, MAX_REPORTED);
    this.#client?.send({
      type: 'server',
      serverType: type,
      maxPlayers,
      serverId: name,
      gameName,
      gameData: '',
      canRejoin,
      state: this.#state,
      players: here.map((visitor) => visitor.person.uuid),
    });
  }

  #enter(state: ReportedState): void {
    const { random } = this.#options;
    if (state !== this.#state) this.#client?.send({ type: 'server.update', state });
    this.#state = state;
    this.#wait(stateLasts(state, random), () => this.#enter(stateAfter(state, this.plan.type)));
  }

  /** A server waits for one thing at a time: the next turn of its game, or of its reboot. */
  #wait(milliseconds: number, run: () => void): void {
    const { clock } = this.#options;
    clock.clearTimeout(this.#round);
    if (!this.#isClosed) this.#round = clock.setTimeout(run, milliseconds);
  }

  #obey(order: Order): void {
    if (order.type === 'network' || order.type === 'network.update') this.#options.onStates(order.servers);
    if (order.type === 'reboot') this.#reboot(order.reboot, order.countdownSeconds);
  }

  #reboot(reboot: string, countdownSeconds: number): void {
    this.#options.tally.reboots += 1;
    const progress = (phase: 'countdown' | 'saving' | 'stopping') => {
      this.#client?.send({ type: 'reboot.progress', reboot, phase });
    };
    progress('countdown');
    this.#wait(countdownSeconds * 1_000, () => {
      progress('saving');
      this.#wait(SAVING_MS, () => {
        progress('stopping');
        this.#wait(STOPPING_MS, () => void this.#goDown());
      });
    });
  }

  /** The process ends, and another begins after a moment. */
  async #goDown(): Promise<void> {
    const { random, onDown } = this.#options;
    const client = this.#client;
    this.#client = null;
    onDown(this.plan.name);
    await client?.close();
    this.#wait(random.between(AWAY_LEAST_MS, AWAY_MOST_MS), () => {
      this.#state = 'STARTING';
      this.#client = this.#open();
      this.#enter('STARTING');
    });
  }
}
