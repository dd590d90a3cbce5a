import { AppError } from '../../src/domain/errors.ts';
import type { Clock } from '../../src/runtime/clock.ts';

/**
 * How a call to the database goes wrong: refused before anything is written; written, but the answer is lost; answered
 * late; not answered until the test releases it.
 */
export type Fault = 'before' | 'after' | 'hang' | { readonly delayMs: number };

export function unavailable(): AppError {
  return new AppError('storage_unavailable', undefined, { retryAfterSeconds: 5 });
}

/** Which calls of a database go wrong. Methods are named as `bans.save`; `*` stands for all of them. */
export class Faults {
  readonly #clock: Clock;
  readonly #once = new Map<string, Fault[]>();
  readonly #always = new Map<string, Fault>();
  readonly #held: (() => void)[] = [];
  /** Every call that began, in order. */
  readonly calls: string[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The next call of the method goes wrong; several of these line up. */
  next(method: string, fault: Fault): void {
    this.#once.set(method, [...(this.#once.get(method) ?? []), fault]);
  }

  /** Every call goes wrong until `heal`. */
  always(method: string, fault: Fault): void {
    this.#always.set(method, fault);
  }

  heal(): void {
    this.#once.clear();
    this.#always.clear();
  }

  /** Lets the calls that hang go on. */
  release(): void {
    for (const go of this.#held.splice(0)) go();
  }

  count(method: string): number {
    return this.calls.filter((call) => call === method).length;
  }

  /** Does the work of one call, as wrongly as it was told to. */
  async run<T>(method: string, work: () => T): Promise<T> {
    this.calls.push(method);
    const fault = this.#once.get(method)?.shift() ?? this.#always.get(method) ?? this.#always.get('*');
    // A database never answers in the same breath.
    await Promise.resolve();
    if (fault === 'before') throw unavailable();
    if (fault === 'hang') await new Promise<void>((go) => void this.#held.push(go));
    if (typeof fault === 'object') {
      await new Promise<void>((resolve) => void this.#clock.setTimeout(resolve, fault.delayMs));
    }
    const result = work();
    if (fault === 'after') throw unavailable();
    return result;
  }
}
