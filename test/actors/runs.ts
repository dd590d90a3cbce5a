/** Well below the time limit of a test, so that what failed is printed however long it takes to make it smaller. */
const WITHIN_MS = 25_000;
/** One try that takes longer waits for what never comes. */
const HANGS_AFTER_MS = 10_000;

interface Runs {
  readonly numRuns: number;
  readonly timeout: number;
  readonly interruptAfterTimeLimit?: number;
}

/**
 * How often a property is tried: `usual` times, or as many as fit into its time on a busy machine; or as often as the variable
 * PORTCULLIS_RUNS says, however long that takes.
 */
export function runs(usual: number): Runs {
  const asked = process.env['PORTCULLIS_RUNS'];
  if (asked !== undefined) return { numRuns: Number(asked), timeout: HANGS_AFTER_MS };
  return { numRuns: usual, timeout: HANGS_AFTER_MS, interruptAfterTimeLimit: WITHIN_MS };
}
