import type { ReportedPlayer } from '../../actors/network.ts';
import type { Report } from '../../channel/client/agent-client.ts';
import { AppError } from '../../domain/errors.ts';
import type { Uuid } from '../../domain/uuid.ts';

/** One connection of a player, from the admission to its end. */
export interface Visit {
  readonly uuid: Uuid;
  readonly name: string;
  readonly ip: string;
  /** Whether the player was passed on to a server; before that nobody else can know of the visit. */
  readonly isPassedOn: boolean;
  /** The server of the network that the connection leads to; null for one behind a proxy, where it may change. */
  readonly server: string | null;
  /** Where the player was seen last; for kicks. */
  seenOn: string | null;
  /** Epoch milliseconds; null until the player counts as online. */
  joinedAt: number | null;
  /** Sends the player away with these words, text with colours; resolves once the connection is gone. */
  dismiss(message: string): Promise<void>;
  /** Speaks to the player, text with colours. */
  say(message: string): Promise<void>;
}

/**
 * Who is here, and what the coordinator is told of it. A uuid is only a claim until a server behind the edge has taken
 * it, so two visits may have the same one: the server decides between them, and the player is online while one is left.
 */
export class PlayerBook {
  readonly #visits = new Map<Uuid, Visit[]>();
  readonly #tell: (report: Report) => void;
  readonly #now: () => number;
  #online = 0;

  constructor(tell: (report: Report) => void, now: () => number) {
    this.#tell = tell;
    this.#now = now;
  }

  /** How many players are online here. */
  get online(): number {
    return this.#online;
  }

  isOnline(uuid: Uuid): boolean {
    return this.#joined(uuid) !== undefined;
  }

  add(visit: Visit): void {
    const visits = this.#visits.get(visit.uuid);
    if (visits === undefined) this.#visits.set(visit.uuid, [visit]);
    else visits.push(visit);
  }

  /** From now on the visit counts as the player being online. */
  join(visit: Visit): void {
    if (visit.joinedAt !== null || this.#visits.get(visit.uuid)?.includes(visit) !== true) return;
    const before = this.#joined(visit.uuid);
    visit.joinedAt = this.#now();
    const { uuid, name, ip, server } = visit;
    if (before === undefined) {
      this.#online += 1;
      this.#tell({ type: 'player.join', uuid, name, ip, ...(server === null ? {} : { server }) });
    } else if (server !== null && server !== before.server) {
      this.#tell({ type: 'player.switch', uuid, server });
    }
  }

  remove(visit: Visit): void {
    const visits = this.#visits.get(visit.uuid);
    if (visits === undefined || !visits.includes(visit)) return;
    const rest = visits.filter((other) => other !== visit);
    if (rest.length > 0) this.#visits.set(visit.uuid, rest);
    else this.#visits.delete(visit.uuid);
    if (visit.joinedAt === null || this.#joined(visit.uuid) !== undefined) return;
    this.#online -= 1;
    this.#tell({ type: 'player.leave', uuid: visit.uuid });
  }

  /** A game server has the player: the claim holds, and this is where they are. */
  seen(uuid: Uuid, server: string): void {
    const visit = this.#visits.get(uuid)?.findLast((one) => one.isPassedOn);
    if (visit === undefined) return;
    visit.seenOn = server;
    this.join(visit);
  }

  /** Ends every visit of the player, also one that is only beginning. Rejects with `player_not_found`. */
  async dismiss(uuid: Uuid, message: string): Promise<void> {
    const visits = this.#visits.get(uuid);
    if (visits === undefined) throw new AppError('player_not_found');
    await Promise.all(visits.map((visit) => visit.dismiss(message)));
  }

  /** The newest visit of an online player. */
  visitOf(uuid: Uuid): Visit | undefined {
    return this.#visits.get(uuid)?.findLast((visit) => visit.joinedAt !== null);
  }

  /** Everybody online here, once each, since their first visit. */
  *report(): Generator<ReportedPlayer, void, void> {
    for (const uuid of this.#visits.keys()) {
      const first = this.#joined(uuid);
      if (first === undefined || first.joinedAt === null) continue;
      const { name, ip, joinedAt } = first;
      yield { uuid, name, ip, server: this.visitOf(uuid)?.server ?? null, joinedAt };
    }
  }

  #joined(uuid: Uuid): Visit | undefined {
    return this.#visits.get(uuid)?.find((visit) => visit.joinedAt !== null);
  }
}
