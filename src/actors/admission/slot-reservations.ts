import type { Uuid } from '../../domain/uuid.ts';

/** How long an admitted login keeps its seat without joining (CONTRACT §3 Admission). */
export const RESERVATION_MS = 30_000;

/** Seats held for logins that were admitted and have not joined yet, so that two logins cannot share the last seat. */
export class SlotReservations {
  /** When each seat falls free; all are held equally long, so the order of insertion is the order of ends. */
  readonly #ends = new Map<Uuid, number>();
  /** No seat falls free before this. Without it every look would walk over the holes that released seats leave in the map. */
  #firstEnd = Number.POSITIVE_INFINITY;

  reservedAt(now: number): number {
    if (now >= this.#firstEnd) this.#letGo(now);
    return this.#ends.size;
  }

  has(uuid: Uuid): boolean {
    return this.#ends.has(uuid);
  }

  hold(uuid: Uuid, now: number): void {
    // Deleted first: a repeated login moves to the end of the line.
    this.#ends.delete(uuid);
    this.#ends.set(uuid, now + RESERVATION_MS);
    if (this.#ends.size === 1) this.#firstEnd = now + RESERVATION_MS;
  }

  release(uuid: Uuid): void {
    this.#ends.delete(uuid);
  }

  #letGo(now: number): void {
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
