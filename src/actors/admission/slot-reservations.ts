import type { Uuid } from '../../domain/uuid.ts';
import { addressBlock } from '../../runtime/ip-address.ts';
import { SlotReservation } from './slot-reservation.ts';

/** How long an admitted login keeps its slot without joining (docs/api.md "Admission"). */
export const RESERVATION_MS = 30_000;

/**
 * Slots of logins that were admitted and have not joined yet, so that two logins cannot get the last slot. Every block of
 * addresses holds a limited number: logins that never join must not fill the network.
 */
export class SlotReservations {
  readonly #perBlock: number;
  /** All last equally long, so the order of insertion is the order of ends. */
  readonly #slots = new Map<Uuid, SlotReservation>();
  /** How many of them each block holds; no more entries than there are reservations. */
  readonly #held = new Map<string, number>();
  /** No reservation ends before this. Without it every look would walk over the holes of deleted entries in the map. */
  #firstEnd = Number.POSITIVE_INFINITY;

  constructor(perBlock: number) {
    this.#perBlock = perBlock;
  }

  reservedAt(now: number): number {
    if (now >= this.#firstEnd) this.#dropEnded(now);
    return this.#slots.size;
  }

  has(uuid: Uuid): boolean {
    return this.#slots.has(uuid);
  }

  /**
   * Reserves a slot for a login through this lease, or keeps the one that the player has; false, and nothing is reserved,
   * when the block of the address holds as many as it may. Slots of unknown addresses are not limited. To be called after
   * `reservedAt`, which drops what has ended.
   */
  reserve(uuid: Uuid, lease: string, ip: string, now: number): boolean {
    const known = this.#slots.get(uuid);
    if (known !== undefined) {
      known.add(lease);
      known.end = now + RESERVATION_MS;
      // Deleted first: a repeated login moves to the end of the order.
      this.#slots.delete(uuid);
      this.#slots.set(uuid, known);
      return true;
    }
    const block = addressBlock(ip);
    if (block !== '') {
      const held = this.#held.get(block) ?? 0;
      if (held >= this.#perBlock) return false;
      this.#held.set(block, held + 1);
    }
    this.#slots.set(uuid, new SlotReservation(lease, block, now + RESERVATION_MS));
    if (this.#slots.size === 1) this.#firstEnd = now + RESERVATION_MS;
    return true;
  }

  /** A login through this lease will not join; true when that released the slot, because no other login needs it. */
  cancel(uuid: Uuid, lease: string): boolean {
    if (this.#slots.get(uuid)?.cancel(lease) !== true) return false;
    this.release(uuid);
    return true;
  }

  release(uuid: Uuid): void {
    const slot = this.#slots.get(uuid);
    if (slot === undefined) return;
    this.#slots.delete(uuid);
    if (slot.block === '') return;
    const held = this.#held.get(slot.block) ?? 0;
    if (held > 1) this.#held.set(slot.block, held - 1);
    else this.#held.delete(slot.block);
  }

  #dropEnded(now: number): void {
    this.#firstEnd = Number.POSITIVE_INFINITY;
    for (const [uuid, { end }] of this.#slots) {
      if (end > now) {
        this.#firstEnd = end;
        return;
      }
      this.release(uuid);
    }
  }
}
