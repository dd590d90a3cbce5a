import { type Admission, decideAdmission, type RefusalTexts } from '../../domain/admission.ts';
import type { Ban } from '../../domain/ban.ts';
import { banText } from '../../domain/admission.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { BanIndex } from '../models/ban-index.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { Vitals } from '../network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ProxyActor } from '../entities/proxy-actor.ts';
import { SlotReservations } from './slot-reservations.ts';

export interface AdmissionControlDeps {
  readonly index: BanIndex;
  readonly online: OnlinePlayers;
  readonly proxy: ProxyActor;
  readonly texts: RefusalTexts;
  readonly clock: Clock;
}

type Outcomes = { -readonly [K in keyof Vitals['admissions']]: number };

/** Decides at the door, from memory and at once: no database, no actor, no promise stands between ask and answer. */
export class AdmissionControl {
  readonly #deps: AdmissionControlDeps;
  readonly #reservations = new SlotReservations();
  readonly #outcomes: Outcomes = {
    allowed: 0,
    banned: 0,
    maintenance: 0,
    join_prevented: 0,
    network_full: 0,
  };

  constructor(deps: AdmissionControlDeps) {
    this.#deps = deps;
  }

  get outcomes(): Vitals['admissions'] {
    return { ...this.#outcomes };
  }

  get slotsReserved(): number {
    return this.#reservations.reservedAt(this.#deps.clock.now());
  }

  /** A login asks. An allowed one holds a seat until it joins, or for 30 s. */
  login(uuid: Uuid, name: string): Admission {
    const now = this.#deps.clock.now();
    const admission = this.#decide(uuid, name, now);
    this.#outcomes[admission.allow ? 'allowed' : admission.code] += 1;
    // Who is online already (and comes in a second time) sits on a seat as it is.
    if (admission.allow && this.#deps.online.get(uuid) === undefined) this.#reservations.hold(uuid, now);
    return admission;
  }

  /** A login went through: the same question again, because something may have changed since. Gives up the seat. */
  join(uuid: Uuid, name: string): Admission {
    const admission = this.#decide(uuid, name, this.#deps.clock.now());
    this.release(uuid);
    return admission;
  }

  /** The player is in, by whatever door, or may not come in after all: nothing is to be held for them. */
  release(uuid: Uuid): void {
    this.#reservations.release(uuid);
  }

  /** What a player reads who is banned, or undefined when they are not. */
  banMessage(uuid: Uuid): string | undefined {
    const now = this.#deps.clock.now();
    const ban = this.#deps.index.activeAt(uuid, now);
    return ban === undefined ? undefined : banText(ban, now, this.#deps.texts);
  }

  messageOf(ban: Ban): string {
    return banText(ban, this.#deps.clock.now(), this.#deps.texts);
  }

  #decide(uuid: Uuid, name: string, now: number): Admission {
    const { index, online, proxy, texts } = this.#deps;
    const settings = proxy.settings();
    // Counted first: it lets go of the seats that fell free, and one of those may be this player's own.
    const taken = online.count + this.#reservations.reservedAt(now);
    return decideAdmission(
      {
        ban: index.activeAt(uuid, now),
        now,
        maintenance: settings.maintenance,
        preventJoin: settings.preventJoin,
        bypass: proxy.isBypassing(name),
        slotsTaken: taken < settings.maxPlayers ? taken : taken - this.#slotsOf(uuid),
        maxPlayers: settings.maxPlayers,
      },
      texts,
    );
  }

  /** Seats that the player has already. Only a full network asks: the look-ups would be a tenth of every login. */
  #slotsOf(uuid: Uuid): number {
    return (this.#reservations.has(uuid) ? 1 : 0) + (this.#deps.online.get(uuid) === undefined ? 0 : 1);
  }
}
