import type { Clock } from '../../../runtime/clock.ts';
import { addressBlock } from '../../../runtime/ip-address.ts';
import { AddressShares } from '../../../runtime/limits/address-shares.ts';
import { DeadlineQueue } from '../../../runtime/limits/deadline-queue.ts';

/** A connection that has to take a step: send its greeting, or be let in by the server. */
export interface PendingConnection {
  /** The client's address; empty while it is not known. */
  readonly ip: string;
  /** It took too long, or there are too many others: close the connection. */
  drop(): void;
}

/**
 * Connections that have not taken a step yet. When there are too many, the oldest one of the block of addresses that has most
 * of them is dropped, and where each has one, the oldest of all: a flood drops its own. A real client takes the step long
 * before it is the oldest.
 */
export class PendingConnections {
  readonly #limit: number;
  readonly #queue: DeadlineQueue<PendingConnection>;
  /** Who has how much. Made when somebody has to go: to keep it at every ping and login would make all of them slower. */
  #shares: AddressShares<PendingConnection> | null = null;

  /** Holds at most `limit` connections, each for at most `limitMs` milliseconds. */
  constructor(clock: Clock, limit: number, limitMs: number) {
    this.#limit = limit;
    this.#queue = new DeadlineQueue(clock, limitMs, (connection) => {
      this.#shares?.delete(connection);
      connection.drop();
    });
  }

  get size(): number {
    return this.#queue.size;
  }

  /** Adds a connection, or gives one that is pending its whole time again. */
  add(connection: PendingConnection): void {
    this.#queue.add(connection);
    this.#shares?.add(connection, addressBlock(connection.ip));
    if (this.#queue.size > this.#limit) this.#drop(this.#countShares().fullerThan('') ?? this.#queue.first);
  }

  remove(connection: PendingConnection): void {
    this.#queue.delete(connection);
    this.#shares?.delete(connection);
    // As many have to come again before it is made anew, so making it costs each of them little.
    if (this.#queue.size <= this.#limit / 2) this.#shares = null;
  }

  close(): void {
    while (this.#queue.size > 0) this.#drop(this.#queue.first);
    this.#queue.clear();
  }

  #countShares(): AddressShares<PendingConnection> {
    if (this.#shares !== null) return this.#shares;
    const shares = new AddressShares<PendingConnection>();
    for (const connection of this.#queue.items()) shares.add(connection, addressBlock(connection.ip));
    this.#shares = shares;
    return shares;
  }

  #drop(connection: PendingConnection | undefined): void {
    if (connection === undefined) return;
    this.remove(connection);
    connection.drop();
  }
}
