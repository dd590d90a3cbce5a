import { type Ban, isBanActive } from '../../domain/ban.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { DeadlineHeap } from '../../runtime/deadline-heap.ts';

/** So many ends of lifted bans may lie in the heap, and as many as there are bans. */
const STALE_ENDS = 1000;

/**
 * Every ban that holds, in memory: what admission reads. A million of them are entries of a map, not actors; the ends of
 * the temporary ones lie in one heap.
 */
export class BanIndex {
  readonly #bans = new Map<Uuid, Ban>();
  #ends = new DeadlineHeap<Ban>(endOf);

  get size(): number {
    return this.#bans.size;
  }

  /** The player's ban if it holds at `now`: also right in the moment between a ban's end and its removal. */
  activeAt(uuid: Uuid, now: number): Ban | undefined {
    const ban = this.#bans.get(uuid);
    return ban !== undefined && isBanActive(ban, now) ? ban : undefined;
  }

  add(ban: Ban): void {
    this.#bans.set(ban.uuid, ban);
    if (ban.expires > 0) this.#ends.push(ban);
  }

  /** Changes what is shown of a ban without touching when it ends. */
  amend(ban: Ban, change: { readonly ip: string }): void {
    if (this.#bans.get(ban.uuid) === ban) this.#bans.set(ban.uuid, { ...ban, ...change });
  }

  remove(uuid: Uuid): void {
    this.#bans.delete(uuid);
    // The ends of lifted bans stay behind, of a ban of a year for a year: too many of them are cleared away.
    if (this.#ends.size > 2 * this.#bans.size + STALE_ENDS) this.#forgetStaleEnds();
  }

  values(): Iterable<Ban> {
    return this.#bans.values();
  }

  /** Deadlines that are waited for, those of lifted bans included. */
  get ends(): number {
    return this.#ends.size;
  }

  /** The next moment at which some ban may end; undefined when none will. Lifted bans may make it early, never late. */
  nextEnd(): number | undefined {
    return this.#ends.peek()?.expires;
  }

  /** Takes out the bans that ended by `now`, but no more than `most`, so that a thousand at once do not block the loop. */
  takeEnded(now: number, most: number): Ban[] {
    const ended: Ban[] = [];
    while (ended.length < most) {
      const next = this.#ends.peek();
      if (next === undefined || next.expires > now) break;
      this.#ends.pop();
      const current = this.#bans.get(next.uuid);
      // A heap entry outlives a lifted ban: it counts only if the ban that holds now ends at this very moment.
      if (current === undefined || current.expires !== next.expires) continue;
      this.#bans.delete(next.uuid);
      ended.push(current);
    }
    return ended;
  }

  #forgetStaleEnds(): void {
    this.#ends = new DeadlineHeap<Ban>(endOf);
    for (const ban of this.#bans.values()) if (ban.expires > 0) this.#ends.push(ban);
  }
}

function endOf(ban: Ban): number {
  return ban.expires;
}
