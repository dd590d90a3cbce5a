import type { EventRefused } from '../refusal.ts';

export interface RebootInput {
  readonly id: string;
  readonly server: string;
  readonly countdownSeconds: number;
  /** The seconds before the stop at which players are warned. */
  readonly announceAt: readonly number[];
  /** Stop even if players could not be moved. */
  readonly force: boolean;
}

export interface RebootContext extends RebootInput {
  readonly secondsLeft: number;
  /** Why it failed; empty unless it has. */
  readonly failure: string;
}

export type RebootEmitted =
  | { type: 'reboot.announce'; secondsLeft: number }
  /** From now on the server takes no new players. */
  | { type: 'reboot.closing' }
  /** The server is being stopped. */
  | { type: 'reboot.stopping' }
  | EventRefused;

export interface RebootOutcome {
  readonly ok: boolean;
  readonly failure: string;
}

/** The context of a reboot that has just been ordered. */
export function initialContext(input: RebootInput): RebootContext {
  return { ...input, secondsLeft: input.countdownSeconds, failure: '' };
}

/** Whether players are shown the countdown at this second. */
export function isAnnounced(context: RebootContext): boolean {
  return context.secondsLeft > 0 && context.announceAt.includes(context.secondsLeft);
}

/** The message of a failure; never empty, because an empty failure means success. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return message === '' ? 'the work of this step failed' : message;
}
