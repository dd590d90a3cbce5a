import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { Clock } from '../../runtime/clock.ts';
import { within } from '../../runtime/deadline.ts';
import type { Logger } from '../../runtime/logger.ts';
import { offlineUuid } from '../../runtime/offline-uuid.ts';
import type { BanIndex } from '../models/ban-index.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { ClaimedLogin, ResolvedLogin } from '../agents.ts';
import type { NameRecord, PlayerStore } from '../ports.ts';
import type { AccountQuestions } from './account-questions.ts';
import { isClaim, type NameRegistry } from '../models/name-registry.ts';

/** How long a login waits for the database. */
const STORE_WITHIN_MS = 500;

export interface IdentityResolverDeps {
  readonly names: NameRegistry;
  readonly questions: AccountQuestions;
  readonly players: PlayerStore;
  readonly online: OnlinePlayers;
  readonly index: BanIndex;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Finds out which player a login at an edge is (docs/edge.md "Who a player is"). The proved name is the key; a claimed
 * uuid is used only where nobody else is known by it.
 */
export class IdentityResolver {
  readonly #deps: IdentityResolverDeps;

  constructor(deps: IdentityResolverDeps) {
    this.#deps = deps;
  }

  /** Never rejects, and resolves within some seconds also when nobody answers. */
  async resolve(login: ClaimedLogin): Promise<ResolvedLogin> {
    const resolved = await this.#identify(login);
    if (resolved.proved) await this.#deps.questions.settleBan(resolved.uuid, login.name);
    return resolved;
  }

  /** A ban was set under this name. While it is known whose it is only by a claim, the account service is asked. Never rejects. */
  async settle(name: string): Promise<void> {
    const known = await this.#inTime(this.#deps.names.find(name), undefined);
    if (known !== undefined && isClaim(known)) await this.#deps.questions.ofOnline(name);
  }

  async #identify({ name, claim, ip, identity }: ClaimedLogin): Promise<ResolvedLogin> {
    const { names } = this.#deps;
    // Also where it does not decide: what is kept at the join depends on what the table has.
    const known = await this.#inTime(names.find(name), undefined);
    if (identity === 'offline') return { uuid: offlineUuid(name), proved: false };
    if (known !== undefined && names.isFresh(known)) return { uuid: known.uuid, proved: true };
    const account = await this.#deps.questions.ofLogin(name, ip);
    if (account !== undefined && account !== null) return { uuid: account, proved: true };
    // Another login of this name may have been proved meanwhile.
    const last = names.get(name);
    if (last !== undefined && account === undefined && names.isProved(name, last.uuid)) {
      return { uuid: last.uuid, proved: true };
    }
    if (last !== undefined && names.isVouched(last)) return { uuid: last.uuid, proved: false };
    const kept = account === null && last?.provedBy != null ? undefined : last;
    const uuid = await this.#inTime(this.#unproved(name, claim, kept), offlineUuid(name));
    return { uuid, proved: false };
  }

  async #unproved(name: string, claim: Uuid | null, known: NameRecord | undefined): Promise<Uuid> {
    // The last proof counts where nobody says otherwise, but an old one only against the login itself.
    const wasProved = known !== undefined && known.provedBy !== null;
    if (wasProved && (await this.#isTheirs(known.uuid, name, known.provedAt))) return known.uuid;
    if (claim !== null && (await this.#isNobodyElse(claim, name))) return claim;
    const last = known?.uuid ?? (await this.#deps.players.findByName(name))?.uuid;
    return last !== undefined && (await this.#isTheirs(last, name, 0)) ? last : offlineUuid(name);
  }

  /** Whether the claimed uuid is nobody's, or known by this name only. */
  async #isNobodyElse(uuid: Uuid, name: string): Promise<boolean> {
    const { names, players, online, index } = this.#deps;
    const key = foldName(name);
    const isOther = (other: string | undefined): boolean => other !== undefined && foldName(other) !== key;
    if (isOther(online.get(uuid)?.name) || isOther(index.activeAt(uuid, this.#deps.clock.now())?.name)) {
      return false;
    }
    const [row, known] = await Promise.all([players.find(uuid), names.namesOf(uuid)]);
    return !isOther(row?.name) && known.every((record) => record.key === key);
  }

  /** Whether the player who had this name may still have it: nothing proves, since then, that they have another one. */
  async #isTheirs(uuid: Uuid, name: string, since: number): Promise<boolean> {
    const { names, online } = this.#deps;
    const other = online.get(uuid)?.name;
    if (other !== undefined && foldName(other) !== foldName(name)) return false;
    const known = await names.namesOf(uuid);
    return known.every(
      ({ key, provedBy, provedAt }) => key === foldName(name) || provedBy === null || provedAt < since,
    );
  }

  async #inTime<T>(reading: Promise<T>, otherwise: T): Promise<T> {
    const { clock, logger } = this.#deps;
    const detail = 'The database did not answer in time';
    try {
      return await within(clock, STORE_WITHIN_MS, reading, 'storage_unavailable', detail);
    } catch (error) {
      logger.warn({ event: 'identity.not-read', err: error });
      return otherwise;
    }
  }
}
