import { AgentClient, type Order } from '../channel/client/agent-client.ts';
import { type ReportedState, type ServerState, takesPlayers } from '../domain/server.ts';
import { type ServerPlan, stateAfter, stateDurationMs } from './game-plan.ts';
import type { SimulatorDeps } from './simulator-deps.ts';

/** How long a reboot takes, in milliseconds. */
const SAVING_MS = 500;
const STOPPING_MS = 300;
const MIN_AWAY_MS = 2_000;
const MAX_AWAY_MS = 4_000;

const FIRST_STATES: readonly ReportedState[] = ['IDLE', 'WAITING', 'RUNNING'];

export interface SimulatedServerOptions extends SimulatorDeps {
  readonly plan: ServerPlan;
  /** The server goes down, with the players who are still on it. */
  readonly onDown: (server: string) => void;
  /** The states of servers, which the coordinator sends to every backend. */
  readonly onStates: (states: Iterable<{ name: string; state: ServerState }>) => void;
}

/** A game server that plays game after game, and reboots when the coordinator orders it. */
export class SimulatedServer {
  readonly plan: ServerPlan;
  readonly #options: SimulatedServerOptions;
  #client: AgentClient | null;
  #state: ReportedState;
  #timer: unknown = null;
  #isClosed = false;

  constructor(options: SimulatedServerOptions) {
    this.#options = options;
    this.plan = options.plan;
    this.#client = this.#open();
    // Games begin in different states, or all would start and end together.
    this.#state = options.plan.type === 'HUB' ? 'IDLE' : (options.random.pick(FIRST_STATES) ?? 'IDLE');
    this.#enter(this.#state);
  }

  get connected(): boolean {
    return this.#client?.connected === true;
  }

  /** True while the server is connected and takes players. */
  get isUp(): boolean {
    return this.connected && takesPlayers(this.#state);
  }

  /** True when new players may join: not during a game that cannot be joined any more. */
  get isOpen(): boolean {
    return this.isUp && (this.#state !== 'RUNNING' || this.plan.canRejoin) && this.#state !== 'ENDING';
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#options.clock.clearTimeout(this.#timer);
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
      receive: (order) => this.#receive(order),
    });
  }

  #report(): void {
    const { name, type, maxPlayers, gameName, canRejoin } = this.plan;
    this.#client?.send({
      type: 'server',
      serverType: type,
      maxPlayers,
      serverId: name,
      gameName,
      gameData: '',
      canRejoin,
      state: this.#state,
      // The simulated proxies say who is where. A list that is not kept up to date would keep the server from restarting.
      players: [],
    });
  }

  #enter(state: ReportedState): void {
    const { random } = this.#options;
    if (state !== this.#state) this.#client?.send({ type: 'server.update', state });
    this.#state = state;
    this.#runAfter(stateDurationMs(state, random), () => this.#enter(stateAfter(state, this.plan.type)));
  }

  /** A server has one timer: for the next state of its game, or for the next step of its reboot. */
  #runAfter(milliseconds: number, run: () => void): void {
    const { clock } = this.#options;
    clock.clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = clock.setTimeout(run, milliseconds);
  }

  #receive(order: Order): void {
    if (order.type === 'network' || order.type === 'network.update') this.#options.onStates(order.servers);
    if (order.type === 'reboot') this.#reboot(order.reboot, order.countdownSeconds);
  }

  #reboot(reboot: string, countdownSeconds: number): void {
    this.#options.tally.reboots += 1;
    const progress = (phase: 'countdown' | 'saving' | 'stopping') => {
      this.#client?.send({ type: 'reboot.progress', reboot, phase });
    };
    progress('countdown');
    this.#runAfter(countdownSeconds * 1_000, () => {
      progress('saving');
      this.#runAfter(SAVING_MS, () => {
        progress('stopping');
        this.#runAfter(STOPPING_MS, () => void this.#goDown());
      });
    });
  }

  /** The process ends, and a new one begins after a moment. */
  async #goDown(): Promise<void> {
    const { random, onDown } = this.#options;
    const client = this.#client;
    this.#client = null;
    onDown(this.plan.name);
    await client?.close();
    this.#runAfter(random.between(MIN_AWAY_MS, MAX_AWAY_MS), () => {
      this.#state = 'STARTING';
      this.#client = this.#open();
      this.#enter('STARTING');
    });
  }
}
