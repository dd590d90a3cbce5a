import { AppError } from '../../domain/errors.ts';
import { type Clock, MAX_TIMER_MS } from '../../runtime/clock.ts';
import { ExplainedError } from '../../runtime/explained-error.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { LeaseRows, LeaseState } from './lease-rows.ts';

/** Who asks for the database, and by which rules (docs/decisions/0118). */
export interface LeaseOptions {
  /** How an operator knows this coordinator: the machine and the process. */
  readonly node: string;
  /** T: the holder says three times in this many milliseconds that it is there. */
  readonly leaseMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A silence of so much of T is the end of the holder, which says three times in T that it is there. */
const SILENT_PERCENT = 110;
const LOOKS = 6;

/** Another coordinator holds the database. */
export class DatabaseHeld extends ExplainedError {
  override readonly name = 'DatabaseHeld';
}

/**
 * Takes the database and answers the epoch. At once when nobody holds it; else it watches for 1.1 T by its own clock, and
 * throws `DatabaseHeld` as soon as the holder is seen to be alive. A database that goes away meanwhile rejects with
 * `storage_unavailable`, and the next try watches anew: its silence is not the holder's.
 */
export async function takeLease(rows: LeaseRows, options: LeaseOptions): Promise<number> {
  const { node, leaseMs, clock, logger } = options;
  let observed = await rows.read();
  if (isHeld(observed)) {
    const waitMs = Math.ceil((leaseMs * SILENT_PERCENT) / 100);
    logger.warn({
      event: 'storage.held',
      by: observed.node,
      seen: `${observed.seen} UTC`,
      waitMs,
      detail: 'It may have been killed. When it is silent for this long, this one takes over',
    });
    const until = clock.elapsed() + waitMs;
    while (isHeld(observed) && clock.elapsed() < until) {
      await pause(clock, Math.min(leaseMs / LOOKS, until - clock.elapsed()));
      const found = await rows.read();
      if (isHeld(found) && (found.seen !== observed.seen || found.epoch !== observed.epoch))
        throw held(found);
      observed = found;
    }
  }
  const epoch = await rows.take(observed, node);
  if (epoch !== undefined) return epoch;
  const winner = await rows.read();
  if (isHeld(winner)) throw held(winner);
  throw new AppError('storage_unavailable');
}

function isHeld(state: LeaseState | undefined): state is LeaseState {
  return state !== undefined && !state.released;
}

function held({ node, seen }: LeaseState): DatabaseHeld {
  return new DatabaseHeld(
    `the database is in use by another coordinator (${node}, last seen at ${seen} UTC); ` +
      'stop that one first, or give this one a database of its own with storage.url',
  );
}

/** Timers of the clock do not keep the process running, and when the database goes away no socket does either. */
function pause(clock: Clock, milliseconds: number): Promise<void> {
  const keptRunning = setInterval(() => undefined, MAX_TIMER_MS);
  return new Promise((resolve) => {
    clock.setTimeout(() => {
      clearInterval(keptRunning);
      resolve();
    }, milliseconds);
  });
}
