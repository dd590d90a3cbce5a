import type { Uuid } from '../../domain/uuid.ts';

/** How long an admitted login keeps its slot without joining (docs/api.md "Admission"). */
export const RESERVATION_MS = 30_000;

/** Slots of logins that were admitted and have not joined yet, so that two logins cannot get the last slot. */
export class SlotReservations {
  /** When each reservation ends; all last equally long, so the order of insertion is the order of ends. */
  readonly #ends = new Map<Uuid, number>();
  /** No reservation ends before this. Without it every look would walk over the holes of deleted entries in the map. */
  #firstEnd = Number.POSITIVE_INFINITY;

  reservedAt(now: number): number {
    if (now >= this.#firstEnd) this.#dropEnded(now);
    return this.#ends.size;
  }

  has(uuid: Uuid): boolean {
    return this.#ends.has(uuid);
  }

  reserve(uuid: Uuid, now: number): void {
    // Deleted first: a repeated login moves to the end of the order.
    this.#ends.delete(uuid);
    this.#ends.set(uuid, now + RESERVATION_MS);
    if (this.#ends.size === 1) this.#firstEnd = now + RESERVATION_MS;
  }

  release(uuid: Uuid): void {
    this.#ends.delete(uuid);
  }

  #dropEnded(now: number): void {
    this.#firstEnd = Number.POSITIVE_INFINITY;
    for (const [uuid, end] of this.#ends) {
      if (end > now) {
        this.#firstEnd = end;
        return;
      }
      this.#ends.delete(uuid);
    }
  }
}
