import type { ErrorCode } from '../domain/errors.ts';

/** The id of a command, which its outcome carries too. */
export type RequestId = string;

/** Emitted when a command has succeeded; its caller gets `result`. */
export interface CommandDone<T> {
  readonly type: 'command.done';
  readonly requestId: RequestId;
  readonly result: T;
}

/** Emitted when the current state does not handle a command, or when the work of the command failed. */
export interface CommandRejected {
  readonly type: 'command.rejected';
  readonly requestId: RequestId;
  readonly code: ErrorCode;
  readonly cause?: unknown;
}

/** Emitted when the current state does not handle an event that is no command: nothing has changed. */
export interface EventRefused {
  readonly type: 'event.refused';
  readonly refused: string;
}

/** The refusal of an event that no state handles; a command is rejected with `code`. */
export function refusalOf(
  event: { readonly type: string; readonly requestId?: RequestId },
  code: ErrorCode,
): CommandRejected | EventRefused {
  return event.requestId === undefined
    ? { type: 'event.refused', refused: event.type }
    : { type: 'command.rejected', requestId: event.requestId, code };
}
