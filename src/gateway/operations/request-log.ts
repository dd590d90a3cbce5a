import type { Clock } from '../../runtime/clock.ts';
import { FoldedLog } from '../../runtime/folded-log.ts';
import { addressBlock } from '../../runtime/ip-address.ts';
import { ThinnedLog } from '../../runtime/thinned-log.ts';
import type { Logger } from '../../runtime/logger.ts';

const UNAVAILABLE = 'http.unavailable';
/** So many addresses whose changes are refused have lines of their own, within a minute. */
const MAX_REFUSED = 60;

/** A change that was asked for and answered. */
export interface AnsweredChange {
  readonly method: string;
  /** As it was called, without the query. */
  readonly path: string;
  /** Of the client. */
  readonly address: string;
  readonly status: number;
  /** How long it waited; 0 when it was answered at once. */
  readonly milliseconds: number;
}

/** Why a request was answered with 503. */
export interface Unavailable {
  /** Of the route. */
  readonly path: string;
  readonly code: string;
  /** As in SQLITE_FULL, where it is known. */
  readonly reason?: string;
}

/**
 * Logs one line for each request: changes at info, reads at debug. Never a body, a query or a secret. A refused change costs
 * somebody unknown nothing, so theirs are at debug too, and one warning for each address and minute. What fails for somebody
 * unknown, a login in a full line for example, is logged as it is while there are few such lines. What cannot be answered to
 * somebody known is one line a minute: what is away says so itself.
 */
export class RequestLog {
  readonly #logger: Logger;
  readonly #refusals: FoldedLog;
  readonly #failures: ThinnedLog;
  readonly #unavailable: ThinnedLog;
  readonly #unavailableToKnown: FoldedLog;

  constructor(clock: Clock, logger: Logger) {
    this.#logger = logger;
    const own = { clock, logger, by: 'address' };
    this.#refusals = new FoldedLog({ ...own, level: 'warn', event: 'http.refused', maxSources: MAX_REFUSED });
    this.#failures = new ThinnedLog({ ...own, level: 'info', event: 'http.request' });
    this.#unavailable = new ThinnedLog({ ...own, level: 'warn', event: UNAVAILABLE });
    this.#unavailableToKnown = new FoldedLog({
      clock,
      logger,
      by: 'code',
      level: 'warn',
      event: UNAVAILABLE,
    });
  }

  /** `path` is that of the route. */
  read(path: string, status: number, milliseconds: number): void {
    this.#logger.debug({ event: 'http.request', method: 'GET', path, status, milliseconds });
  }

  /** `isKnown`: the caller had proved who it is. */
  change(change: AnsweredChange, isKnown: boolean): void {
    const { status, address } = change;
    if (isKnown || status < 400) this.#logger.info({ event: 'http.request', ...change });
    else if (status >= 500) this.#failures.note(addressBlock(address), { ...change });
    else {
      this.#logger.debug({ event: 'http.request', ...change });
      this.#refusals.note(addressBlock(address));
    }
  }

  /** Something that the answer needs is away or busy. */
  unavailable(address: string, isKnown: boolean, { code, ...why }: Unavailable): void {
    if (isKnown) this.#unavailableToKnown.note(code, why);
    else this.#unavailable.note(addressBlock(address), { ...why, code });
  }

  close(): void {
    this.#refusals.close();
    this.#failures.close();
    this.#unavailable.close();
    this.#unavailableToKnown.close();
  }
}
