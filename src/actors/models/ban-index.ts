import { type Ban, isBanActive } from '../../domain/ban.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { NameIndex } from '../../runtime/name-index.ts';
import { DeadlineHeap } from '../../runtime/limits/deadline-heap.ts';
import { GrowingUuidFilter } from '../../runtime/filters/growing-uuid-filter.ts';

/** How many ends of lifted bans may stay in the heap beside as many as there are bans. */
const MAX_STALE_ENDS = 1000;

/**
 * Every ban in force, in memory: what admission reads. A million of them are entries of a map, not actors; the ends of
 * the temporary ones are in one heap.
 */
export class BanIndex {
  readonly #bans = new Map<Uuid, Ban>();
  /** Nearly everybody who logs in is not banned. */
  readonly #filter = new GrowingUuidFilter(() => this.#bans);
  readonly #named = new NameIndex();
  #ends = new DeadlineHeap<Ban>(endOf);

  get size(): number {
    return this.#bans.size;
  }

  /** The player's ban if it is in force at `now`; right also between the end of a ban and its removal. */
  activeAt(uuid: Uuid, now: number): Ban | undefined {
    if (!this.#filter.mayHave(uuid)) return undefined;
    const ban = this.#bans.get(uuid);
    return ban !== undefined && isBanActive(ban, now) ? ban : undefined;
  }

  /** A ban that was set under this name and is in force at `now`, whoever it is about. */
  namedAt(name: string, now: number): Ban | undefined {
    for (const uuid of this.#named.of(name)) {
      const ban = this.activeAt(uuid, now);
      if (ban !== undefined) return ban;
    }
    return undefined;
  }

  /** All of them, oldest first. */
  allNamedAt(name: string, now: number): Ban[] {
    return Array.from(this.#named.of(name)).flatMap((uuid) => this.activeAt(uuid, now) ?? []);
  }

  add(ban: Ban): void {
    this.#unname(ban.uuid);
    this.#named.add(ban.name, ban.uuid);
    this.#bans.set(ban.uuid, ban);
    this.#filter.add(ban.uuid);
    if (ban.expires > 0) this.#ends.push(ban);
  }

  /** Changes what is shown of a ban without touching when it ends. */
  amend(ban: Ban, change: { readonly ip: string }): void {
    if (this.#bans.get(ban.uuid) === ban) this.#bans.set(ban.uuid, { ...ban, ...change });
  }

  remove(uuid: Uuid): void {
    this.#unname(uuid);
    this.#bans.delete(uuid);
    // The end of a lifted ban stays in the heap until it is due: too many of them are removed.
    if (this.#ends.size > 2 * this.#bans.size + MAX_STALE_ENDS) this.#forgetStaleEnds();
  }

  values(): Iterable<Ban> {
    return this.#bans.values();
  }

  /** How many ends are in the heap, those of lifted bans included. */
  get ends(): number {
    return this.#ends.size;
  }

  /** The next moment at which a ban may end; undefined when none will. Lifted bans can make it too early, never too late. */
  nextEnd(): number | undefined {
    return this.#ends.peek()?.expires;
  }

  /** Takes out the bans that ended by `now`, at most `max`, so that thousands at once do not block the event loop. */
  takeEnded(now: number, max: number): Ban[] {
    const ended: Ban[] = [];
    while (ended.length < max) {
      const next = this.#ends.peek();
      if (next === undefined || next.expires > now) break;
      this.#ends.pop();
      const current = this.#bans.get(next.uuid);
      // The entry may belong to a ban that was lifted: it counts only if the present ban ends at this moment.
      if (current === undefined || current.expires !== next.expires) continue;
      this.#unname(next.uuid);
      this.#bans.delete(next.uuid);
      ended.push(current);
    }
    return ended;
  }

  #unname(uuid: Uuid): void {
    const ban = this.#bans.get(uuid);
    if (ban !== undefined) this.#named.delete(ban.name, uuid);
  }

  #forgetStaleEnds(): void {
    this.#ends = new DeadlineHeap<Ban>(endOf);
    for (const ban of this.#bans.values()) if (ban.expires > 0) this.#ends.push(ban);
  }
}

function endOf(ban: Ban): number {
  return ban.expires;
}
