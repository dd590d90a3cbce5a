import type { Uuid } from '../../domain/uuid.ts';
import { UuidFilter } from './uuid-filter.ts';

/** With each uuid that is added so many of the others are taken over into a larger filter. */
const TAKEN_OVER = 64;

/** What a filter is of; a `Map` or a `Set`, so that what is added meanwhile is met too. */
interface Members {
  readonly size: number;
  keys(): Iterator<Uuid>;
}

/**
 * A filter of what a large map has now: one that is full makes place for a larger one of what is left. That one is filled in steps,
 * because a million at once would stop the process for 0.2 s; until it has all, the full one answers.
 */
export class GrowingUuidFilter {
  readonly #members: () => Members;
  #filter = new UuidFilter();
  #next: { readonly filter: UuidFilter; readonly rest: Iterator<Uuid> } | null = null;

  /** Each member has to be added when it becomes one. */
  constructor(members: () => Members) {
    this.#members = members;
  }

  add(uuid: Uuid): void {
    this.#filter.add(uuid);
    if (this.#next === null && this.#filter.isFull) {
      const members = this.#members();
      this.#next = { filter: new UuidFilter(members.size), rest: members.keys() };
    }
    this.#takeOver(uuid);
  }

  /** False for what was never added. */
  mayHave(uuid: Uuid): boolean {
    return this.#filter.mayHave(uuid);
  }

  #takeOver(added: Uuid): void {
    if (this.#next === null) return;
    const { filter, rest } = this.#next;
    filter.add(added);
    for (let taken = 0; taken < TAKEN_OVER; taken += 1) {
      const { done, value } = rest.next();
      if (done === true) {
        this.#filter = filter;
        this.#next = null;
        return;
      }
      filter.add(value);
    }
  }
}
