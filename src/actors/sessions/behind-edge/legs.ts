import type { Uuid } from '../../../domain/uuid.ts';
import type { ReportedPlayer } from '../../agents.ts';
import { isConnected } from '../../entities/lease-actor.ts';
import type { ProxyLease } from '../proxy-lease.ts';

/** What one edge, or one agent behind an edge, says of a player of whom both may speak. */
export interface Leg {
  readonly lease: ProxyLease;
  player: ReportedPlayer;
  /** When the session began as this side names it. */
  startedAt: number;
  /** The other side has ended the session: this side's next leave ends nobody. */
  isOver: boolean;
  /** Of an agent's: whether an edge has had the player in this session. */
  hasDoor: boolean;
  /** Of an agent's: no edge had them in time, so that what the agent says of the address counts. */
  isAlone: boolean;
}

/** Whether the players of this agent come to it by an edge. */
export function isBehindEdge({ identity }: Pick<ProxyLease, 'identity'>): boolean {
  return identity.behindEdge === true;
}

/** Whether this is an edge. */
export function isEdge({ identity }: Pick<ProxyLease, 'identity'>): boolean {
  return identity.platform === 'edge';
}

/**
 * The sides of the sessions that an edge and an agent have together: that of each agent behind an edge, and those of the edges
 * beside it. A player whom an edge alone has is in none.
 */
export class Legs {
  readonly #legs = new Map<Uuid, Leg[]>();

  get size(): number {
    return this.#legs.size;
  }

  at(lease: ProxyLease, uuid: Uuid): Leg | undefined {
    return this.#legs.get(uuid)?.find((leg) => leg.lease === lease);
  }

  /** The edges that have the player beside an agent, the one that had them last at the end. */
  doorsOf(uuid: Uuid): Leg[] {
    const legs = this.#legs.get(uuid) ?? [];
    const doors = legs.filter((leg) => isEdge(leg.lease) && !leg.isOver);
    return doors.toSorted((a, b) => a.player.joinedAt - b.player.joinedAt);
  }

  /** The same, of edges that can be reached. */
  openDoorsOf(uuid: Uuid): Leg[] {
    return this.doorsOf(uuid).filter(({ lease }) => isConnected(lease.actor));
  }

  /** In the place of what this side said before. */
  put(lease: ProxyLease, player: ReportedPlayer, startedAt = player.joinedAt): Leg {
    const { uuid } = player;
    const leg = { lease, player, startedAt, isOver: false, hasDoor: false, isAlone: false };
    const others = (this.#legs.get(uuid) ?? []).filter((one) => one.lease !== lease);
    this.#legs.set(uuid, [...others, leg]);
    return leg;
  }

  remove(lease: ProxyLease, uuid: Uuid): void {
    const rest = (this.#legs.get(uuid) ?? []).filter((one) => one.lease !== lease);
    if (rest.length > 0) this.#legs.set(uuid, rest);
    else this.#legs.delete(uuid);
  }
}
