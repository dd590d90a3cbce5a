import type { EventRefused } from '../refusal.ts';

export interface RebootInput {
  readonly id: string;
  readonly server: string;
  readonly countdownSeconds: number;
  /** Seconds before the stop at which players are told. */
  readonly announceAt: readonly number[];
  /** Stop although players could not be moved. */
  readonly force: boolean;
}

export interface RebootContext extends RebootInput {
  readonly secondsLeft: number;
  /** Why it failed; empty while it has not. */
  readonly failure: string;
}

export type RebootEmitted =
  | { type: 'reboot.announce'; secondsLeft: number }
  /** From here on the server takes no new players. */
  | { type: 'reboot.closing' }
  /** The server is being stopped. */
  | { type: 'reboot.stopping' }
  | EventRefused;

export interface RebootOutcome {
  readonly ok: boolean;
  readonly failure: string;
}

export function beginReboot(input: RebootInput): RebootContext {
  return { ...input, secondsLeft: input.countdownSeconds, failure: '' };
}

export function isAnnounced(context: RebootContext): boolean {
  return context.secondsLeft > 0 && context.announceAt.includes(context.secondsLeft);
}

/** The words of a failure; never empty, because an empty failure stands for success. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return message === '' ? 'the work of this step failed' : message;
}
