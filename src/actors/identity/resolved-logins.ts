import { LRUCache } from 'lru-cache';
import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { Clock } from '../../runtime/clock.ts';

/** Logins of one edge that are remembered; one more than these is checked again when it joins. */
const MAX_RESOLVED = 10_000;
/** A login joins within 30 s, and two more until its player counts as online. */
const JOINS_WITHIN_MS = 60_000;

/** Logins of which the coordinator found out who they are, until they join: those need no second check. */
export class ResolvedLogins {
  readonly #at = new LRUCache<string, number>({ maxSize: MAX_RESOLVED, sizeCalculation: () => 1 });
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(uuid: Uuid, name: string): void {
    this.#at.set(keyOf(uuid, name), this.#clock.elapsed());
  }

  has(uuid: Uuid, name: string): boolean {
    const at = this.#at.get(keyOf(uuid, name));
    return at !== undefined && this.#clock.elapsed() - at < JOINS_WITHIN_MS;
  }
}

function keyOf(uuid: Uuid, name: string): string {
  return `${uuid} ${foldName(name)}`;
}
