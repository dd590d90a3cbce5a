import type { ReportedPlayer } from '../../actors/network.ts';
import type { Report } from '../../channel/client/agent-client.ts';
import { AppError } from '../../domain/errors.ts';
import type { Uuid } from '../../domain/uuid.ts';

/** One connection of a player, from the admission to its end. */
export interface ClientSession {
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
export class PlayerSessions {
  readonly #sessions = new Map<Uuid, ClientSession[]>();
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

  add(session: ClientSession): void {
    const sessions = this.#sessions.get(session.uuid);
    if (sessions === undefined) this.#sessions.set(session.uuid, [session]);
    else sessions.push(session);
  }

  /** From now on the visit counts as the player being online. */
  join(session: ClientSession): void {
    if (session.joinedAt !== null || this.#sessions.get(session.uuid)?.includes(session) !== true) return;
    const before = this.#joined(session.uuid);
    session.joinedAt = this.#now();
    const { uuid, name, ip, server } = session;
    if (before === undefined) {
      this.#online += 1;
      this.#tell({ type: 'player.join', uuid, name, ip, ...(server === null ? {} : { server }) });
    } else if (server !== null && server !== before.server) {
      this.#tell({ type: 'player.switch', uuid, server });
    }
  }

  remove(session: ClientSession): void {
    const sessions = this.#sessions.get(session.uuid);
    if (sessions === undefined || !sessions.includes(session)) return;
    const rest = sessions.filter((other) => other !== session);
    if (rest.length > 0) this.#sessions.set(session.uuid, rest);
    else this.#sessions.delete(session.uuid);
    if (session.joinedAt === null || this.#joined(session.uuid) !== undefined) return;
    this.#online -= 1;
    this.#tell({ type: 'player.leave', uuid: session.uuid });
  }

  /** A game server has the player: the claim holds, and this is where they are. */
  seen(uuid: Uuid, server: string): void {
    const session = this.#sessions.get(uuid)?.findLast((one) => one.isPassedOn);
    if (session === undefined) return;
    session.seenOn = server;
    this.join(session);
  }

  /** Ends every visit of the player, also one that is only beginning. Rejects with `player_not_found`. */
  async dismiss(uuid: Uuid, message: string): Promise<void> {
    const sessions = this.#sessions.get(uuid);
    if (sessions === undefined) throw new AppError('player_not_found');
    await Promise.all(sessions.map((session) => session.dismiss(message)));
  }

  /** The newest visit of an online player. */
  sessionOf(uuid: Uuid): ClientSession | undefined {
    return this.#sessions.get(uuid)?.findLast((session) => session.joinedAt !== null);
  }

  /** Everybody online here, once each, since their first visit. */
  *report(): Generator<ReportedPlayer, void, void> {
    for (const uuid of this.#sessions.keys()) {
      const first = this.#joined(uuid);
      if (first === undefined || first.joinedAt === null) continue;
      const { name, ip, joinedAt } = first;
      yield { uuid, name, ip, server: this.sessionOf(uuid)?.server ?? null, joinedAt };
    }
  }

  #joined(uuid: Uuid): ClientSession | undefined {
    return this.#sessions.get(uuid)?.find((session) => session.joinedAt !== null);
  }
}
