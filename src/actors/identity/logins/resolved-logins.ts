import { LRUCache } from 'lru-cache';
import { foldName } from '../../../domain/player-name.ts';
import type { Uuid } from '../../../domain/uuid.ts';
import type { Clock } from '../../../runtime/clock.ts';

/** Logins that are remembered; one more than these is checked again when it joins. */
const MAX_RESOLVED = 50_000;
/** A login joins within 30 s, and two more until its player counts as online. */
const JOINS_WITHIN_MS = 60_000;

interface Resolved {
  readonly edge: string;
  readonly folded: string;
  readonly at: number;
}

/**
 * Logins of which the coordinator found out who they are, until they join: those need no second check. Of each player it is
 * the last one: a login of another name may have made the player known by that one.
 */
export class ResolvedLogins {
  readonly #logins = new LRUCache<Uuid, Resolved>({ maxSize: MAX_RESOLVED, sizeCalculation: () => 1 });
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `edge` is the key of its lease. */
  note(edge: string, uuid: Uuid, name: string): void {
    this.#logins.set(uuid, { edge, folded: foldName(name), at: this.#clock.elapsed() });
  }

  /** Somebody of this name is known by the uuid from now on: a login of another name is checked when it joins. */
  forgetOthers(uuid: Uuid, name: string): void {
    if (this.#logins.get(uuid)?.folded !== foldName(name)) this.#logins.delete(uuid);
  }

  has(edge: string, uuid: Uuid, name: string): boolean {
    const login = this.#logins.get(uuid);
    if (login?.edge !== edge || login.folded !== foldName(name)) return false;
    return this.#clock.elapsed() - login.at < JOINS_WITHIN_MS;
  }
}
