import type { Clock } from '../../runtime/clock.ts';
import { FoldedLog } from '../../runtime/folded-log.ts';
import { addressBlock } from '../../runtime/ip-address.ts';
import type { Logger } from '../../runtime/logger.ts';

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

/**
 * Logs one line for each request: changes at info, reads at debug. Never a body, a query or a secret. A refused change costs
 * somebody unknown nothing, so theirs are at debug too, and one warning for each address and minute.
 */
export class RequestLog {
  readonly #logger: Logger;
  readonly #refusals: FoldedLog;

  constructor(clock: Clock, logger: Logger) {
    this.#logger = logger;
    this.#refusals = new FoldedLog({ clock, logger, level: 'warn', event: 'http.refused', by: 'address' });
  }

  /** `path` is that of the route. */
  read(path: string, status: number, milliseconds: number): void {
    this.#logger.debug({ event: 'http.request', method: 'GET', path, status, milliseconds });
  }

  /** `isKnown`: the caller had proved who it is. */
  change(change: AnsweredChange, isKnown: boolean): void {
    const isRefusal = !isKnown && change.status >= 400 && change.status < 500;
    this.#logger[isRefusal ? 'debug' : 'info']({ event: 'http.request', ...change });
    if (isRefusal) this.#refusals.note(addressBlock(change.address));
  }

  close(): void {
    this.#refusals.close();
  }
}
