import type { SlotReservation } from './slot-reservation.ts';

/**
 * Reservations in the order of their ends: all last equally long, so that is the order in which they were last asked for. A list
 * of linked items, because a player who logs in again moves to the end: in a map that is a deletion and an insertion, which
 * cost more than the decision, and the map is made anew whenever it is full of holes.
 */
export class SlotQueue {
  #first: SlotReservation | null = null;
  #last: SlotReservation | null = null;

  /** The one that ends next. */
  get oldest(): SlotReservation | undefined {
    return this.#first ?? undefined;
  }

  /** Puts a reservation that is not in the queue at its end. */
  add(slot: SlotReservation): void {
    slot.before = this.#last;
    if (this.#last === null) this.#first = slot;
    else this.#last.after = slot;
    this.#last = slot;
  }

  /** Takes out a reservation that is in the queue. */
  delete(slot: SlotReservation): void {
    if (slot.before === null) this.#first = slot.after;
    else slot.before.after = slot.after;
    if (slot.after === null) this.#last = slot.before;
    else slot.after.before = slot.before;
    slot.before = null;
    slot.after = null;
  }

  *[Symbol.iterator](): Iterator<SlotReservation> {
    for (let slot = this.#first; slot !== null; slot = slot.after) yield slot;
  }
}
