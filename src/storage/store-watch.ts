import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import { ThinnedLog } from '../runtime/thinned-log.ts';
import { failureCode } from './opening-failure.ts';
import type { StoreFault } from './running-fault.ts';

const LOOK_EVERY_MS = 3_000;

export interface StoreWatchDeps {
  readonly logger: Logger;
  readonly clock: Clock;
  /** What the failure of a look says; undefined for one that passes by itself. */
  readonly explain: (error: unknown) => StoreFault | undefined;
}

/**
 * Looks every three seconds whether the database is still the one that was opened, and at once when a query found that
 * something is missing: a file that was removed or a table that was dropped is noticed also while nobody writes. Says so
 * once, and once when it is over.
 */
export class StoreWatch {
  readonly #deps: StoreWatchDeps;
  readonly #refused: ThinnedLog;
  #look: (() => Promise<unknown>) | undefined;
  #looking: Promise<void> | undefined;
  #fault: StoreFault | undefined;
  /** Codes of what was said since the database could be used last. */
  readonly #said = new Set<string>();
  #timer: unknown;

  constructor(deps: StoreWatchDeps) {
    const { logger, clock } = deps;
    this.#deps = deps;
    this.#refused = new ThinnedLog({ logger, clock, level: 'error', event: 'storage.refused', by: 'code' });
  }

  /** False while the database is being opened: what fails then is for who opens it to say. */
  get isOpen(): boolean {
    return this.#look !== undefined;
  }

  /** What the last look found. */
  get fault(): StoreFault | undefined {
    return this.#fault;
  }

  /** The database is open. `look` rejects when it is not as it was. */
  begin(look: () => Promise<unknown>): void {
    this.#look = look;
    this.#wait();
  }

  /** A query was refused because something is missing. It is logged by itself when the whole is as it was. Never rejects. */
  async suspect(error: unknown): Promise<void> {
    if (!this.isOpen) return;
    // What is known is said already, also when it is over by the time of this look.
    const isKnown = this.#fault !== undefined;
    await this.#lookOnce();
    if (!isKnown && this.#fault === undefined) this.noteRefused(error);
  }

  /** A query was refused, and that passes by itself or is a mistake of ours. */
  noteRefused(error: unknown): void {
    if (!this.isOpen) return;
    const { code = failureCode(error) ?? 'unknown', detail } = this.#deps.explain(error) ?? {};
    this.#refused.note(code, { code, ...(detail === undefined ? {} : { detail }) });
  }

  close(): void {
    this.#deps.clock.clearTimeout(this.#timer);
    this.#look = undefined;
    this.#refused.close();
  }

  #wait(): void {
    this.#timer = this.#deps.clock.setTimeout(() => void this.#lookAndWait(), LOOK_EVERY_MS);
  }

  async #lookAndWait(): Promise<void> {
    await this.#lookOnce();
    if (this.isOpen) this.#wait();
  }

  /** Never rejects; a second call waits for the look under way. */
  #lookOnce(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookNow(): Promise<void> {
    try {
      await this.#look?.();
    } catch (error) {
      const fault = this.#deps.explain(error);
      // A database that is away says nothing of what it will be when it is back.
      if (fault?.kind === 'taken' && this.isOpen) this.#found(fault);
      return;
    }
    this.#recovered();
  }

  #found(fault: StoreFault): void {
    const { code, detail } = fault;
    this.#fault = fault;
    // A dropped database is another fault to a new connection than to an old one, and looks use either.
    if (this.#said.has(code)) return;
    this.#said.add(code);
    this.#deps.logger.error({ event: 'storage.unavailable', code, detail });
  }

  #recovered(): void {
    if (this.#fault === undefined) return;
    this.#fault = undefined;
    this.#said.clear();
    const detail =
      'The database can be used again. Restart Portcullis if it was restored from a backup: what is in memory is from before';
    this.#deps.logger.info({ event: 'storage.recovered', detail });
  }
}
