import type { DatabaseLease } from '../../actors/ports.ts';
import { within } from '../../runtime/deadline.ts';
import type { LeaseRows, LeaseState } from './lease-rows.ts';
import type { LeaseOptions } from './take-lease.ts';

const RENEWALS = 3;

/**
 * Holds the database until it is closed, or until another coordinator's epoch is read there. A database that is away is
 * no loss. But a process that stood still for T, as one that was stopped or moved to another machine, may have been
 * replaced meanwhile, and decides nothing until it has looked.
 */
export class Lease implements DatabaseLease {
  readonly epoch: number;
  readonly lost: Promise<string>;
  readonly #rows: LeaseRows;
  readonly #options: LeaseOptions;
  #lose: (by: string) => void = () => undefined;
  #state: 'held' | 'lost' | 'closed' = 'held';
  /** When the timer last ran; all times are of the monotonic clock. */
  #ticked: number;
  /** Since when it is unknown whether somebody took over. */
  #doubtSince: number | undefined;
  #timer: unknown;
  #renewal: Promise<void> | undefined;

  /** `since` is the moment of the monotonic clock at which `epoch` was given. */
  constructor(rows: LeaseRows, epoch: number, options: LeaseOptions) {
    this.#rows = rows;
    this.epoch = epoch;
    this.#options = options;
    this.#ticked = options.clock.elapsed();
    this.lost = new Promise((resolve) => {
      this.#lose = resolve;
    });
    this.#wait();
  }

  mayDecide(): boolean {
    return this.#state !== 'lost' && this.#doubtSince === undefined && !this.#stoodStill();
  }

  /** A write was refused because the epoch is another one: who has it? */
  suspect(): void {
    this.#doubtSince ??= this.#options.clock.elapsed();
    void this.#renew();
  }

  /** Finishes the renewal under way, and gives the database back. Never rejects: it is given back by silence, too. */
  async close(): Promise<void> {
    this.#options.clock.clearTimeout(this.#timer);
    const isHeld = this.#state === 'held';
    if (isHeld) this.#state = 'closed';
    await this.#renewal;
    if (isHeld) await this.#inTime(this.#rows.release(this.epoch)).catch(() => undefined);
  }

  #wait(): void {
    const { clock, leaseMs } = this.#options;
    this.#timer = clock.setTimeout(() => {
      if (this.#stoodStill()) this.#doubtSince = clock.elapsed();
      this.#ticked = clock.elapsed();
      void this.#renew();
      this.#wait();
    }, leaseMs / RENEWALS);
  }

  #stoodStill(): boolean {
    const { clock, leaseMs } = this.#options;
    return clock.elapsed() - this.#ticked > leaseMs;
  }

  #renew(): Promise<void> {
    if (this.#state !== 'held') return Promise.resolve();
    this.#renewal ??= this.#renewOnce().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #renewOnce(): Promise<void> {
    const { clock, node, leaseMs } = this.#options;
    const sent = clock.elapsed();
    try {
      const other = await this.#inTime(this.#rows.renew(this.epoch, node));
      if (other !== undefined) this.#stepDown(other);
      // What was sent before the process stood still says nothing of now.
      else if (this.#doubtSince !== undefined && sent >= this.#doubtSince) this.#doubtSince = undefined;
    } catch {
      // The connections may have died while the process stood still; a database that stays away is no loss.
      if (this.#doubtSince !== undefined && clock.elapsed() - this.#doubtSince >= leaseMs)
        this.#doubtSince = undefined;
    }
  }

  #stepDown({ epoch, node, seen }: LeaseState): void {
    if (this.#state === 'lost') return;
    this.#state = 'lost';
    const { clock, logger } = this.#options;
    clock.clearTimeout(this.#timer);
    logger.error({
      event: 'storage.lost',
      by: node,
      seen: `${seen} UTC`,
      epoch,
      ownEpoch: this.epoch,
      detail: 'Another coordinator has taken the database. This one decides nothing any more, and ends',
    });
    this.#lose(node);
  }

  #inTime<T>(work: Promise<T>): Promise<T> {
    const { clock, leaseMs } = this.#options;
    return within(clock, leaseMs, work, 'storage_unavailable', 'The database did not answer in time');
  }
}
