import type { Clock } from '../runtime/clock.ts';
import { isRetryable } from './failure.ts';

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 4;

/**
 * Runs a transaction up to five times when it loses a deadlock against another one. The pause between doubles and is random,
 * so that the two do not collide again.
 */
export async function retried<T>(clock: Clock, transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
      const pause = Math.random() * FIRST_PAUSE_MS * 2 ** attempt;
      await new Promise<void>((resolve) => {
        clock.setTimeout(resolve, pause);
      });
    }
  }
}
