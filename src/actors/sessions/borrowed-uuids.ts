import type { Uuid } from '../../domain/uuid.ts';
import { offlineUuid, secondOfflineUuid } from '../../runtime/offline-uuid.ts';
import type { ThinnedLog } from '../../runtime/thinned-log.ts';
import type { Admitted } from '../admission/admission-control.ts';
import type { IdentityResolver } from '../identity/identity-resolver.ts';
import type { StoreReadings } from '../identity/store-readings.ts';
import type { NameRegistry } from '../models/name-registry.ts';
import type { LeaseNames } from './lease-names.ts';
import type { ProxyClients } from './proxy-clients.ts';
import type { ProxyLease, ProxyLeases } from './proxy-lease.ts';

export interface BorrowedUuidsDeps {
  readonly resolver: IdentityResolver;
  readonly names: NameRegistry;
  readonly leaseNames: LeaseNames;
  readonly leases: ProxyLeases;
  readonly readings: StoreReadings;
  readonly proxyClients: ProxyClients;
  /** Where it is said that names could not be read. */
  readonly namesNotRead: ThinnedLog;
}

/** Who is there without a proof, and what their client sent as its uuid, null for none. */
export type Borrower = Pick<Admitted, 'uuid' | 'name'> & { readonly claim: Uuid | null };

/**
 * Who has a uuid by nothing but a word, their own or a game server's, gives it back when it turns out to be another player's:
 * they go on as who they are without it, and are not thrown out (docs/edge.md "Who a player is").
 */
export class BorrowedUuids {
  readonly #deps: BorrowedUuidsDeps;

  constructor(deps: BorrowedUuidsDeps) {
    this.#deps = deps;
  }

  /** Whether the players of this proxy can be told apart from the uuids that they have. */
  areAt(lease: string): boolean {
    return this.#identifying(lease) !== undefined;
  }

  /**
   * Tells the edge who the player is whose uuid is another's, if `mayStay` as that one. False where the name is proved to be
   * the player's of this uuid, or nothing speaks for anybody else, and where the edge cannot be told. Never rejects.
   */
  async takeBack(
    lease: string,
    { uuid, name, claim }: Borrower,
    mayStay: (uuid: Uuid) => boolean,
  ): Promise<boolean> {
    const { names, leaseNames, resolver, readings, proxyClients, namesNotRead } = this.#deps;
    // Memory may have forgotten the proof of a name.
    await names.load([name]).catch((error: unknown) => namesNotRead.note('borrowed-uuids', { err: error }));
    const found = await readings.orElse('claims', resolver.withoutProof(name, claim), offlineUuid(name));
    const other = found === uuid && found === offlineUuid(name) ? secondOfflineUuid(name) : found;
    const at = this.#identifying(lease);
    if (at === undefined || leaseNames.isProved(at, uuid, name) || names.wasProved(name, uuid)) return false;
    if (other === uuid || !mayStay(other)) return false;
    proxyClients.identify(at.key, name, other);
    return true;
  }

  #identifying(key: string): ProxyLease | undefined {
    const lease = this.#deps.leases.withKey(key);
    if (lease?.identity.platform !== 'edge' || lease.servers === 'offline') return undefined;
    return lease.client.identify === undefined ? undefined : lease;
  }
}
