import type { AgentIdentity, ProxySession, ReportedPlayer } from '../../../../src/actors/agents.ts';
import type { Network } from '../../../../src/actors/network.ts';
import type { ProxyClient } from '../../../../src/actors/ports.ts';
import type { Uuid } from '../../../../src/domain/uuid.ts';
import type { Clock } from '../../../../src/runtime/clock.ts';

/** Asks the world to end the connection of a player who is on this side; false where they are not. */
export type Kick = (side: Side, uuid: Uuid) => boolean;

/** An edge or an agent whose frames arrive in their order, and later than they are sent. */
export class Side {
  readonly name: string;
  readonly isEdge: boolean;
  /** Whom it has, as its list would say. */
  readonly players = new Map<Uuid, ReportedPlayer>();
  readonly #network: Network;
  readonly #clock: Clock;
  readonly #kick: Kick;
  #epoch: number;
  #session: ProxySession | null = null;
  #frames: ((session: ProxySession) => void)[] = [];

  constructor(network: Network, clock: Clock, name: string, isEdge: boolean, kick: Kick) {
    this.#network = network;
    this.#clock = clock;
    this.#kick = kick;
    this.name = name;
    this.isEdge = isEdge;
    this.#epoch = clock.now();
  }

  get isUp(): boolean {
    return this.#session !== null;
  }

  /** Its session while it is connected: a login is answered, so it does not wait behind frames of others. */
  get session(): ProxySession | null {
    return this.#session;
  }

  get waiting(): number {
    return this.#frames.length;
  }

  connect(): void {
    this.#frames = [];
    const as = this.isEdge
      ? { platform: 'edge' as const }
      : { platform: 'modern' as const, behindEdge: true };
    const identity: AgentIdentity = { name: this.name, version: '1', epoch: this.#epoch, ...as };
    this.#session = this.#network.agents.attachProxy(identity, this.#client());
    this.#session.sync([...this.players.values()]);
  }

  /** What was sent and has not arrived is lost with the connection. */
  drop(): void {
    this.#frames = [];
    const session = this.#session;
    this.#session = null;
    session?.lost();
  }

  /** The process of the side was replaced; its players are gone already. */
  restart(): void {
    this.drop();
    this.#epoch = Math.max(this.#clock.now(), this.#epoch + 1);
    this.connect();
  }

  send(frame: (session: ProxySession) => void): void {
    if (this.isUp) this.#frames.push(frame);
  }

  /** The oldest frames arrive. */
  deliver(count = Number.POSITIVE_INFINITY): void {
    for (let left = count; left > 0; left -= 1) {
      const frame = this.#frames.shift();
      if (frame === undefined || this.#session === null) return;
      frame(this.#session);
    }
  }

  #client(): ProxyClient {
    return {
      kick: async (uuid) => {
        await Promise.resolve();
        return this.isUp && this.#kick(this, uuid);
      },
      send: () => Promise.resolve(false),
      sendMessage: () => undefined,
      close: () => this.drop(),
    };
  }
}
