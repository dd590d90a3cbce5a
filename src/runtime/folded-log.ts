import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';

const MINUTE_MS = 60_000;
const MAX_SOURCES = 1_000;
/** Stands for the sources of a minute that are too many. */
const OTHERS = 'others';

export interface FoldedLogOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  /** The field of the line that names the source. */
  readonly by: string;
  /** So many sources of a minute have lines of their own; a thousand when left out. */
  readonly maxSources?: number;
}

type Example = Readonly<Record<string, unknown>>;

interface Noted {
  since: number;
  /** Since the last line. */
  times: number;
  /** The first since the last line. */
  example: Example;
}

/**
 * Logs one event that others can cause without end: the first of a source at once, and the later ones in one line a
 * minute with their number (`times`) and the first of them as an example.
 */
export class FoldedLog {
  readonly #options: FoldedLogOptions;
  readonly #sources = new Map<string, Noted>();
  #timer: unknown = null;

  constructor(options: FoldedLogOptions) {
    this.#options = options;
  }

  note(source: string, example: Example = {}): void {
    const { maxSources = MAX_SOURCES } = this.#options;
    const key = this.#sources.has(source) || this.#sources.size < maxSources ? source : OTHERS;
    const known = this.#sources.get(key);
    if (known !== undefined) {
      if (known.times === 0) known.example = example;
      known.times += 1;
      return;
    }
    const { clock } = this.#options;
    this.#sources.set(key, { since: clock.elapsed(), times: 0, example });
    this.#write(key, example, 1);
    this.#timer ??= clock.setTimeout(() => this.#sweep(), MINUTE_MS);
  }

  /** Writes what was counted and not yet logged. */
  close(): void {
    this.#options.clock.clearTimeout(this.#timer);
    this.#timer = null;
    for (const [source, { example, times }] of this.#sources)
      if (times > 0) this.#write(source, example, times);
    this.#sources.clear();
  }

  /** Writes the lines that are due, and forgets the sources that did not come again. */
  #sweep(): void {
    const { clock } = this.#options;
    const now = clock.elapsed();
    let next = MINUTE_MS;
    for (const [source, noted] of this.#sources) {
      const remaining = noted.since + MINUTE_MS - now;
      if (remaining > 0) next = Math.min(next, remaining);
      else if (noted.times === 0) this.#sources.delete(source);
      else {
        this.#write(source, noted.example, noted.times);
        noted.since = now;
        noted.times = 0;
      }
    }
    this.#timer = this.#sources.size === 0 ? null : clock.setTimeout(() => this.#sweep(), next);
  }

  #write(source: string, example: Example, times: number): void {
    const { logger, level, event, by } = this.#options;
    logger[level]({ event, [by]: source, ...example, times });
  }
}
