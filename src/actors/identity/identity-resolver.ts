import type { Uuid } from '../../domain/uuid.ts';
import type { Clock } from '../../runtime/clock.ts';
import { isMadeOfOther, offlineUuid, secondOfflineUuid } from '../../runtime/offline-uuid.ts';
import type { BanClaims } from './bans/ban-claims.ts';
import type { ClaimedLogin, ResolvedLogin } from '../agents.ts';
import type { NameRecord, PlayerStore } from '../ports.ts';
import type { AccountQuestions } from './account-questions.ts';
import type { NameOwnership } from './name-ownership.ts';
import { isProof } from '../models/name-proofs.ts';
import type { NameRegistry } from '../models/name-registry.ts';
import type { LoginTurn } from './logins/login-turn.ts';
import type { StoreReadings } from './store-readings.ts';

export interface IdentityResolverDeps {
  readonly names: NameRegistry;
  readonly questions: AccountQuestions;
  readonly players: PlayerStore;
  readonly ownership: NameOwnership;
  readonly readings: StoreReadings;
  readonly banClaims: BanClaims;
  readonly clock: Clock;
}

/**
 * Finds out which player a login at an edge is (docs/edge.md "Who a player is"). The proved name is the key; a claimed
 * uuid is used only where nobody else is known by it.
 */
export class IdentityResolver {
  readonly #deps: IdentityResolverDeps;
  /** Players whose bans are being settled; no more than there are bans on a claim. */
  readonly #settling = new Map<Uuid, Promise<void>>();

  constructor(deps: IdentityResolverDeps) {
    this.#deps = deps;
  }

  /** Who a login is of which memory has all that decides; undefined where somebody has to be asked. */
  remembered({ name, identity }: ClaimedLogin): ResolvedLogin | undefined {
    const { names, questions } = this.#deps;
    const known = names.get(name);
    if (known === undefined) return undefined;
    if (identity === 'offline') return { uuid: offlineUuid(name), proved: false };
    if (!names.isFresh(known) || questions.hasBanToSettle(known.uuid, name)) return undefined;
    return { uuid: known.uuid, proved: true };
  }

  /** Rejects with `overloaded` only, and resolves within some seconds also when nobody answers. */
  async resolve(login: ClaimedLogin, turn: LoginTurn): Promise<ResolvedLogin> {
    const resolved = await this.#identify(login, turn);
    if (resolved.proved) await this.#deps.questions.settleBan(resolved.uuid, login.name);
    return resolved;
  }

  /**
   * The name is known to be that of a player whose uuid is banned: where that was set on a claim of another's, the ban moves, and
   * the next login passes. Resolves within some seconds, and never rejects.
   */
  async vouched(uuid: Uuid, name: string): Promise<void> {
    const { banClaims, questions } = this.#deps;
    if (!banClaims.isOfAnother(uuid, name)) return;
    let settling = this.#settling.get(uuid);
    if (settling === undefined) {
      settling = questions.settleBan(uuid, name).finally(() => this.#settling.delete(uuid));
      this.#settling.set(uuid, settling);
    }
    await settling;
  }

  /**
   * Who a player of this name is whose uuid is somebody else's, as far as is known without asking. `claim` is what their client
   * sent, null for none. Rejects with `storage_unavailable`.
   */
  async withoutProof(name: string, claim: Uuid | null): Promise<Uuid> {
    return await this.#unproved(name, believable(name, claim), await this.#deps.names.find(name));
  }

  async #identify({ name, claim, ip, identity }: ClaimedLogin, turn: LoginTurn): Promise<ResolvedLogin> {
    const { names } = this.#deps;
    // Also where it does not decide: what is kept at the join depends on what the table has.
    const known = await this.#inTime(turn, names.find(name), undefined);
    if (identity === 'offline') return { uuid: offlineUuid(name), proved: false };
    if (known !== undefined && names.isFresh(known)) return { uuid: known.uuid, proved: true };
    // Nobody else waits for a place while this one waits for the account service.
    if (this.#deps.questions.canAsk(name)) turn.stepAside();
    const account = await this.#deps.questions.ofLogin(name, ip);
    if (account !== undefined && account !== null) return { uuid: account, proved: true };
    // Another login of this name may have been proved meanwhile.
    const last = names.get(name);
    if (last !== undefined && account === undefined && names.isProved(name, last.uuid)) {
      return { uuid: last.uuid, proved: true };
    }
    // That nobody has the name says more than an old proof, and no more than a game server which just let them in.
    const kept = account === null && last !== undefined && isProof(last) ? undefined : last;
    await turn.begin();
    const unproved = this.#unproved(name, believable(name, claim), kept);
    const uuid = await this.#inTime(turn, unproved, offlineUuid(name));
    return { uuid, proved: false };
  }

  async #unproved(name: string, claim: Uuid | null, known: NameRecord | undefined): Promise<Uuid> {
    const uuid = await this.#likeliest(name, claim, known);
    // Somebody was banned who only claimed to be this player: until that is settled, neither is refused for the other.
    return this.#deps.banClaims.isOfAnother(uuid, name) ? offlineUuid(name) : uuid;
  }

  async #likeliest(name: string, claim: Uuid | null, known: NameRecord | undefined): Promise<Uuid> {
    const { names, ownership } = this.#deps;
    // A game server's word is worth no more than a claim against anybody whom the network knows.
    const isWord = known?.provedBy === 'server';
    const isVouched = isWord && names.isVouched(known) && (await ownership.isNobodyElse(known.uuid, name));
    if (isVouched) return known.uuid;
    const made = { uuid: offlineUuid(name), name };
    const claimed = claim === null ? made : { uuid: claim, name };
    const others = await ownership.othersAmong([made, claimed]);
    // Each claim is remembered until the name is proved, and there is an end to that.
    if (claim !== null && !others.has(claimed) && names.mayClaim(name, claim)) return claim;
    const said = isWord ? undefined : known?.uuid;
    const last = said ?? (await this.#deps.players.findByName(name))?.uuid;
    const wasProved = known !== undefined && isProof(known);
    // An heir of a name that was proved long ago says that they are somebody else.
    const isPossible =
      last !== undefined && !isMadeOfOther(last, name) && !(wasProved && isOther(claim, last));
    if (isPossible && (await ownership.isTheirs(last, name, wasProved ? known.provedAt : 0))) return last;
    return others.has(made) ? secondOfflineUuid(name) : made.uuid;
  }

  #inTime<T, O>({ edge }: LoginTurn, reading: Promise<T>, otherwise: O): Promise<T | O> {
    return this.#deps.readings.orElseAt(edge, reading, otherwise);
  }
}

/** No account has a uuid that was made of a name. */
function believable(name: string, claim: Uuid | null): Uuid | null {
  return claim !== null && isMadeOfOther(claim, name) ? null : claim;
}

function isOther(claim: Uuid | null, uuid: Uuid): boolean {
  return claim !== null && claim !== uuid;
}
