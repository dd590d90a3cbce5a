import type { Clock } from '../../../runtime/clock.ts';
import { FoldedLog } from '../../../runtime/folded-log.ts';
import { siteBlock } from '../../../runtime/ip-address.ts';
import { Allowance, type Rate } from '../../../runtime/limits/allowance.ts';
import { RateLimiter } from '../../../runtime/limits/rate-limiter.ts';
import type { Logger } from '../../../runtime/logger.ts';

/** Connections by the shared secret. */
export interface OpeningLimits {
  readonly ofSite: Rate;
  readonly ofAll: Rate;
}

/**
 * After a restart of the coordinator a thousand game servers and a hundred proxies of one site come at once, as `portcullis
 * simulate` has them. A `hello` costs about a millisecond.
 */
export const OPENINGS: OpeningLimits = {
  ofSite: { burst: 1_200, perSecond: 40 },
  ofAll: { burst: 2_400, perSecond: 200 },
};
/** Networks of addresses that are remembered. */
const MAX_SITES = 10_000;

/** Bounds how often strangers open connections, because each is sent the lists of its role before it has sent anything of worth. */
export class Openings {
  readonly #sites: RateLimiter<string>;
  readonly #all: Allowance;
  readonly #refused: FoldedLog;

  constructor({ ofSite, ofAll }: OpeningLimits, { clock, logger }: { clock: Clock; logger: Logger }) {
    const { burst, perSecond } = ofSite;
    this.#sites = new RateLimiter({ clock, burst, everyMs: 1_000 / perSecond, remembered: MAX_SITES });
    this.#all = new Allowance(ofAll, clock);
    this.#refused = new FoldedLog({
      clock,
      logger,
      level: 'warn',
      event: 'channel.opening-refused',
      by: 'address',
    });
  }

  /** Counts one from this address; false when it is one too many. What a site has too many of uses nothing up of the others. */
  mayOpen(address: string): boolean {
    const site = siteBlock(address);
    if (this.#sites.allows(site) && this.#all.take(1)) return true;
    this.#refused.note(site);
    return false;
  }

  close(): void {
    this.#refused.close();
  }
}
