import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { Clock } from '../../runtime/clock.ts';
import { FoldedLog } from '../../runtime/folded-log.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ThinnedLog } from '../../runtime/thinned-log.ts';
import type { Admitted, AdmissionControl } from '../admission/admission-control.ts';
import type { BanClaims } from '../identity/bans/ban-claims.ts';
import type { BanIndex } from '../models/ban-index.ts';
import type { NameRegistry } from '../models/name-registry.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { LeaseNames } from './lease-names.ts';
import type { ProxyClients } from './proxy-clients.ts';
import { impostorKey, noteRefusal, type ProxyLease, type ProxyLeases } from './proxy-lease.ts';

/** What a player who joins a second time, by another proxy, reads on the first. */
const ELSEWHERE = 'You joined the network from another place';
/** What a player reads whose uuid is another player's, who is online. */
const NOT_YOURS = 'Somebody else is on the network with this account';
/** Joins of one proxy that were refused as somebody else's, and are remembered until the player has left. */
const MAX_IMPOSTORS = 10_000;

export interface ProxyKicksDeps {
  readonly admissionControl: AdmissionControl;
  readonly names: NameRegistry;
  readonly banClaims: BanClaims;
  readonly index: BanIndex;
  readonly leaseNames: LeaseNames;
  readonly leases: ProxyLeases;
  readonly online: OnlinePlayers;
  readonly proxyClients: ProxyClients;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Where it is said that names could not be read. */
  readonly namesNotRead: ThinnedLog;
}

/** Who must not be on a proxy and is kicked from it: what they read, and how long the reason holds. */
export class ProxyKicks {
  readonly #deps: ProxyKicksDeps;
  readonly #refusals: FoldedLog;
  readonly #claims: FoldedLog;

  constructor(deps: ProxyKicksDeps) {
    const { clock, logger } = deps;
    this.#deps = deps;
    this.#refusals = new FoldedLog({ clock, logger, level: 'info', event: 'join.refused', by: 'proxy' });
    this.#claims = new FoldedLog({ clock, logger, level: 'warn', event: 'join.not-theirs', by: 'proxy' });
  }

  /**
   * Without a proof nobody takes the place of a player of another name: they are kicked, and it returns true. With one,
   * they do, because the other one's claim was false.
   */
  refuseImpostor(lease: ProxyLease, { uuid, name, proved }: Admitted): boolean {
    const { online, proxyClients } = this.#deps;
    if (proved) return false;
    const impostor = impostorKey(uuid, name);
    const isOther = (): boolean => {
      const entry = online.get(uuid);
      return entry !== undefined && entry.folded !== foldName(name);
    };
    if (!isOther() && !lease.impostors.has(impostor)) return false;
    if (lease.impostors.size < MAX_IMPOSTORS) lease.impostors.add(impostor);
    this.#claims.note(lease.identity.name, { uuid, name });
    const isUnwelcome = (): boolean => isOther() || lease.impostors.has(impostor);
    proxyClients.kick(lease.key, uuid, NOT_YOURS, isUnwelcome, name);
    return true;
  }

  /**
   * Decides a join once more, because something may have changed since the login. True for a player who is refused: they
   * are kicked.
   */
  refuseJoin(lease: ProxyLease, who: Admitted): boolean {
    const { admissionControl, proxyClients, online } = this.#deps;
    const { uuid, name } = who;
    const admission = admissionControl.join(who);
    if (admission.allow) {
      lease.refused.delete(uuid);
      return false;
    }
    const { code, message } = admission;
    this.#refusals.note(lease.identity.name, { uuid, name, code });
    const before = online.get(uuid);
    // Somebody of another name is there by the same uuid: only who is refused has to go.
    const isShared = before?.lease === lease.key && before.folded !== foldName(name);
    if (isShared || (code === 'banned' && this.#onlyName(who) !== undefined)) {
      proxyClients.kick(lease.key, uuid, message, () => true, name);
      return true;
    }
    noteRefusal(lease, uuid);
    proxyClients.kick(lease.key, uuid, message, () => online.get(uuid)?.lease !== lease.key);
    return true;
  }

  /** Kicks a player while a ban of theirs holds; does nothing when none does. */
  kickBanned(lease: string, who: Admitted): void {
    const { admissionControl, proxyClients } = this.#deps;
    const message = admissionControl.banMessage(who);
    if (message === undefined) return;
    const isBanned = (): boolean => admissionControl.banMessage(who) !== undefined;
    proxyClients.kick(lease, who.uuid, message, isBanned, this.#onlyName(who));
  }

  /** Unless the uuid itself is banned, and not by a claim, others who are there by it stay. */
  #onlyName({ uuid, name }: Admitted): string | undefined {
    const { index, banClaims, clock } = this.#deps;
    const isUuidBanned = index.activeAt(uuid, clock.now()) !== undefined && !banClaims.has(uuid);
    return isUuidBanned ? undefined : name;
  }

  /** Kicks others who are online under the name of a banned player, and are not proved to be somebody else. */
  async kickNamed(name: string, banned: Uuid): Promise<void> {
    const { leases, leaseNames, online, names, namesNotRead } = this.#deps;
    const found = online.named(name).filter((entry) => entry.uuid !== banned);
    if (found.length === 0) return;
    // Memory may have forgotten the proof of a name.
    await names.load([name]).catch((error: unknown) => namesNotRead.note('proxy-kicks', { err: error }));
    for (const { uuid, lease: at, name: shown } of found) {
      const lease = leases.withKey(at);
      if (lease === undefined || online.get(uuid)?.lease !== at) continue;
      // A session may last longer than a proof: who was proved when it began is no other now.
      const proved = leaseNames.isProved(lease, uuid, shown) || names.wasProved(shown, uuid);
      this.kickBanned(at, { uuid, name: shown, proved });
    }
  }

  /** Kicks a player from this proxy, because their later session is on another one. */
  kickElsewhere(lease: string, uuid: Uuid): void {
    const { proxyClients, online } = this.#deps;
    proxyClients.kick(lease, uuid, ELSEWHERE, () => online.get(uuid)?.lease !== lease);
  }

  /** Kicks who was online under this name at an edge, where another player has come by the same uuid. */
  kickReplaced(lease: string, uuid: Uuid, name: string): void {
    const { proxyClients, online } = this.#deps;
    proxyClients.kick(lease, uuid, NOT_YOURS, () => online.get(uuid)?.name !== name, name);
  }

  close(): void {
    this.#refusals.close();
    this.#claims.close();
  }
}
