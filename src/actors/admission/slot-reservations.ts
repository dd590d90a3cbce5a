import type { Uuid } from '../../domain/uuid.ts';
import { addressBlock } from '../../runtime/ip-address.ts';
import { AddressShares } from '../../runtime/limits/address-shares.ts';
import { SlotQueue } from './slot-queue.ts';
import { SlotReservation } from './slot-reservation.ts';

/** How long an admitted login keeps its slot without joining (docs/api.md "Admission"). */
export const RESERVATION_MS = 30_000;

/**
 * Slots of logins that were admitted and have not joined yet, so that two logins cannot get the last slot. Logins that never
 * join must not keep out others: every block of addresses holds a limited number, and when the network is full the block that
 * holds most loses one to who has fewer. All times are by `Clock.elapsed()`.
 */
export class SlotReservations {
  readonly #perBlock: number;
  readonly #slots = new Map<Uuid, SlotReservation>();
  readonly #queue = new SlotQueue();
  /** How many of them each block holds; no more entries than there are reservations. */
  readonly #held = new Map<string, number>();
  /** Who holds how much. Made when somebody has to lose a slot: to keep it at every login would make all of them slower. */
  #shares: AddressShares<SlotReservation> | null = null;
  #sharesUsedAt = 0;

  constructor(perBlock: number) {
    this.#perBlock = perBlock;
  }

  reservedAt(now: number): number {
    if (this.#shares !== null && now >= this.#sharesUsedAt + RESERVATION_MS) this.#shares = null;
    const oldest = this.#queue.oldest;
    if (oldest !== undefined && oldest.end <= now) this.#dropEnded(now);
    return this.#slots.size;
  }

  /** By which leases the player logs in; none without a slot. To be called after `reservedAt`. */
  leasesOf(uuid: Uuid): readonly string[] {
    return this.#slots.get(uuid)?.leases ?? [];
  }

  has(uuid: Uuid): boolean {
    return this.#slots.has(uuid);
  }

  /**
   * Reserves a slot for a login through this lease, or keeps the one that the player has. When the block of the address holds
   * as many as it may, its oldest reservation loses its slot, and is answered. Slots of unknown addresses are not limited.
   * To be called after `reservedAt`, which drops what has ended.
   */
  reserve(uuid: Uuid, lease: string, ip: string, now: number): SlotReservation | undefined {
    const known = this.#slots.get(uuid);
    if (known !== undefined) {
      known.add(lease);
      known.end = now + RESERVATION_MS;
      this.#queue.delete(known);
      this.#queue.add(known);
      this.#shares?.add(known, known.block);
      return undefined;
    }
    const block = addressBlock(ip);
    let displaced: SlotReservation | undefined;
    if (block !== '') {
      const held = this.#held.get(block) ?? 0;
      if (held >= this.#perBlock) displaced = this.#displace(this.#sharesAt(now).oldestOf(block));
      this.#held.set(block, displaced === undefined ? held + 1 : held);
    }
    const slot = new SlotReservation(uuid, lease, block, now + RESERVATION_MS);
    this.#slots.set(uuid, slot);
    this.#queue.add(slot);
    this.#shares?.add(slot, block);
    return displaced;
  }

  /**
   * Releases a slot for a login from this address in a full network: the oldest one of its own block, if that holds as many
   * as it may, else the oldest one of a block that holds more than its own would then hold. Answers it, if there is one.
   */
  displaceForLogin(ip: string, now: number): SlotReservation | undefined {
    const block = addressBlock(ip);
    const shares = this.#sharesAt(now);
    const isAtLimit = (this.#held.get(block) ?? 0) >= this.#perBlock;
    return this.#displace(isAtLimit ? shares.oldestOf(block) : shares.fullerThan(block));
  }

  /** Releases a slot for somebody who joins a full network without one: of the fullest block, or the oldest of all. */
  displaceForJoin(now: number): SlotReservation | undefined {
    return this.#displace(this.#sharesAt(now).fullerThan('') ?? this.#queue.oldest);
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
    this.#queue.delete(slot);
    this.#shares?.delete(slot);
    if (slot.block === '') return;
    const held = this.#held.get(slot.block) ?? 0;
    if (held > 1) this.#held.set(slot.block, held - 1);
    else this.#held.delete(slot.block);
  }

  #displace(slot: SlotReservation | undefined): SlotReservation | undefined {
    if (slot !== undefined) this.release(slot.uuid);
    return slot;
  }

  #sharesAt(now: number): AddressShares<SlotReservation> {
    this.#sharesUsedAt = now;
    if (this.#shares !== null) return this.#shares;
    const shares = new AddressShares<SlotReservation>();
    for (const slot of this.#queue) shares.add(slot, slot.block);
    this.#shares = shares;
    return shares;
  }

  #dropEnded(now: number): void {
    let { oldest } = this.#queue;
    while (oldest !== undefined && oldest.end <= now) {
      this.release(oldest.uuid);
      oldest = this.#queue.oldest;
    }
  }
}
