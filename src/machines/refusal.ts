import type { ErrorCode } from '../domain/errors.ts';

/** A command carries the id under which its outcome is awaited. */
export type RequestId = string;

/** What a machine emits when a command went through; `ask` resolves with `result`. */
export interface CommandDone<T> {
  readonly type: 'command.done';
  readonly requestId: RequestId;
  readonly result: T;
}

/** What a machine emits when the present state has no such transition, or the work of the command failed. */
export interface CommandRejected {
  readonly type: 'command.rejected';
  readonly requestId: RequestId;
  readonly code: ErrorCode;
  readonly cause?: unknown;
}

/** An event that is no command came in a state that has no use for it: it changed nothing, and this says so. */
export interface EventRefused {
  readonly type: 'event.refused';
  readonly refused: string;
}

/** Turns an event that no state took into its refusal, with the code that `codeOf` knows for a command. */
export function refusalOf(
  event: { readonly type: string; readonly requestId?: RequestId },
  code: ErrorCode,
): CommandRejected | EventRefused {
  return event.requestId === undefined
    ? { type: 'event.refused', refused: event.type }
    : { type: 'command.rejected', requestId: event.requestId, code };
}
