import { AppError, ERRORS } from '../../domain/errors.ts';
import type { CommandRejected, RequestId } from '../../machines/refusal.ts';
import type { Clock } from '../../runtime/clock.ts';
import { PendingRequests } from '../../runtime/limits/pending-requests.ts';

/** Longer than any write may take, so that a slow write is answered by the storage's own error. */
export const COMMAND_LIMIT_MS = 15_000;

/** Commands without an outcome yet: machines emit `command.done` or `command.rejected`, callers await promises. */
export class PendingCommands<T> {
  readonly #requests: PendingRequests<T>;

  constructor(clock: Clock) {
    this.#requests = new PendingRequests({
      clock,
      // Each entity's queue bounds its own commands.
      limit: Number.POSITIVE_INFINITY,
      limitMs: COMMAND_LIMIT_MS,
      timedOut: () =>
        new AppError('storage_unavailable', 'The command did not finish in time', { retryAfterSeconds: 5 }),
    });
  }

  /** Sends a command under a new id and waits for its outcome. Rejects with the code of the machine. */
  run(send: (requestId: RequestId) => void): Promise<T> {
    return this.#requests.request((id) => send(`c${id}`));
  }

  done(requestId: RequestId, result: T): void {
    this.#requests.settle(numberOf(requestId), result);
  }

  rejected(event: CommandRejected): void {
    this.#requests.fail(numberOf(event.requestId), errorOf(event));
  }

  /** The actor that would have answered died: all that wait are rejected at once. */
  failed(cause: unknown): void {
    this.#requests.failAll(() => errorOf({ code: 'internal_error', cause }));
  }
}

function numberOf(requestId: RequestId): number {
  return Number(requestId.slice(1));
}

function errorOf({ code, cause }: Pick<CommandRejected, 'code' | 'cause'>): AppError {
  if (cause instanceof AppError) return cause;
  const facts = ERRORS[code][0] === 503 ? { retryAfterSeconds: 5, cause } : { cause };
  return new AppError(code, ERRORS[code][1], facts);
}
