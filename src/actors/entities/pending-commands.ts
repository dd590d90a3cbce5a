import { AppError, ERRORS } from '../../domain/errors.ts';
import type { CommandRejected, RequestId } from '../../machines/refusal.ts';
import type { Clock } from '../../runtime/clock.ts';
import { PendingRequests } from '../../runtime/pending-requests.ts';

/** Longer than any write may take, so that the answer is the storage's own and not ours for it. */
export const ASK_LIMIT_MS = 15_000;

/** The commands that await their outcome: machines emit `command.done` or `command.rejected`, callers hold promises. */
export class PendingCommands<T> {
  readonly #requests: PendingRequests<T>;

  constructor(clock: Clock) {
    this.#requests = new PendingRequests({
      clock,
      // Each entity's queue bounds its own commands.
      limit: Number.POSITIVE_INFINITY,
      limitMs: ASK_LIMIT_MS,
      timedOut: () =>
        new AppError('storage_unavailable', 'The command did not finish in time', { retryAfterSeconds: 5 }),
    });
  }

  /** Sends a command under a fresh id and waits for its outcome. Rejects with the code the machine gave. */
  ask(send: (requestId: RequestId) => void): Promise<T> {
    return this.#requests.ask((id) => send(`c${id}`));
  }

  done(requestId: RequestId, result: T): void {
    this.#requests.settle(numberOf(requestId), result);
  }

  rejected(event: CommandRejected): void {
    this.#requests.fail(numberOf(event.requestId), errorOf(event));
  }

  /** The actor that would have answered died: whoever waits is told so at once. */
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
