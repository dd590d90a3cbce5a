import { type Admission, decideAdmission, type RefusalTexts } from '../../domain/admission.ts';
import type { Ban } from '../../domain/ban.ts';
import { banText } from '../../domain/admission.ts';
import { AppError } from '../../domain/errors.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { BanClaims } from '../identity/bans/ban-claims.ts';
import type { BanIndex } from '../models/ban-index.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { Vitals } from '../network.ts';
import type { DatabaseLease } from '../ports.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ProxyActor } from '../entities/proxy-actor.ts';
import { RateLimiter } from '../../runtime/limits/rate-limiter.ts';
import type { SlotReservation } from './slot-reservation.ts';
import { SlotReservations } from './slot-reservations.ts';

export interface AdmissionControlDeps {
  readonly index: BanIndex;
  readonly banClaims: BanClaims;
  readonly online: OnlinePlayers;
  readonly proxyActor: ProxyActor;
  readonly texts: RefusalTexts;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How many admitted logins of one address may be on their way to their join; those of unknown addresses are not counted. */
  readonly slotsPerAddress: number;
  /** Absent where no other coordinator can decide on the same bans. */
  readonly databaseLease: DatabaseLease | undefined;
}

/** A login that is to be decided, and the lease of the proxy that it came through. */
export interface LeasedLogin extends Admitted {
  /** Empty when the proxy cannot know it. */
  readonly ip: string;
  readonly lease: string;
}

/** Who wants to join. */
export interface Admitted {
  readonly uuid: Uuid;
  readonly name: string;
  /** Whether the uuid is proved to be the player's of this name. */
  readonly proved: boolean;
  /** The uuid that an unproved player claimed. */
  readonly claim?: Uuid | null;
}

/** Logins lost their slots to others: of their own address, or because their block of addresses held most. */
type DisplacementEvent = 'admission.address-full' | 'admission.slot-displaced';

/** Of each of these events the log has one line in this time. */
const LOG_EVERY_MS = 60_000;

const NOT_DECIDING = 'Another coordinator may have taken over, so this one decides on no login';

const ALLOWED: Admission = { allow: true };

type Outcomes = { -readonly [K in keyof Vitals['admissions']]: number };

/** Decides who may join, from memory and at once: without the database, an actor or a promise. */
export class AdmissionControl {
  readonly #deps: AdmissionControlDeps;
  readonly #reservations: SlotReservations;
  readonly #outcomes: Outcomes = {
    allowed: 0,
    banned: 0,
    maintenance: 0,
    join_prevented: 0,
    network_full: 0,
  };
  readonly #lines: RateLimiter<DisplacementEvent>;

  constructor(deps: AdmissionControlDeps) {
    this.#deps = deps;
    this.#reservations = new SlotReservations(deps.slotsPerAddress);
    this.#lines = new RateLimiter({ clock: deps.clock, burst: 1, everyMs: LOG_EVERY_MS, remembered: 2 });
  }

  get outcomes(): Vitals['admissions'] {
    return { ...this.#outcomes };
  }

  get slotsReserved(): number {
    return this.#reservations.reservedAt(this.#deps.clock.elapsed());
  }

  /**
   * Decides a login. An allowed one reserves a slot until it joins or is cancelled, or for 30 s; in a full network it takes
   * the slot of a login from a block of addresses that holds more. Throws `platform_unavailable` while another coordinator
   * may have taken the database: it may know of bans that this one does not.
   */
  login(login: LeasedLogin): Admission {
    if (this.#deps.databaseLease?.mayDecide() === false)
      throw new AppError('platform_unavailable', NOT_DECIDING, { retryAfterSeconds: 2 });
    const elapsed = this.#deps.clock.elapsed();
    let admission = this.#decide(login, elapsed);
    if (isFull(admission) && this.#findsPlace(login.uuid, () => this.#displace(login, elapsed)))
      admission = ALLOWED;
    if (admission.allow) this.#reserve(login, elapsed);
    this.#outcomes[admission.allow ? 'allowed' : admission.code] += 1;
    return admission;
  }

  /** A login through this lease will not join. Releases the slot, unless another login of the same player needs it. */
  cancel(uuid: Uuid, lease: string): boolean {
    return this.#reservations.cancel(uuid, lease);
  }

  /** The login of one uuid through this lease turns out to be another player's: so is its slot. */
  pass(from: Uuid, { uuid, ip, lease }: Pick<LeasedLogin, 'uuid' | 'ip' | 'lease'>): void {
    const elapsed = this.#deps.clock.elapsed();
    this.#reservations.reservedAt(elapsed);
    if (!this.#reservations.leasesOf(from).includes(lease)) return;
    this.#reservations.cancel(from, lease);
    if (this.#deps.online.get(uuid) === undefined) this.#reservations.reserve(uuid, lease, ip, elapsed);
  }

  /**
   * Decides again when the player joins, because something may have changed since the login. Releases the slot. Who joins is
   * not kept out by logins that have not: only players online fill the network for them.
   */
  join(who: Admitted): Admission {
    const { uuid } = who;
    const elapsed = this.#deps.clock.elapsed();
    const admission = this.#decide(who, elapsed);
    const isLetIn =
      isFull(admission) &&
      this.#findsPlace(uuid, () => this.#reservations.displaceForJoin(elapsed) !== undefined);
    this.release(uuid);
    return isLetIn ? ALLOWED : admission;
  }

  /** Decides about a player whose session goes on by this uuid: they have their place, and only a ban takes it from them. */
  rejoin(who: Admitted): Admission {
    this.release(who.uuid);
    const message = this.banMessage(who);
    return message === undefined ? ALLOWED : { allow: false, code: 'banned', message };
  }

  /** Whether a player who is online would be let in if they came anew. */
  mayComeBack({ uuid, name }: Pick<Admitted, 'uuid' | 'name'>): boolean {
    const admission = this.#decide({ uuid, name, proved: true }, this.#deps.clock.elapsed());
    return admission.allow || (isFull(admission) && this.#findsPlace(uuid, () => false));
  }

  /** By which leases an admitted login of this player is on its way. */
  loginsOf(uuid: Uuid): readonly string[] {
    this.#reservations.reservedAt(this.#deps.clock.elapsed());
    return this.#reservations.leasesOf(uuid);
  }

  /** The player joined, or may not join after all: their slot is no longer reserved. */
  release(uuid: Uuid): void {
    this.#reservations.release(uuid);
  }

  /** What a banned player reads; undefined for a player who is not banned. */
  banMessage(who: Admitted): string | undefined {
    const now = this.#deps.clock.now();
    const ban = this.#banOf(who, now);
    return ban === undefined ? undefined : banText(ban, now, this.#deps.texts);
  }

  messageOf(ban: Ban): string {
    return banText(ban, this.#deps.clock.now(), this.#deps.texts);
  }

  #reserve({ uuid, ip, lease }: LeasedLogin, elapsed: number): void {
    // A player who is online already, and joins a second time, has a slot.
    if (this.#deps.online.get(uuid) !== undefined) return;
    const displaced = this.#reservations.reserve(uuid, lease, ip, elapsed);
    if (displaced !== undefined) this.#log('admission.address-full', displaced);
  }

  #displace({ ip }: LeasedLogin, elapsed: number): boolean {
    const displaced = this.#reservations.displaceForLogin(ip, elapsed);
    if (displaced !== undefined) this.#log('admission.slot-displaced', displaced);
    return displaced !== undefined;
  }

  #log(event: DisplacementEvent, { block }: SlotReservation): void {
    if (!this.#lines.allows(event)) return;
    const { logger, slotsPerAddress } = this.#deps;
    logger.warn({ event, block, slotsPerAddress });
  }

  /** A ban holds for its uuid, and for its name while nobody has proved whose the name is. */
  #banOf({ uuid, name, proved, claim }: Admitted, now: number): Ban | undefined {
    const { index } = this.#deps;
    const ban = index.activeAt(uuid, now);
    if (ban !== undefined || proved) return ban;
    return (claim == null ? undefined : this.#banOfClaim(claim, name, now)) ?? index.namedAt(name, now);
  }

  /**
   * A ban whose name is only claimed itself may be of somebody who claimed this uuid: it would refuse the player whose uuid it
   * is, and nobody else, because who is banned can leave the uuid out.
   */
  #banOfClaim(claim: Uuid, name: string, now: number): Ban | undefined {
    const { index, banClaims } = this.#deps;
    return banClaims.isOfAnother(claim, name) ? undefined : index.activeAt(claim, now);
  }

  #decide(who: Admitted, elapsed: number): Admission {
    const { uuid, name } = who;
    const { online, proxyActor, texts, clock } = this.#deps;
    const now = clock.now();
    const settings = proxyActor.settings();
    // Counted first: this drops the reservations that ran out, and one of them may be this player's.
    const taken = online.count + this.#reservations.reservedAt(elapsed);
    return decideAdmission(
      {
        ban: this.#banOf(who, now),
        now,
        maintenance: settings.maintenance,
        preventJoin: settings.preventJoin,
        bypass: proxyActor.isBypassing(name),
        slotsTaken: taken < settings.maxPlayers ? taken : taken - this.#slotsOf(uuid),
        maxPlayers: settings.maxPlayers,
      },
      texts,
    );
  }

  /**
   * Whether somebody finds a place in a full network: players online leave one, and the slot is theirs already, or another
   * login loses it.
   */
  #findsPlace(uuid: Uuid, displace: () => boolean): boolean {
    const { online, proxyActor } = this.#deps;
    const others = online.count - (online.get(uuid) === undefined ? 0 : 1);
    return others < proxyActor.settings().maxPlayers && (this.#slotsOf(uuid) > 0 || displace());
  }

  /** Slots that the player has already. Looked up only when the network is full: it would be a tenth of every login. */
  #slotsOf(uuid: Uuid): number {
    return (this.#reservations.has(uuid) ? 1 : 0) + (this.#deps.online.get(uuid) === undefined ? 0 : 1);
  }
}

function isFull(admission: Admission): boolean {
  return !admission.allow && admission.code === 'network_full';
}
