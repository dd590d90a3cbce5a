import type { Uuid } from '../../domain/uuid.ts';

/**
 * The slot of a player who was admitted and has not joined yet. It counts the logins that it is for, by the lease of the
 * proxy each came through: a uuid is only a claim until the join, so a login that ends must not take the slot from another
 * login of the same uuid.
 */
export class SlotReservation {
  readonly uuid: Uuid;
  /** The block of the address that asked first (`addressBlock`); empty for an unknown one. */
  readonly block: string;
  /** By `Clock.elapsed()`. */
  end: number;
  /** Its neighbours in the `SlotQueue`, which alone changes them. */
  before: SlotReservation | null = null;
  after: SlotReservation | null = null;
  /** The first lease is not in a map of its own: there is rarely a second, and every login of the network comes by here. */
  readonly #lease: string;
  #logins = 1;
  #others: Map<string, number> | null = null;

  constructor(uuid: Uuid, lease: string, block: string, end: number) {
    this.uuid = uuid;
    this.#lease = lease;
    this.block = block;
    this.end = end;
  }

  /** The leases of the proxies that asked for it. */
  get leases(): string[] {
    return [this.#lease, ...(this.#others?.keys() ?? [])];
  }

  /** One more login of the same player. */
  add(lease: string): void {
    if (lease === this.#lease) this.#logins += 1;
    else {
      this.#others ??= new Map();
      this.#others.set(lease, (this.#others.get(lease) ?? 0) + 1);
    }
  }

  /** A login will not join; true when it was the last one. A lease without a login here changes nothing. */
  cancel(lease: string): boolean {
    if (lease === this.#lease) this.#logins = Math.max(0, this.#logins - 1);
    else {
      const logins = this.#others?.get(lease) ?? 0;
      if (logins > 1) this.#others?.set(lease, logins - 1);
      else this.#others?.delete(lease);
    }
    return this.#logins === 0 && (this.#others?.size ?? 0) === 0;
  }
}
