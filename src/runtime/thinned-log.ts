import { FoldedLog, type FoldedLogOptions } from './folded-log.ts';

const MINUTE_MS = 60_000;
/** So many lines of one source are written as they are, within a minute. */
const LINES_OF_SOURCE = 5;
/** And so many of all sources. */
const LINES = 60;
/** Of what is only counted, so many sources have a line of their own. */
const COUNTED_SOURCES = 10;

/**
 * Logs one event of which each line matters as long as there are few, and that strangers can cause without end: the first
 * lines of a minute as they are, and what is beyond as a `FoldedLog` does, with the numbers. So a minute has a hundred lines
 * at most, whatever happens.
 */
export class ThinnedLog {
  readonly #options: FoldedLogOptions;
  readonly #rest: FoldedLog;
  /** Of this minute; only sources that were written. */
  readonly #written = new Map<string, number>();
  #lines = 0;
  #since: number;

  constructor(options: FoldedLogOptions) {
    this.#options = options;
    this.#rest = new FoldedLog({ maxSources: COUNTED_SOURCES, ...options });
    this.#since = options.clock.elapsed();
  }

  /** `fields` are those of the line; the source is only in lines that count. */
  note(source: string, fields: Readonly<Record<string, unknown>>): void {
    const { clock, logger, level, event } = this.#options;
    const now = clock.elapsed();
    if (now - this.#since >= MINUTE_MS) {
      this.#since = now;
      this.#lines = 0;
      this.#written.clear();
    }
    const written = this.#written.get(source) ?? 0;
    if (this.#lines >= LINES || written >= LINES_OF_SOURCE) {
      this.#rest.note(source, fields);
      return;
    }
    this.#lines += 1;
    this.#written.set(source, written + 1);
    logger[level]({ event, ...fields });
  }

  /** Writes what was counted and not yet logged. */
  close(): void {
    this.#rest.close();
  }
}
