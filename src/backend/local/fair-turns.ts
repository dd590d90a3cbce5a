import type { Clock } from '../../runtime/clock.ts';

/** Milliseconds of one turn of the event loop that all work here takes together. */
const TURN_MS = 5;
/** Milliseconds after which the next one has its slice: with a place each, all connections wait some 50 ms for theirs. */
const SLICE_MS = 0.25;

/** Work that gives way at every `yield`. */
export type Work<T> = Generator<undefined, T>;

interface Job {
  /** Whether it is over. */
  step(): boolean;
  readonly isGone: () => boolean;
}

/**
 * Shares the event loop out among those who ask: everybody has a slice in turn, and between turns come all others of the
 * process. Whoever asks for much waits for it longer, and not those who ask for little. Each may have one work at a time.
 */
export class FairTurns {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #jobs: Job[] = [];
  #isRunning = false;

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** Begins in a later turn, and rejects with what the work throws. It is dropped, and never settles, once `isGone`. */
  run<T>(work: Work<T>, isGone: () => boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      const step = (): boolean => {
        try {
          const { done, value } = work.next();
          if (done !== true) return false;
          resolve(value);
        } catch (error) {
          reject(error);
        }
        return true;
      };
      this.#jobs.push({ step, isGone });
      if (this.#isRunning) return;
      this.#isRunning = true;
      setImmediate(() => this.#turn());
    });
  }

  #turn(): void {
    const until = this.#clock.elapsed() + TURN_MS;
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift()) {
      if (!job.isGone() && !this.#hasEnded(job)) this.#jobs.push(job);
      if (this.#clock.elapsed() >= until) break;
    }
    this.#isRunning = this.#jobs.length > 0;
    if (this.#isRunning) setImmediate(() => this.#turn());
  }

  #hasEnded(job: Job): boolean {
    const until = this.#clock.elapsed() + SLICE_MS;
    while (!job.step()) if (this.#clock.elapsed() >= until) return false;
    return true;
  }
}
