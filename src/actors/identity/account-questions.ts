import type { Ban } from '../../domain/ban.ts';
import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { Clock } from '../../runtime/clock.ts';
import { within } from '../../runtime/deadline.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { BanIndex } from '../models/ban-index.ts';
import { isClaim } from '../models/name-proofs.ts';
import type { NameRegistry } from '../models/name-registry.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { AccountService } from '../ports.ts';
import { isAccountName } from './account-names.ts';
import type { BanCorrections } from './bans/ban-corrections.ts';
import type { StoreReadings } from './store-readings.ts';

/** How long a login waits for the account service. */
const LOGIN_WAITS_MS = 1_500;
/** How long the name of a player who is online waits for its turn and its answer. */
const ONLINE_WAITS_MS = 60_000;

export interface AccountQuestionsDeps {
  readonly names: NameRegistry;
  /** Undefined where the network asks nobody. */
  readonly accounts: AccountService | undefined;
  readonly corrections: BanCorrections;
  readonly online: OnlinePlayers;
  readonly index: BanIndex;
  readonly readings: StoreReadings;
  /** Tells the edges that who is there under this name is this player. */
  readonly identify: (name: string, uuid: Uuid) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Asks the account service whose a name is. What it answers is kept and acted on whenever it comes, also when who asked no
 * longer waits: whoever is online under the name is from then on who they are, and goes if that player is banned.
 */
export class AccountQuestions {
  readonly #deps: AccountQuestionsDeps;

  constructor(deps: AccountQuestionsDeps) {
    this.#deps = deps;
  }

  /** Whether the service is asked about this name. */
  canAsk(name: string): boolean {
    return this.#deps.accounts !== undefined && isAccountName(name);
  }

  /**
   * Who has the name of a login from this address: null for nobody, undefined when it is not known in 1.5 s. Where a ban
   * has the name the answer is looked for longer, for the next try. Never rejects.
   */
  ofLogin(name: string, ip: string): Promise<Uuid | null | undefined> {
    const { index, clock } = this.#deps;
    // Refused for the name alone, an heir never joins, and so is never asked about as a player who is online.
    const isBanned = index.namedAt(name, clock.now()) !== undefined;
    return this.#ask(name, LOGIN_WAITS_MS, (accounts) =>
      isBanned ? accounts.uuidOfBanned(name, ip) : accounts.uuidOf(name, ip),
    );
  }

  /** Who has the name under which somebody is online, or was banned. May take a minute; otherwise the same. */
  async ofOnline(name: string): Promise<Uuid | null | undefined> {
    await this.#inTime(this.#deps.names.load([name]));
    const known = this.#deps.names.get(name);
    if (known === undefined || !this.#deps.names.isFresh(known)) {
      return await this.#ask(name, ONLINE_WAITS_MS, (accounts) => accounts.uuidOfOnline(name));
    }
    this.#tell(name, known.uuid);
    return known.uuid;
  }

  /** Whether `settleBan` would ask or change anything. */
  hasBanToSettle(uuid: Uuid, name: string): boolean {
    return this.#banToSettle(uuid, name) !== undefined;
  }

  /**
   * The player is proved to have this name. Whether a ban of theirs under another name is about them at all depends on
   * whose that name is. Never rejects.
   */
  async settleBan(uuid: Uuid, name: string): Promise<void> {
    const { names, accounts, corrections } = this.#deps;
    const ban = this.#banToSettle(uuid, name);
    if (ban === undefined) return;
    const other = await this.#inTime(names.find(ban.name));
    if (other !== undefined && isClaim(other) && accounts !== undefined && this.canAsk(ban.name)) {
      const asked = accounts.uuidOfOnline(ban.name);
      await this.#inLimit(LOGIN_WAITS_MS, ban.name, this.#kept(ban.name, asked));
    }
    await this.#inTime(corrections.proved(uuid, name));
  }

  #banToSettle(uuid: Uuid, name: string): Ban | undefined {
    const { index, clock } = this.#deps;
    const ban = index.activeAt(uuid, clock.now());
    return ban === undefined || foldName(ban.name) === foldName(name) ? undefined : ban;
  }

  #ask(
    name: string,
    milliseconds: number,
    ask: (accounts: AccountService) => Promise<Uuid | null>,
  ): Promise<Uuid | null | undefined> {
    const { accounts } = this.#deps;
    if (accounts === undefined || !this.canAsk(name)) return Promise.resolve(undefined);
    return this.#inLimit(milliseconds, name, this.#learnt(name, ask(accounts)));
  }

  /** What follows from an answer, whenever it comes. */
  async #learnt(name: string, asked: Promise<Uuid | null>): Promise<Uuid | null> {
    const uuid = await asked;
    // First, so that a player who comes in under their own name is not thrown out for what somebody did who claimed it.
    if (uuid !== null) await this.settleBan(uuid, name);
    return await this.#kept(name, asked);
  }

  async #kept(name: string, asked: Promise<Uuid | null>): Promise<Uuid | null> {
    const { names, index, clock } = this.#deps;
    const uuid = await asked;
    if (uuid === null) return null;
    // Memory may have forgotten who claimed the name.
    await this.#inTime(names.load([name]));
    await this.#inTime(names.prove(name, uuid, 'account') ?? Promise.resolve());
    // Or a crash would forget by which proof they are refused, and let them in under a new name while nobody can be asked.
    if (index.activeAt(uuid, clock.now()) !== undefined) await this.#inTime(names.written(name));
    this.#tell(name, uuid);
    return uuid;
  }

  #tell(name: string, uuid: Uuid): void {
    if (this.#deps.online.named(name).some((entry) => entry.uuid !== uuid)) this.#deps.identify(name, uuid);
  }

  async #inLimit<T>(milliseconds: number, name: string, answer: Promise<T>): Promise<T | undefined> {
    const { clock, logger } = this.#deps;
    const detail = 'The account service did not answer in time';
    try {
      return await within(clock, milliseconds, answer, 'platform_unavailable', detail);
    } catch (error) {
      logger.debug({ event: 'identity.account-not-had', name, err: error });
      return undefined;
    }
  }

  #inTime<T>(reading: Promise<T>): Promise<T | undefined> {
    return this.#deps.readings.orElse('account', reading, undefined);
  }
}
