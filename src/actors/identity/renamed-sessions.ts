import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';

/** Between the two frames by which an edge reports that a session has another uuid, in milliseconds. */
const SPLIT_MS = 1_000;
/** How long an edge may take to do as it is told: a link that is silent for longer is cut. */
const TOLD_MS = 60_000;
/** So often within a minute an edge is told that a name is the same player's; then that leads nowhere. */
const MAX_TOLD_SAME = 16;
/** Names of one edge that are remembered for one reason; the oldest goes for a new one. */
const MAX_REMEMBERED = 10_000;

/** So many corrections of a name are on their way to the edge. */
interface Told {
  readonly count: number;
  readonly until: number;
}

/**
 * Sessions of one edge that go on by another uuid. The edge reports each as a leave and a join, and that join is no new one
 * (docs/edge.md "Who a player is"). Whoever leaves without a reason for that keeps no place: others wait at the same edge under
 * the same name. All names are as `foldName` makes them, times those of a steady clock, in milliseconds.
 */
export class RenamedSessions {
  readonly #told = new Map<string, Told>();
  /** The same for each uuid that a name was said to be, however often it was taken. */
  readonly #toldAs = new Map<string, Told>();
  /** Until when a session that left may go on, once. */
  readonly #places = new Map<string, number>();
  /** Until when a kick is under way that nobody of this name goes on after. */
  readonly #kicked = new Map<string, number>();
  /** By which players of several names are there: when one of them leaves, the edge reports the others anew. */
  readonly #shared = new Set<Uuid>();

  /** The edge is told who the player of this name is: whoever is there under it may leave, and join as that one. */
  told(name: string, uuid: Uuid, elapsed: number): void {
    const key = foldName(name);
    remember(this.#told, key, { count: countOf(this.#told, key, elapsed) + 1, until: elapsed + TOLD_MS });
    const as = sameKey(key, uuid);
    const count = countOf(this.#toldAs, as, elapsed) + 1;
    const until = count === 1 ? elapsed + TOLD_MS : (this.#toldAs.get(as)?.until ?? elapsed);
    remember(this.#toldAs, as, { count, until });
  }

  /**
   * Whether the edge was told so often within a minute that this name is this player's that saying it once more changes nothing:
   * what two guesses say of a name may follow from each other without an end.
   */
  isRepeated(name: string, uuid: Uuid, elapsed: number): boolean {
    return countOf(this.#toldAs, sameKey(foldName(name), uuid), elapsed) >= MAX_TOLD_SAME;
  }

  /** Players of several names are there by this uuid. */
  together(uuid: Uuid): void {
    this.#shared.add(uuid);
    const [oldest] = this.#shared;
    if (this.#shared.size > MAX_REMEMBERED && oldest !== undefined) this.#shared.delete(oldest);
  }

  /** The player of this name was there, and has no uuid until the edge reports them by another one. */
  keepsPlace(name: string, elapsed: number): void {
    remember(this.#places, foldName(name), elapsed + TOLD_MS);
  }

  /** Players of these names, who were there by this uuid, left. */
  left(uuid: Uuid, names: readonly string[], elapsed: number): void {
    const isShared = this.#shared.delete(uuid);
    for (const key of new Set(names.map(foldName))) {
      if ((this.#kicked.get(key) ?? 0) >= elapsed) continue;
      if (isShared || this.#takeTold(key, elapsed)) remember(this.#places, key, elapsed + SPLIT_MS);
    }
  }

  /** The player of this name is kicked for good: also one who is on their way to another uuid does not go on. */
  kicked(name: string, elapsed: number): void {
    const key = foldName(name);
    this.#told.delete(key);
    this.#places.delete(key);
    remember(this.#kicked, key, elapsed + TOLD_MS);
  }

  /** Somebody of this name was let in: what was before is over. */
  entered(name: string): void {
    this.#kicked.delete(foldName(name));
  }

  /**
   * Whether a join under this name is that of a session which goes on; the next join is not. `isThere` tells whether the player
   * was there by another uuid: where that is shared, an edge may report no leave.
   */
  goesOn(name: string, isThere: (uuid: Uuid) => boolean, elapsed: number): boolean {
    const key = foldName(name);
    const until = this.#places.get(key);
    if (until !== undefined && this.#places.delete(key) && elapsed <= until) return true;
    if (countOf(this.#told, key, elapsed) === 0) return false;
    return Array.from(this.#shared).some(isThere) && this.#takeTold(key, elapsed);
  }

  clear(): void {
    this.#told.clear();
    this.#toldAs.clear();
    this.#places.clear();
    this.#kicked.clear();
    this.#shared.clear();
  }

  #takeTold(key: string, elapsed: number): boolean {
    const told = this.#told.get(key);
    if (told === undefined || countOf(this.#told, key, elapsed) === 0) return false;
    if (told.count === 1) this.#told.delete(key);
    else this.#told.set(key, { ...told, count: told.count - 1 });
    return true;
  }
}

function countOf(told: ReadonlyMap<string, Told>, key: string, elapsed: number): number {
  const last = told.get(key);
  return last !== undefined && elapsed <= last.until ? last.count : 0;
}

function sameKey(folded: string, uuid: Uuid): string {
  return `${uuid} ${folded}`;
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_REMEMBERED && oldest !== undefined) map.delete(oldest);
}
