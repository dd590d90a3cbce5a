import { LRUCache } from 'lru-cache';
import { foldName } from '../../../domain/player-name.ts';
import type { Uuid } from '../../../domain/uuid.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { AdmissionControl } from '../../admission/admission-control.ts';
import { RESERVATION_MS } from '../../admission/slot-reservations.ts';
import type { ReportedPlayer } from '../../agents.ts';
import type { ProxyLease } from '../proxy-lease.ts';
import { isBehindEdge } from './legs.ts';

/** Logins that are remembered; of an older one the agent's login takes a slot of its own. */
const MAX_LOGINS = 50_000;

/** A login that an edge was allowed, until the agent behind it has the player. */
interface EdgeLogin {
  readonly lease: string;
  readonly ip: string;
  readonly uuid: Uuid;
  readonly at: number;
}

export interface EdgeLoginsDeps {
  readonly admissionControl: Pick<AdmissionControl, 'pass'>;
  readonly clock: Clock;
}

/** The logins under way at edges, by name: those that an agent behind asks about again are the same ones. */
export class EdgeLogins {
  readonly #deps: EdgeLoginsDeps;
  readonly #logins = new LRUCache<string, EdgeLogin>({ maxSize: MAX_LOGINS, sizeCalculation: () => 1 });
  /** By lease and by uuid as the edge knows the player: whose slot the login holds by the agent's word. */
  readonly #passed = new LRUCache<string, Uuid>({ maxSize: MAX_LOGINS, sizeCalculation: () => 1 });

  constructor(deps: EdgeLoginsDeps) {
    this.#deps = deps;
  }

  /** An edge was allowed this login. */
  note(lease: string, uuid: Uuid, name: string, ip: string): void {
    this.#logins.set(foldName(name), { lease, uuid, ip, at: this.#deps.clock.elapsed() });
    this.#passed.delete(keyOf(lease, uuid));
  }

  /** Where the client of a login connects from: an agent behind an edge, which asks again, may see the address of the edge. */
  addressOf(lease: ProxyLease, { uuid, name, ip }: Pick<ReportedPlayer, 'uuid' | 'name' | 'ip'>): string {
    if (!isBehindEdge(lease)) return ip;
    this.identified(name, uuid);
    return this.ipOf(name);
  }

  /** Where the client connects from that is on its way to the agent under this name; empty where no edge has said it. */
  ipOf(name: string): string {
    return this.#of(name)?.ip ?? '';
  }

  /** The agent behind says who the login under this name is: the slot of the edge's login is that player's. */
  identified(name: string, uuid: Uuid): void {
    const login = this.#of(name);
    if (login === undefined) return;
    const key = keyOf(login.lease, login.uuid);
    const holder = this.#passed.get(key) ?? login.uuid;
    if (holder === uuid) return;
    this.#deps.admissionControl.pass(holder, { uuid, ip: login.ip, lease: login.lease });
    this.#passed.set(key, uuid);
  }

  /** Whose slot an edge's login under this uuid holds. */
  holderOf(lease: string, uuid: Uuid): Uuid {
    return this.#passed.get(keyOf(lease, uuid)) ?? uuid;
  }

  #of(name: string): EdgeLogin | undefined {
    const login = this.#logins.get(foldName(name));
    const isUnderWay = login !== undefined && this.#deps.clock.elapsed() - login.at < RESERVATION_MS;
    return isUnderWay ? login : undefined;
  }
}

function keyOf(lease: string, uuid: Uuid): string {
  return `${uuid} ${lease}`;
}
