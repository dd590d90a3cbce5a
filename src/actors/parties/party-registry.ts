import { createStore } from '@xstate/store';
import type { Party } from '../../domain/party.ts';
import type { PartyResource } from '../../domain/resources.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { SlicedWork } from '../../runtime/limits/sliced-work.ts';
import type { EncodedPage, ListInPieces, PartyDirectory } from '../network.ts';
import { EncodedOnce } from '../models/encoded-once.ts';
import { LeaseParties } from './lease-parties.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { PartyNames } from './party-names.ts';

/** So many entries of a list, members and parties, are taken for what one join costs. */
const TAKEN_PER_STEP = 100;
/** Encoding more members than this in one go would delay everybody else. */
const MAX_AT_ONCE = 1_000;
/** Members in one piece; a party is not split. */
const PIECE = 400;

export interface PartyRegistryDeps {
  readonly online: OnlinePlayers;
  readonly names: PartyNames;
  readonly work: SlicedWork;
  /** Differs from process to process; part of every ETag. */
  readonly instanceId: string;
}

interface PartyContext {
  readonly version: number;
  readonly byLease: Map<string, LeaseParties>;
}

/** What a proxy reports; `next` is its newest list, and null once it is being taken. */
interface Source {
  next: readonly Party[] | null;
}

const blank = (): PartyContext => ({ version: 0, byLease: new Map() });

/** The parties that the proxies report; the coordinator only reads them. */
export class PartyRegistry implements PartyDirectory {
  readonly #deps: PartyRegistryDeps;
  readonly #encoded: EncodedOnce;
  /** Proxies whose list is being taken. */
  readonly #sources = new Map<string, Source>();
  readonly #store = createStore({
    context: blank(),
    on: { changed: (context) => ({ ...context, version: context.version + 1 }) },
  });

  constructor(deps: PartyRegistryDeps) {
    this.#deps = deps;
    this.#encoded = new EncodedOnce(deps.instanceId, () => [...this.#views(this.#leases())]);
  }

  list(): EncodedPage {
    return { ...this.#encoded.at(this.#version), total: partiesOf(this.#leases()) };
  }

  listInPieces(): ListInPieces | null {
    const leases = this.#leases();
    const total = partiesOf(leases);
    const members = leases.reduce((sum, { size }) => sum + size, 0);
    if (members + total <= MAX_AT_ONCE) return null;
    return { etag: `"${this.#deps.instanceId}-${this.#version}"`, total, pieces: this.#pieces(leases) };
  }

  /** The party a player is in, or null. */
  of(uuid: Uuid): PartyResource | null {
    for (const lease of this.#context.byLease.values()) {
      const party = lease.of(uuid);
      if (party !== undefined) return this.#view(lease, party);
    }
    return null;
  }

  /**
   * All parties of a proxy; they replace what it reported before. They are taken step by step, and of the lists that come
   * meanwhile only the newest.
   */
  report(lease: string, parties: readonly Party[]): void {
    const known = this.#sources.get(lease);
    if (known !== undefined) {
      known.next = parties;
      return;
    }
    const source = { next: parties };
    this.#sources.set(lease, source);
    this.#deps.work.lane().run(this.#take(lease, source));
  }

  forget(lease: string): void {
    this.#sources.delete(lease);
    this.#deps.names.forget(lease);
    if (this.#context.byLease.delete(lease)) this.#store.trigger.changed();
  }

  close(): void {
    this.#deps.names.close();
  }

  get #context(): PartyContext {
    return this.#store.getSnapshot().context;
  }

  get #version(): string {
    return `${this.#context.version}-${this.#deps.online.version}`;
  }

  #leases(): LeaseParties[] {
    return [...this.#context.byLease.values()];
  }

  *#take(lease: string, source: Source): Generator<number, void> {
    try {
      while (source.next !== null) {
        const taken = new LeaseParties(source.next);
        source.next = null;
        yield* this.#fill(taken, this.#context.byLease.get(lease));
        // The proxy may be gone by now.
        if (this.#sources.get(lease) !== source) return;
        this.#context.byLease.set(lease, taken);
        this.#store.trigger.changed();
        this.#deps.names.learn(lease, taken, () => this.#store.trigger.changed());
      }
    } finally {
      if (this.#sources.get(lease) === source) this.#sources.delete(lease);
    }
  }

  *#fill(taken: LeaseParties, before: LeaseParties | undefined): Generator<number, void> {
    const { online } = this.#deps;
    let entries = 0;
    for (const party of taken.parties) {
      for (const uuid of party.members) {
        taken.add(uuid, party, online.get(uuid)?.name ?? before?.nameOf(uuid) ?? '');
        entries += 1;
        if (entries % TAKEN_PER_STEP === 0) yield 1;
      }
      entries += 1;
      if (entries % TAKEN_PER_STEP === 0) yield 1;
    }
  }

  *#views(leases: readonly LeaseParties[]): Generator<PartyResource> {
    for (const lease of leases) {
      for (const party of lease.parties) yield this.#view(lease, party);
    }
  }

  *#pieces(leases: readonly LeaseParties[]): Generator<string> {
    let piece: string[] = [];
    let members = 0;
    for (const party of this.#views(leases)) {
      piece.push(JSON.stringify(party));
      members += party.size + 1;
      if (members < PIECE) continue;
      yield piece.join(',');
      piece = [];
      members = 0;
    }
    if (piece.length > 0) yield piece.join(',');
  }

  #view(lease: LeaseParties, party: Party): PartyResource {
    const { online } = this.#deps;
    const nameOf = (uuid: Uuid): string => online.get(uuid)?.name ?? lease.nameOf(uuid) ?? '';
    return {
      id: party.id,
      leader: { uuid: party.leader, name: nameOf(party.leader) },
      members: party.members.map((uuid) => {
        const entry = online.get(uuid);
        return { uuid, name: nameOf(uuid), isOnline: entry !== undefined, server: entry?.server ?? '' };
      }),
      size: party.members.length,
      createdAt: party.createdAt,
    };
  }
}

function partiesOf(leases: readonly LeaseParties[]): number {
  return leases.reduce((sum, { parties }) => sum + parties.length, 0);
}
