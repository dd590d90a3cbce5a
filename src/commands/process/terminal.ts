import type { Environment } from '../../config/environment.ts';

/** The parts of its process that a command uses; tests pass their own. */
export interface Terminal {
  readonly env: Environment;
  /** Whether standard output is a terminal. */
  readonly interactive: boolean;
  /** Writes a line to standard output: results, and texts for people. */
  out(text: string): void;
  /** Writes a line to standard error: errors, and texts for people while standard output carries the log. */
  err(text: string): void;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    env: process.env,
    interactive: process.stdout.isTTY,
    out: (text) => process.stdout.write(`${text}\n`),
    err: (text) => process.stderr.write(`${text}\n`),
  };
}
