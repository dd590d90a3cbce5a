import { within } from '../../runtime/deadline.ts';
import { isMadeOfOther, offlineUuid } from '../../runtime/offline-uuid.ts';
import type { ActiveBan } from '../../actors/network.ts';
import type { AgentClient } from '../../channel/client/agent-client.ts';
import { type Admission, banTextOf, decideAdmission, type RefusalTexts } from '../../domain/admission.ts';
import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { EdgeOptions } from './edge-options.ts';
import type { LoginStart } from './protocol/login-start.ts';
import type { EdgeReplica } from './replica/edge-replica.ts';
import type { Basis, PlayerSession, PlayerSessions } from './player-sessions.ts';

/** How long the coordinator may take to decide; then the edge decides alone. */
const ANSWER_WITHIN_MS = 3_000;
/** Before whatever an edge hears of. */
const NOTHING_KNOWN = -1;

const ALLOWED: Admission = { allow: true };

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
  readonly basis: Basis;
  readonly admission:
    | Admission
    | { readonly allow: false; readonly code: 'unknown'; readonly message: string };
}

/** A login that was admitted, and whose player has not joined. */
export type AdmittedLogin = Pick<PlayerSession, 'uuid' | 'name' | 'claim' | 'isLetIn' | 'basis'>;

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
    // From before the coordinator is asked: what comes while it answers may not be in the answer.
    const basis: Basis = { change: this.#deps.replica.changes, isAlone: false, hasPlace: true };
    const uuid = await this.#identify(start, client);
    try {
      const answer = await this.#inTime(client.login({ uuid, name, ip, identity, claimed }));
      const { allow, code, message = '', uuid: known = uuid } = answer;
      if (allow || code === undefined)
        return { uuid: known, holdsSlot: allow, basis, admission: { allow: true } };
      return { uuid: known, holdsSlot: false, basis, admission: { allow: false, code, message } };
    } catch (error) {
      this.#options.logger.debug({ event: 'edge.decided-alone', name, uuid, err: error });
      const { replica, sessions } = this.#deps;
      // A claim does not count against who is here by it.
      const isFalse = sessions.isOthers(uuid, name) || isMadeOfOther(uuid, name);
      // Who is online and comes anew has their own place, also where the client sends no uuid.
      const known = identity === 'online' && start.uuid === null ? sessions.uuidOf(name) : undefined;
      const own = known ?? (isFalse ? offlineUuid(name) : uuid);
      const alone: Basis = {
        change: replica.isComplete ? replica.changes : NOTHING_KNOWN,
        isAlone: true,
        hasPlace: sessions.isOnline(own),
      };
      const admission = this.#decideAlone({ uuid: own, name, claim: uuid });
      return { uuid: own, holdsSlot: false, basis: alone, admission };
    }
  }

  /**
   * Decides anew about a login that was admitted, by what the edge has heard of since: that a ban was set, or the network closed.
   * What it knew before was considered already, by the coordinator with more knowledge. Capacity is looked at where the
   * coordinator decides on no join.
   */
  again(login: AdmittedLogin): Admission {
    const { client, replica, sessions } = this.#deps;
    const { status, settingsAt } = replica;
    const { basis } = login;
    if (status === null) return ALLOWED;
    const isChanged = settingsAt > basis.change;
    const isAlone = basis.isAlone || !client().connected;
    // Who takes a place here takes it from then on; by the join all who have joined count.
    const beside = login.isLetIn ? sessions.joinedBeside(login) : sessions.insideBeside(login);
    return this.#decide(login, {
      ban: this.#banAgainst(login, basis.change),
      maintenance: isChanged && status.maintenance,
      preventJoin: isChanged && status.preventJoin,
      maxPlayers: isAlone ? status.maxPlayers : Number.POSITIVE_INFINITY,
      // The coordinator had a place for whom it admitted, by the count of the whole network.
      slotsTaken: basis.isAlone ? this.#slotsTaken(login, basis.hasPlace, beside) : beside,
    });
  }

  /** The same for bans alone. */
  bannedSince(login: AdmittedLogin): Admission {
    const { clock, refusals } = this.#options;
    const ban = this.#banAgainst(login, login.basis.change);
    return ban === undefined ? ALLOWED : refusedFor(ban, clock.now(), refusals);
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

  #decideAlone(who: Claimant): Decision['admission'] {
    const { onUnknown, unknownText } = this.#options;
    const { replica, sessions } = this.#deps;
    const { status } = replica;
    if (status === null || !replica.isComplete) {
      return onUnknown === 'allow' ? ALLOWED : { allow: false, code: 'unknown', message: unknownText };
    }
    const { maintenance, preventJoin, maxPlayers } = status;
    const ban = this.#banAgainst(who);
    return this.#decide(who, {
      ban,
      maintenance,
      preventJoin,
      maxPlayers,
      slotsTaken: this.#slotsTaken(who, false, sessions.insideBeside(who)),
    });
  }

  /** By the last count of the whole network, but never fewer than are here; without the place that is this player's own. */
  #slotsTaken({ uuid }: Pick<Claimant, 'uuid'>, hasPlace: boolean, beside: number): number {
    const { replica, sessions } = this.#deps;
    const own = hasPlace || sessions.isOnline(uuid) ? 1 : 0;
    return Math.max((replica.status?.onlinePlayers ?? 0) - own, beside);
  }

  /** Nobody can be asked whose the name is now: what was claimed and the name both count against the player. */
  #banAgainst({ uuid, name, claim }: Claimant, since?: number): ActiveBan | undefined {
    const { replica } = this.#deps;
    const now = this.#options.clock.now();
    return (
      replica.banOf(uuid, name, now, since) ??
      replica.banOf(claim ?? uuid, name, now, since) ??
      replica.banOfName(name, now, since)
    );
  }

  #decide({ name }: Claimant, { ban, ...settings }: AloneCase): Admission {
    const { clock, refusals } = this.#options;
    const { maintenanceBypass = [] } = this.#deps.replica.status ?? {};
    const now = clock.now();
    if (ban !== undefined) return refusedFor(ban, now, refusals);
    const folded = foldName(name);
    return decideAdmission(
      {
        ...settings,
        ban: undefined,
        now,
        bypass: maintenanceBypass.some((one) => foldName(one) === folded),
      },
      refusals,
    );
  }
}

/** Who logs in, by what nobody proved. */
type Claimant = Pick<PlayerSession, 'uuid' | 'name' | 'claim'>;

/** What the edge decides on, of what it knows. */
interface AloneCase {
  readonly ban: ActiveBan | undefined;
  readonly maintenance: boolean;
  readonly preventJoin: boolean;
  readonly maxPlayers: number;
  /** Without those of this player. */
  readonly slotsTaken: number;
}

function refusedFor(ban: ActiveBan, now: number, refusals: RefusalTexts): Admission {
  return { allow: false, code: 'banned', message: banTextOf(ban, now, refusals), banId: ban.banId };
}
