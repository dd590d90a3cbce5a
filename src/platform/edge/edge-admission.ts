import { within } from '../../runtime/deadline.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { AgentClient } from '../../channel/client/agent-client.ts';
import { type Admission, banTextOf, decideAdmission } from '../../domain/admission.ts';
import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { EdgeOptions } from './edge-options.ts';
import type { LoginStart } from './protocol/login-start.ts';
import type { EdgeReplica } from './replica/edge-replica.ts';
import { offlineUuid } from './protocol/offline-uuid.ts';
import type { PlayerSessions } from './player-sessions.ts';

/** How long the coordinator may think about a player; then the edge decides alone. */
const ANSWER_WITHIN_MS = 3_000;

export interface EdgeAdmissionOptions extends Pick<EdgeOptions, 'identity' | 'onUnknown' | 'refusals'> {
  readonly unknownText: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Who is at the door, and whether they may come in. */
export interface Decision {
  readonly uuid: Uuid;
  readonly admission:
    | Admission
    | { readonly allow: false; readonly code: 'unknown'; readonly message: string };
}

/** Decides about logins: by asking the coordinator, and alone while it is away. */
export class EdgeAdmission {
  readonly #options: EdgeAdmissionOptions;
  readonly #client: () => AgentClient;
  readonly #memory: EdgeReplica;
  readonly #players: PlayerSessions;

  constructor(
    options: EdgeAdmissionOptions,
    client: () => AgentClient,
    memory: EdgeReplica,
    players: PlayerSessions,
  ) {
    this.#options = options;
    this.#client = client;
    this.#memory = memory;
    this.#players = players;
  }

  /** Never rejects, and answers within a few seconds. */
  async decide(start: LoginStart, ip: string): Promise<Decision> {
    const { name } = start;
    const uuid = await this.#identify(start);
    try {
      const { allow, code, message = '' } = await this.#timely(this.#client().login({ uuid, name, ip }));
      if (allow || code === undefined) return { uuid, admission: { allow: true } };
      return { uuid, admission: { allow: false, code, message } };
    } catch (error) {
      this.#options.logger.debug({ event: 'edge.decided-alone', name, uuid, err: error });
      return { uuid, admission: this.#decideAlone(uuid, name) };
    }
  }

  /**
   * Offline networks make uuids of names, so whatever the client says is not asked. In online ones the server behind
   * checks the name and nobody checks the uuid: a client that says another uuid than that of the banned player whose
   * name it has is taken for the banned one.
   */
  async #identify({ name, uuid }: LoginStart): Promise<Uuid> {
    if (this.#options.identity === 'offline') return offlineUuid(name);
    const banned = this.#memory.bannedOfName(name, this.#options.clock.now());
    return banned ?? uuid ?? (await this.#lookUp(name)) ?? offlineUuid(name);
  }

  async #lookUp(name: string): Promise<Uuid | undefined> {
    try {
      return await this.#timely(this.#client().find(name));
    } catch (error) {
      this.#options.logger.debug({ event: 'edge.name-not-looked-up', name, err: error });
      return undefined;
    }
  }

  #timely<T>(answer: Promise<T>): Promise<T> {
    const { clock } = this.#options;
    return within(clock, ANSWER_WITHIN_MS, answer, 'platform_unavailable', 'The coordinator did not answer');
  }

  #decideAlone(uuid: Uuid, name: string): Decision['admission'] {
    const { clock, refusals, onUnknown, unknownText } = this.#options;
    const { status } = this.#memory;
    if (status === null || !this.#memory.isComplete) {
      return onUnknown === 'allow'
        ? { allow: true }
        : { allow: false, code: 'unknown', message: unknownText };
    }
    const now = clock.now();
    const ban = this.#memory.banOf(uuid, now);
    if (ban !== undefined) {
      const message = banTextOf(ban, now, refusals);
      return { allow: false, code: 'banned', message, banId: ban.banId };
    }
    const folded = foldName(name);
    return decideAdmission(
      {
        ban: undefined,
        now,
        maintenance: status.maintenance,
        preventJoin: status.preventJoin,
        bypass: status.maintenanceBypass.some((one) => foldName(one) === folded),
        // The last count of the whole network, but never fewer than are here.
        slotsTaken:
          Math.max(status.onlinePlayers, this.#players.online) - (this.#players.isOnline(uuid) ? 1 : 0),
        maxPlayers: status.maxPlayers,
      },
      refusals,
    );
  }
}
