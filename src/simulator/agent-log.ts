import { FoldedLog } from '../runtime/folded-log.ts';
import type { Clock } from '../runtime/clock.ts';
import type { LogFields, Logger } from '../runtime/logger.ts';

/** What agents say of their connections; hundreds of them say the same at once. */
const OF_CONNECTIONS = [
  ['agent.link_lost', 'warn'],
  ['agent.wrong_secret', 'error'],
] as const;

/**
 * The log of many agents with one coordinator: why they have no connection is one line a minute for each reason, without
 * their names. Everything else is logged as it is.
 */
export class AgentLog implements Logger {
  readonly #logger: Logger;
  readonly #folded: ReadonlyMap<string, FoldedLog>;
  #reason: string | undefined;

  constructor(logger: Logger, clock: Clock) {
    this.#logger = logger;
    this.#folded = new Map(
      OF_CONNECTIONS.map(([event, level]) => [
        event,
        new FoldedLog({ clock, logger, level, event, by: 'reason', maxSources: 10 }),
      ]),
    );
  }

  /** Why the last connection was lost or could not be made. */
  get reason(): string | undefined {
    return this.#reason;
  }

  debug(fields: LogFields): void {
    this.#logger.debug(fields);
  }

  info(fields: LogFields): void {
    this.#logger.info(fields);
  }

  warn(fields: LogFields): void {
    if (!this.#fold(fields)) this.#logger.warn(fields);
  }

  error(fields: LogFields): void {
    if (!this.#fold(fields)) this.#logger.error(fields);
  }

  /** Writes what was counted and not yet logged. */
  close(): void {
    for (const folded of this.#folded.values()) folded.close();
  }

  #fold({ event, url, detail, reason = detail }: LogFields): boolean {
    const folded = this.#folded.get(event);
    if (folded === undefined) return false;
    this.#reason = String(reason);
    folded.note(this.#reason, url === undefined ? {} : { url });
    return true;
  }
}
