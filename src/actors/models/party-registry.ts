import { createStore } from '@xstate/store';
import type { Party } from '../../domain/party.ts';
import type { PartyResource } from '../../domain/resources.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { EncodedOnce } from './encoded-once.ts';
import type { OnlinePlayers } from './online-players.ts';
import type { Encoded, PartyDirectory } from '../network.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { PlayerStore } from '../ports.ts';

/** How many names are kept of players who are no longer in a party. */
const MAX_STALE_NAMES = 10_000;

interface PartyContext {
  readonly version: number;
  readonly byLease: Map<string, readonly Party[]>;
}

const blank = (): PartyContext => ({ version: 0, byLease: new Map() });

/** The parties that the proxies report; the coordinator only reads them. */
export class PartyRegistry implements PartyDirectory {
  readonly #online: OnlinePlayers;
  readonly #players: PlayerStore;
  readonly #logger: Logger;
  readonly #encoded: EncodedOnce;
  readonly #names = new Map<Uuid, string>();
  readonly #store = createStore({
    context: blank(),
    on: { changed: (context) => ({ ...context, version: context.version + 1 }) },
  });

  constructor(online: OnlinePlayers, players: PlayerStore, logger: Logger, instanceId: string) {
    this.#online = online;
    this.#players = players;
    this.#logger = logger;
    this.#encoded = new EncodedOnce(instanceId, () => this.#all().map((party) => this.#view(party)));
  }

  list(): Encoded {
    return this.#encoded.at(`${this.#context.version}-${this.#online.version}`);
  }

  /** The party a player is in, or null. */
  of(uuid: Uuid): PartyResource | null {
    const party = this.#all().find(({ members }) => members.includes(uuid));
    return party === undefined ? null : this.#view(party);
  }

  /** All parties of a proxy; they replace what it reported before. */
  report(lease: string, parties: readonly Party[]): void {
    this.#context.byLease.set(lease, parties);
    this.#store.trigger.changed();
    void this.#learnNames(parties);
  }

  forget(lease: string): void {
    if (this.#context.byLease.delete(lease)) this.#store.trigger.changed();
  }

  get #context(): PartyContext {
    return this.#store.getSnapshot().context;
  }

  #all(): Party[] {
    return [...this.#context.byLease.values()].flat();
  }

  #view(party: Party): PartyResource {
    return {
      id: party.id,
      leader: { uuid: party.leader, name: this.#nameOf(party.leader) },
      members: party.members.map((uuid) => {
        const entry = this.#online.get(uuid);
        return { uuid, name: this.#nameOf(uuid), isOnline: entry !== undefined, server: entry?.server ?? '' };
      }),
      size: party.members.length,
      createdAt: party.createdAt,
    };
  }

  #nameOf(uuid: Uuid): string {
    return this.#online.get(uuid)?.name ?? this.#names.get(uuid) ?? '';
  }

  /** Members may be offline now or later: their names are read from their rows and kept. */
  async #learnNames(parties: readonly Party[]): Promise<void> {
    const unknown = new Set<Uuid>();
    for (const uuid of parties.flatMap(({ members }) => members)) {
      const name = this.#online.get(uuid)?.name;
      if (name !== undefined) this.#names.set(uuid, name);
      else if (!this.#names.has(uuid)) unknown.add(uuid);
    }
    try {
      const wanted = [...unknown];
      for (let from = 0; from < wanted.length; from += 1000) {
        for (const row of await this.#players.findMany(wanted.slice(from, from + 1000))) {
          this.#names.set(row.uuid, row.name);
        }
      }
    } catch (error) {
      this.#logger.warn({ event: 'party.names-not-read', err: error });
    }
    if (unknown.size > 0) this.#store.trigger.changed();
    this.#forgetNames();
  }

  #forgetNames(): void {
    const members = new Set(this.#all().flatMap((party) => party.members));
    if (this.#names.size <= members.size + MAX_STALE_NAMES) return;
    for (const uuid of this.#names.keys()) if (!members.has(uuid)) this.#names.delete(uuid);
  }
}
