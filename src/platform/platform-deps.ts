import type { Random } from '../runtime/backoff.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';

/** What every connection to a server or to the coordinator needs. */
export interface PlatformDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
}
