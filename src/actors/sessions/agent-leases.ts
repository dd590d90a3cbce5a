import { type LeaseActor, isConnected, spawnLeaseActor } from '../entities/lease-actor.ts';
import { actorsWithin, type RunningActors } from '../inspection/running-actors.ts';
import type { AgentIdentity } from '../agents.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';

interface Closable {
  close(reason: string): void;
}

/**
 * What one process of one agent reported. It holds while the agent is connected, and for a grace afterwards
 * (docs/channel.md "Presence is a lease").
 */
export interface Lease<Client> {
  /** `name#epoch`: each process of an agent has a lease of its own. */
  readonly key: string;
  readonly identity: AgentIdentity;
  readonly actor: LeaseActor;
  client: Client;
  /** Grows whenever a connection opens or closes. What a session of an earlier generation reports is ignored. */
  generation: number;
}

/** What an agent that connected got: its lease, and whether its connection is still the one that counts. */
export interface Grant<L> {
  /** For the `welcome`. */
  readonly id: string;
  readonly lease: L;
  readonly isCurrent: () => boolean;
}

/** What follows from a lease; each call comes when it has happened. */
export interface LeaseListener<Client, L extends Lease<Client>> {
  /** A new process connected: makes its lease. */
  opened(lease: Lease<Client>): L;
  /** The client can be reached, for the first time or again. */
  connected(lease: L): void;
  /** The client can no longer be reached. May come twice. */
  disconnected(lease: L): void;
  /** The connection was lost, and the grace begins. */
  lost(lease: L): void;
  /** The agent did not report its whole state in time. */
  overdue(lease: L): void;
  /** The grace is over, or a newer process took the name: nothing that was reported holds any longer. */
  ended(lease: L): void;
}

/** What others may read of the leases of a role. */
export interface LeaseFigures {
  /** How many agents are connected. */
  readonly connected: number;
  /** How many leases hold, those in their grace included. */
  readonly count: number;
  /** For the inspector. */
  readonly running: RunningActors;
}

export interface AgentLeasesDeps<Client, L extends Lease<Client>> {
  readonly role: 'proxy' | 'backend';
  readonly listener: LeaseListener<Client, L>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The leases of all agents of one role, one for each name: that of the newest process. */
export class AgentLeases<Client extends Closable, L extends Lease<Client>> implements LeaseFigures {
  readonly #deps: AgentLeasesDeps<Client, L>;
  readonly #leases = new Map<string, L>();

  constructor(deps: AgentLeasesDeps<Client, L>) {
    this.#deps = deps;
  }

  get connected(): number {
    let connected = 0;
    for (const { actor } of this.#leases.values()) if (isConnected(actor)) connected += 1;
    return connected;
  }

  get count(): number {
    return this.#leases.size;
  }

  get running(): RunningActors {
    return actorsWithin(this.#leases, ({ actor }) => actor);
  }

  /** Those that hold, with those in their grace. */
  values(): Iterable<L> {
    return this.#leases.values();
  }

  of(name: string): L | undefined {
    return this.#leases.get(name);
  }

  /** The lease of this key, while it holds. */
  withKey(key: string): L | undefined {
    for (const lease of this.#leases.values()) if (lease.key === key) return lease;
    return undefined;
  }

  /**
   * An agent connected. A process older than the known one of its name is disconnected, and its reports are ignored. By a secret of
   * its own that is another than the known one's it takes the name whatever that says of its start: by then its secret is revoked.
   */
  attach(identity: AgentIdentity, client: Client): Grant<L> {
    const known = this.#leases.get(identity.name);
    const isHeir = (identity.secretHash ?? known?.identity.secretHash) !== known?.identity.secretHash;
    if (known !== undefined && !isHeir && identity.epoch < known.identity.epoch) {
      client.close('a newer process has this name');
      return { id: `${known.key}.-1`, lease: known, isCurrent: () => false };
    }
    if (known !== undefined && identity.epoch === known.identity.epoch) return this.#resume(known, client);
    if (known !== undefined) {
      known.client.close('a newer process took this name');
      known.actor.send({ type: 'link.replaced' });
    }
    return this.#open(identity, client);
  }

  /** The connection of the lease is gone. */
  lose(lease: L): void {
    lease.generation += 1;
    this.#deps.listener.disconnected(lease);
    lease.actor.send({ type: 'link.lost' });
    this.#deps.listener.lost(lease);
  }

  close(): void {
    for (const { actor } of this.#leases.values()) actor.stop();
    this.#leases.clear();
  }

  #open(identity: AgentIdentity, client: Client): Grant<L> {
    const { role, listener, clock, logger } = this.#deps;
    const { name, platform, version, epoch } = identity;
    const actor = spawnLeaseActor(
      { role, name, platform, epoch },
      {
        overdue: () => listener.overdue(lease),
        closed: () => this.#end(lease),
        died: () => {
          lease.client.close('the lease was lost');
          this.#end(lease);
        },
      },
      clock,
      logger,
    );
    const lease = listener.opened({ key: `${name}#${epoch}`, identity, actor, client, generation: 1 });
    logger.info({ event: 'link.opened', role, name, platform, version });
    this.#leases.set(name, lease);
    listener.connected(lease);
    return grantOf(lease);
  }

  #resume(lease: L, client: Client): Grant<L> {
    const { listener } = this.#deps;
    if (lease.client !== client) lease.client.close('the same process opened another connection');
    if (isConnected(lease.actor)) this.lose(lease);
    listener.disconnected(lease);
    lease.client = client;
    lease.generation += 1;
    listener.connected(lease);
    lease.actor.send({ type: 'link.resumed' });
    return grantOf(lease);
  }

  #end(lease: L): void {
    const { listener } = this.#deps;
    const { name } = lease.identity;
    lease.generation += 1;
    listener.disconnected(lease);
    if (this.#leases.get(name) !== lease) return;
    this.#leases.delete(name);
    listener.ended(lease);
  }
}

function grantOf<L extends Lease<unknown>>(lease: L): Grant<L> {
  const { generation } = lease;
  return { id: `${lease.key}.${generation}`, lease, isCurrent: () => lease.generation === generation };
}
