import type { ReportedPlayer } from '../actors/agents.ts';
import { AgentClient, type Order } from '../channel/client/agent-client.ts';
import type { CoordinatorMessageOf } from '../channel/protocol/coordinator-messages.ts';
import { AppError } from '../domain/errors.ts';
import type { Uuid } from '../domain/uuid.ts';
import { SimulatedParties } from './simulated-parties.ts';
import type { Person } from './person.ts';
import type { VisitedProxy, Visitor } from './population.ts';
import type { SimulatorDeps } from './simulator-deps.ts';

export interface SimulatedProxyOptions extends SimulatorDeps {
  readonly name: string;
  readonly platform: 'modern' | 'legacy';
  /** The coordinator has kicked a player. */
  readonly onKick: (visitor: Visitor) => void;
  /** False when the server of this name takes no players now. */
  readonly takes: (server: string) => boolean;
}

/** A proxy with players that follows the orders of the coordinator. */
export class SimulatedProxy implements VisitedProxy {
  readonly parties: SimulatedParties;
  readonly #options: SimulatedProxyOptions;
  readonly #client: AgentClient;
  readonly #visitors = new Map<Uuid, Visitor>();

  constructor(options: SimulatedProxyOptions) {
    const { name, platform, version, clock, random } = options;
    this.#options = options;
    this.parties = new SimulatedParties(name);
    this.#client = new AgentClient({
      url: options.url,
      secret: options.secret,
      hello: { role: 'proxy', name, platform, version, epoch: clock.now() },
      clock,
      logger: options.logger,
      random: () => random.roll(),
      resync: () => {
        this.#client.sendPlayers(this.#report());
        this.#client.sendParties(this.parties.parties);
      },
      receive: (order) => this.#receive(order),
    });
  }

  get connected(): boolean {
    return this.#client.connected;
  }

  /** Requests the admission of the person; rejects without an answer. */
  requestLogin(person: Person): Promise<CoordinatorMessageOf<'admission'>> {
    return this.#client.login(person);
  }

  /** The person was admitted and goes away again. */
  cancelLogin({ uuid }: Person): void {
    this.#client.cancel(uuid);
  }

  /** The person is online now, on this server. */
  admit(index: number, person: Person, server: string): void {
    const { population, clock, tally } = this.#options;
    const visitor = population.enter({ index, person, server, proxy: this, joinedAt: clock.now() });
    this.#visitors.set(person.uuid, visitor);
    tally.joins += 1;
    this.#client.send({ type: 'player.join', ...person, server });
  }

  move(visitor: Visitor, server: string): void {
    this.#options.population.move(visitor, server);
    this.#options.tally.switches += 1;
    this.#client.send({ type: 'player.switch', uuid: visitor.person.uuid, server });
  }

  dismiss(visitor: Visitor): void {
    const { uuid } = visitor.person;
    if (!this.#visitors.delete(uuid)) return;
    this.#options.population.leave(visitor);
    this.#options.tally.leaves += 1;
    this.parties.forget(uuid);
    this.#client.send({ type: 'player.leave', uuid });
  }

  /** Reports the parties if they have changed. */
  reportParties(): void {
    if (this.parties.takeStale()) this.#client.sendParties(this.parties.parties);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  *#report(): Generator<ReportedPlayer> {
    for (const { person, server, joinedAt } of this.#visitors.values()) yield { ...person, server, joinedAt };
  }

  #receive(order: Order): void {
    if (order.type === 'player.kick') {
      const visitor = this.#visitor(order.uuid);
      this.#options.tally.kicks += 1;
      this.dismiss(visitor);
      this.#options.onKick(visitor);
    }
    if (order.type === 'player.send') {
      const visitor = this.#visitor(order.uuid);
      if (!this.#options.takes(order.server)) throw new AppError('server_not_found');
      this.#options.tally.moves += 1;
      this.move(visitor, order.server);
    }
  }

  #visitor(uuid: Uuid): Visitor {
    const visitor = this.#visitors.get(uuid);
    if (visitor === undefined) throw new AppError('player_not_found');
    return visitor;
  }
}
