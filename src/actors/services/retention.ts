import { backoffMs, type Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ForgottenPart, RetentionStore } from '../ports.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** After the start, when players come back and everything else is read. */
const FIRST_AFTER_MS = 10 * MINUTE_MS;
/** Between two parts, so that the writes of others go between. */
const PAUSE_MS = 100;
const MAX_RETRY_MS = 60 * MINUTE_MS;

/** For how many days rows are kept; 0 for ever. */
export interface RetentionRules {
  readonly addresses: number;
  readonly banLog: number;
}

/** What a network keeps of which nobody says otherwise. */
export const KEEP_EVERYTHING: RetentionRules = { addresses: 0, banLog: 0 };

interface RetentionDeps {
  readonly store: RetentionStore;
  readonly rules: RetentionRules;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

type ForgetPart = (after: string | null) => Promise<ForgottenPart>;

/** Forgets once a day what is older than the rules allow, in small parts with pauses. */
export class Retention {
  readonly #deps: RetentionDeps;
  #timer: unknown;
  #isClosed = false;
  #attempt = 0;

  constructor(deps: RetentionDeps) {
    this.#deps = deps;
  }

  open(): void {
    const { rules, random } = this.#deps;
    if (rules.addresses === 0 && rules.banLog === 0) return;
    this.#wait(FIRST_AFTER_MS * (0.5 + random()), () => void this.#run());
  }

  close(): void {
    this.#isClosed = true;
    this.#deps.clock.clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    const { logger, random } = this.#deps;
    const forgotten: Record<string, number> = {};
    try {
      for (const [name, forgetPart] of this.#tables()) forgotten[name] = await this.#walk(forgetPart);
      this.#attempt = 0;
      // Not at the same time each day, and not of many coordinators at once.
      this.#wait(DAY_MS * (0.95 + random() / 10), () => void this.#run());
    } catch (error) {
      logger.warn({ event: 'retention.failed', err: error });
      this.#wait(backoffMs(this.#attempt, MINUTE_MS, MAX_RETRY_MS, random), () => void this.#run());
      this.#attempt += 1;
    }
    if (Object.values(forgotten).some((rows) => rows > 0))
      logger.info({ event: 'retention.done', ...forgotten });
  }

  #tables(): (readonly [string, ForgetPart])[] {
    const { store, rules, clock } = this.#deps;
    const now = clock.now();
    const tables: (readonly [string, ForgetPart])[] = [];
    if (rules.addresses > 0) {
      const before = now - rules.addresses * DAY_MS;
      tables.push(['addresses', (after) => store.forgetAddresses(before, after)]);
      tables.push(['banAddresses', (after) => store.forgetBanAddresses(before, now, after)]);
    }
    if (rules.banLog > 0) {
      const before = now - rules.banLog * DAY_MS;
      tables.push(['banLog', (after) => store.forgetBanLog(before, after)]);
    }
    return tables;
  }

  async #walk(forgetPart: ForgetPart): Promise<number> {
    let rows = 0;
    for (let after: string | null = null; !this.#isClosed; ) {
      const part: ForgottenPart = await forgetPart(after);
      rows += part.forgotten;
      after = part.next;
      if (after === null) break;
      await new Promise<void>((resolve) => this.#wait(PAUSE_MS, resolve));
    }
    return rows;
  }

  #wait(milliseconds: number, run: () => void): void {
    if (this.#isClosed) return;
    this.#timer = this.#deps.clock.setTimeout(run, Math.round(milliseconds));
  }
}
