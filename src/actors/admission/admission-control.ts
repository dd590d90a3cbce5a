import { type Admission, decideAdmission, type RefusalTexts } from '../../domain/admission.ts';
import type { Ban } from '../../domain/ban.ts';
import { banText } from '../../domain/admission.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { BanIndex } from '../models/ban-index.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { Vitals } from '../network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ProxyActor } from '../entities/proxy-actor.ts';
import { SlotReservations } from './slot-reservations.ts';

export interface AdmissionControlDeps {
  readonly index: BanIndex;
  readonly online: OnlinePlayers;
  readonly proxyActor: ProxyActor;
  readonly texts: RefusalTexts;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How many admitted logins of one address may be on their way to their join; those of unknown addresses are not counted. */
  readonly slotsPerAddress: number;
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

/** A flood of logins from one address is one line of the log in this time. */
const LOG_EVERY_MS = 60_000;

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
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: AdmissionControlDeps) {
    this.#deps = deps;
    this.#reservations = new SlotReservations(deps.slotsPerAddress);
  }

  get outcomes(): Vitals['admissions'] {
    return { ...this.#outcomes };
  }

  get slotsReserved(): number {
    return this.#reservations.reservedAt(this.#deps.clock.now());
  }

  /** Decides a login. An allowed one reserves a slot until it joins or is cancelled, or for 30 s. */
  login(login: LeasedLogin): Admission {
    const now = this.#deps.clock.now();
    let admission = this.#decide(login, now);
    if (admission.allow) admission = this.#reserve(login, admission, now);
    this.#outcomes[admission.allow ? 'allowed' : admission.code] += 1;
    return admission;
  }

  /** A login through this lease will not join. Releases the slot, unless another login of the same player needs it. */
  cancel(uuid: Uuid, lease: string): boolean {
    return this.#reservations.cancel(uuid, lease);
  }

  /** Decides again when the player joins, because something may have changed since the login. Releases the slot. */
  join(who: Admitted): Admission {
    const admission = this.#decide(who, this.#deps.clock.now());
    this.release(who.uuid);
    return admission;
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

  #reserve({ uuid, name, ip, lease }: LeasedLogin, allowed: Admission, now: number): Admission {
    const { online, proxyActor, texts } = this.#deps;
    // A player who is online already, and joins a second time, has a slot.
    if (online.get(uuid) !== undefined || this.#reservations.reserve(uuid, lease, ip, now)) return allowed;
    this.#logFull(ip, now);
    // The bypass list passes a full network too. Without a slot, so that nobody can fill the network under such a name.
    if (proxyActor.isBypassing(name)) return allowed;
    return { allow: false, code: 'network_full', message: texts.networkFull };
  }

  #logFull(ip: string, now: number): void {
    if (now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    const { logger, slotsPerAddress } = this.#deps;
    logger.warn({ event: 'admission.address-full', ip, slotsPerAddress });
  }

  /** A ban holds for its uuid, and for its name while nobody has proved whose the name is. */
  #banOf({ uuid, name, proved, claim }: Admitted, now: number): Ban | undefined {
    const { index } = this.#deps;
    const ban = index.activeAt(uuid, now);
    if (ban !== undefined || proved) return ban;
    return (claim == null ? undefined : index.activeAt(claim, now)) ?? index.namedAt(name, now);
  }

  #decide(who: Admitted, now: number): Admission {
    const { uuid, name } = who;
    const { online, proxyActor, texts } = this.#deps;
    const settings = proxyActor.settings();
    // Counted first: this drops the reservations that ran out, and one of them may be this player's.
    const taken = online.count + this.#reservations.reservedAt(now);
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

  /** Slots that the player has already. Looked up only when the network is full: it would be a tenth of every login. */
  #slotsOf(uuid: Uuid): number {
    return (this.#reservations.has(uuid) ? 1 : 0) + (this.#deps.online.get(uuid) === undefined ? 0 : 1);
  }
}
