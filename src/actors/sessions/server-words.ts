import { foldName } from '../../domain/player-name.ts';
import { isMadeOfName, type Uuid } from '../../domain/uuid.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ThinnedLog } from '../../runtime/thinned-log.ts';
import { CountedWords } from '../identity/counted-words.ts';
import type { NameOwnership } from '../identity/name-ownership.ts';
import type { BanIndex } from '../models/ban-index.ts';
import { isProofAt } from '../models/name-proofs.ts';
import type { NameRegistry } from '../models/name-registry.ts';
import type { OnlineEntry } from '../models/online-entry.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { PlayerLocations } from './locations/player-locations.ts';
import type { ProxyClients } from './proxy-clients.ts';

const NOBODY: ReadonlyMap<string, Uuid> = new Map();

export interface ServerWordsDeps {
  readonly names: NameRegistry;
  readonly ownership: NameOwnership;
  readonly online: OnlinePlayers;
  readonly playerLocations: PlayerLocations;
  readonly proxyClients: ProxyClients;
  readonly index: BanIndex;
  readonly clock: Clock;
  /** Where it is said that names could not be read. */
  readonly namesNotRead: ThinnedLog;
}

/**
 * What game servers say of whose a name is. One server's secret is easier to steal than the others, so its word counts for
 * an unproved player whom their proxy has on that very server, and maps no name to a player whom the network knows by another
 * one (docs/edge.md "Who a player is").
 */
export class ServerWords {
  readonly #deps: ServerWordsDeps;
  /** By server: whose each name is, by names as `foldName` makes them. */
  readonly #listed = new Map<string, ReadonlyMap<string, Uuid>>();
  /** The sessions that a server named and that wait to be looked at, with that server. */
  readonly #waiting = new Map<OnlineEntry, string>();
  readonly #counted: CountedWords;
  #isRunning = false;

  constructor(deps: ServerWordsDeps) {
    this.#deps = deps;
    this.#counted = new CountedWords(deps.clock);
  }

  /** The whole list of one server, with the names in the same order. */
  list(server: string, players: readonly Uuid[], names: readonly string[]): void {
    const before = this.#listed.get(server) ?? NOBODY;
    const listed = new Map<string, Uuid>();
    for (const [at, uuid] of players.entries()) {
      const name = names[at];
      if (name !== undefined && !isMadeOfName(uuid)) listed.set(foldName(name), uuid);
    }
    this.#listed.set(server, listed);
    for (const [name, uuid] of listed) {
      if (before.get(name) === uuid) continue;
      for (const entry of this.#deps.online.named(name)) this.#consider(entry, server);
    }
  }

  /** A player came online, or to another server; its list may have named them before. */
  arrived(uuid: Uuid): void {
    const entry = this.#deps.online.get(uuid);
    if (entry?.server != null) this.#consider(entry, entry.server);
  }

  /** The server's agent is gone, and its list with it. */
  forget(server: string): void {
    this.#listed.delete(server);
  }

  #consider(entry: OnlineEntry, server: string): void {
    if (this.#said(entry, server) === undefined) return;
    this.#waiting.set(entry, server);
    if (!this.#isRunning) void this.#run();
  }

  /** One after the other, so that a long list is no flood of questions to the database. Never rejects. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    for (const [entry, server] of this.#waiting) {
      this.#waiting.delete(entry);
      try {
        await this.#weigh(entry, server);
      } catch (error) {
        this.#deps.namesNotRead.note('server-words', { err: error });
      }
    }
    this.#isRunning = false;
  }

  async #weigh(entry: OnlineEntry, server: string): Promise<void> {
    const { names, ownership, online, proxyClients } = this.#deps;
    await names.load([entry.name]);
    const uuid = this.#said(entry, server);
    if (uuid === undefined || !(await ownership.isNobodyElse(uuid, entry.name))) return;
    // Everything may have changed while it was read.
    if (this.#said(entry, server) !== uuid) return;
    const isOther = uuid !== entry.uuid;
    if (isOther && online.get(uuid) !== undefined) return;
    if (!this.#counted.mayCount(server, entry.folded, uuid)) return;
    names.say(entry.name, uuid, server);
    // A word that replaces nothing makes nobody another: what is done to them meanwhile would be done to that one.
    if (names.get(entry.name)?.uuid !== uuid) return;
    this.#counted.note(server, entry.folded, uuid);
    if (isOther) proxyClients.identify(entry.lease, entry.name, uuid);
  }

  /** Who this session is by the word of the server; undefined where its word does not count. */
  #said(entry: OnlineEntry, server: string): Uuid | undefined {
    const { names, online, playerLocations, index, clock } = this.#deps;
    const { uuid, name, folded } = entry;
    if (online.get(uuid) !== entry || !playerLocations.isPlacedOn(uuid, server)) return undefined;
    // Whoever has the name of a ban is refused for it, and no word must replace what the ban was set on.
    if (index.namedAt(name, clock.now()) !== undefined) return undefined;
    const known = names.get(name);
    // A session may last longer than a proof: who was proved when it began is no other now.
    const at = known?.uuid === uuid ? entry.joinedAt : clock.now();
    if (known !== undefined && isProofAt(known, at)) return undefined;
    return this.#listed.get(server)?.get(folded);
  }
}
