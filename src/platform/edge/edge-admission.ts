import { within } from '../../runtime/deadline.ts';
import { isMadeOfOther, offlineUuid } from '../../runtime/offline-uuid.ts';
import type { AgentClient } from '../../channel/client/agent-client.ts';
import { type Admission, banTextOf, decideAdmission } from '../../domain/admission.ts';
import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { EdgeOptions } from './edge-options.ts';
import type { LoginStart } from './protocol/login-start.ts';
import type { EdgeReplica } from './replica/edge-replica.ts';
import type { PlayerSessions } from './player-sessions.ts';

/** How long the coordinator may take to decide; then the edge decides alone. */
const ANSWER_WITHIN_MS = 3_000;

export interface EdgeAdmissionOptions
  extends Pick<EdgeOptions, 'identity' | 'onUnknown' | 'refusals' | 'clock' | 'logger'> {
  /** What a player reads when nothing is known of the network. */
  readonly unknownText: string;
}

/** What decisions are made from. */
export interface EdgeAdmissionDeps {
  readonly client: () => AgentClient;
  readonly replica: EdgeReplica;
  readonly sessions: PlayerSessions;
}

/** The uuid of a player who logs in, and whether they may come in. */
export interface Decision {
  readonly uuid: Uuid;
  /** Whether the coordinator admitted the login, and has reserved a slot for it. */
  readonly holdsSlot: boolean;
  readonly admission:
    | Admission
    | { readonly allow: false; readonly code: 'unknown'; readonly message: string };
}

/** Decides about logins: through the coordinator, and alone while it does not answer. */
export class EdgeAdmission {
  readonly #options: EdgeAdmissionOptions;
  readonly #deps: EdgeAdmissionDeps;

  constructor(options: EdgeAdmissionOptions, deps: EdgeAdmissionDeps) {
    this.#options = options;
    this.#deps = deps;
  }

  /** Never rejects, and resolves within a few seconds. */
  async decide(start: LoginStart, ip: string): Promise<Decision> {
    const { name } = start;
    const { identity } = this.#options;
    const client = this.#deps.client();
    const claimed = start.uuid !== null && identity === 'online';
    const uuid = await this.#identify(start, client);
    try {
      const answer = await this.#inTime(client.login({ uuid, name, ip, identity, claimed }));
      const { allow, code, message = '', uuid: known = uuid } = answer;
      if (allow || code === undefined) return { uuid: known, holdsSlot: allow, admission: { allow: true } };
      return { uuid: known, holdsSlot: false, admission: { allow: false, code, message } };
    } catch (error) {
      this.#options.logger.debug({ event: 'edge.decided-alone', name, uuid, err: error });
      // A claim does not count against who is here by it.
      const isFalse = this.#deps.sessions.isOthers(uuid, name) || isMadeOfOther(uuid, name);
      const own = isFalse ? offlineUuid(name) : uuid;
      return { uuid: own, holdsSlot: false, admission: this.#decideAlone(own, name, uuid) };
    }
  }

  /**
   * What is asked about. The coordinator finds out who it is; one that cannot, and offline networks, go by what the edge
   * says.
   */
  async #identify({ name, uuid }: LoginStart, client: AgentClient): Promise<Uuid> {
    if (this.#options.identity === 'offline') return offlineUuid(name);
    if (uuid !== null) return uuid;
    if (client.supports('identity')) return offlineUuid(name);
    return (await this.#lookUp(name)) ?? offlineUuid(name);
  }

  async #lookUp(name: string): Promise<Uuid | undefined> {
    try {
      return await this.#inTime(this.#deps.client().find(name));
    } catch (error) {
      this.#options.logger.debug({ event: 'edge.name-not-looked-up', name, err: error });
      return undefined;
    }
  }

  #inTime<T>(answer: Promise<T>): Promise<T> {
    const { clock } = this.#options;
    return within(clock, ANSWER_WITHIN_MS, answer, 'platform_unavailable', 'The coordinator did not answer');
  }

  #decideAlone(uuid: Uuid, name: string, claim: Uuid): Decision['admission'] {
    const { clock, refusals, onUnknown, unknownText } = this.#options;
    const { replica, sessions } = this.#deps;
    const { status } = replica;
    if (status === null || !replica.isComplete) {
      return onUnknown === 'allow'
        ? { allow: true }
        : { allow: false, code: 'unknown', message: unknownText };
    }
    const now = clock.now();
    // Nobody can be asked whose the name is now: what was claimed and the name both count against the player.
    const ban =
      replica.banOf(uuid, name, now) ?? replica.banOf(claim, name, now) ?? replica.banOfName(name, now);
    if (ban !== undefined) {
      const message = banTextOf(ban, now, refusals);
      return { allow: false, code: 'banned', message, banId: ban.banId };
    }
    const folded = foldName(name);
    // The last count of the whole network, but never fewer than are online here.
    const online = Math.max(status.onlinePlayers, sessions.online);
    return decideAdmission(
      {
        ban: undefined,
        now,
        maintenance: status.maintenance,
        preventJoin: status.preventJoin,
        bypass: status.maintenanceBypass.some((one) => foldName(one) === folded),
        // A player who is online already comes in on their own slot.
        slotsTaken: online - (sessions.isOnline(uuid) ? 1 : 0),
        maxPlayers: status.maxPlayers,
      },
      refusals,
    );
  }
}
