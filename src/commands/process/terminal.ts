import type { Environment } from '../../config/environment.ts';

/** What a command may touch of the process it runs in; tests give their own. */
export interface Terminal {
  readonly env: Environment;
  /** Whether people read standard output. */
  readonly interactive: boolean;
  /** For results and for people. */
  out(text: string): void;
  /** For errors, and for what people should read while standard output carries the log. */
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
