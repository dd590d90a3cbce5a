import { AppError } from '../../../src/domain/errors.ts';
import type { Clock } from '../../../src/runtime/clock.ts';
import type { LeaseRows, LeaseState } from '../../../src/storage/lease/lease-rows.ts';
import type { TestClock } from '../../fixtures/test-clock.ts';

/** The rows of a lease in memory; may be away, and then every call rejects. */
export class MemoryLease implements LeaseRows {
  state: LeaseState | undefined;
  isAway = false;
  /** How often somebody said that they are there. */
  renewals = 0;
  #moments = 0;

  async read(): Promise<LeaseState | undefined> {
    this.#reach();
    return this.state;
  }

  async take(observed: LeaseState | undefined, node: string): Promise<number | undefined> {
    this.#reach();
    if (this.state !== observed) return undefined;
    const epoch = (observed?.epoch ?? 0) + 1;
    this.state = { epoch, node, released: false, seen: this.#moment() };
    return epoch;
  }

  async renew(epoch: number): Promise<LeaseState | undefined> {
    this.#reach();
    this.renewals += 1;
    if (this.state?.epoch !== epoch) return this.state;
    this.state = { ...this.state, seen: this.#moment() };
    return undefined;
  }

  async release(epoch: number): Promise<void> {
    this.#reach();
    if (this.state?.epoch === epoch) this.state = { ...this.state, released: true };
  }

  #reach(): void {
    if (this.isAway) throw new AppError('storage_unavailable');
  }

  #moment(): string {
    this.#moments += 1;
    return `moment ${this.#moments}`;
  }
}

/** The clock of one process that can be stopped: time goes on, and its timers run when it goes on. */
export class ProcessClock implements Clock {
  readonly #clock: TestClock;
  readonly #late: (() => void)[] = [];
  isStopped = false;

  constructor(clock: TestClock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  elapsed(): number {
    return this.#clock.elapsed();
  }

  setTimeout(run: () => void, milliseconds: number): unknown {
    return this.#clock.setTimeout(() => (this.isStopped ? void this.#late.push(run) : run()), milliseconds);
  }

  clearTimeout(handle: unknown): void {
    this.#clock.clearTimeout(handle);
  }

  /** Runs what fell due meanwhile. */
  goOn(): void {
    this.isStopped = false;
    for (const run of this.#late.splice(0)) run();
  }
}
