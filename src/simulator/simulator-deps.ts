import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import type { RandomChoice } from './random-choice.ts';
import type { Population } from './population.ts';
import type { Tally } from './tally.ts';

/** What every simulated agent is made with. */
export interface SimulatorDeps {
  readonly url: string;
  readonly secret: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: RandomChoice;
  readonly version: string;
  readonly population: Population;
  readonly tally: Tally;
}
