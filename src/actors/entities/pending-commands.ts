import { AppError, ERRORS } from '../../domain/errors.ts';
import type { CommandRejected, RequestId } from '../../machines/refusal.ts';
import type { Clock } from '../../runtime/clock.ts';

/** Longer than any write may take, so that the answer is the storage's own and not ours for it. */
export const ASK_LIMIT_MS = 15_000;

interface PendingRequest<T> {
  resolve(result: T): void;
  reject(error: AppError): void;
  timer: unknown;
}

/** The commands that await their outcome: machines emit `command.done` or `command.rejected`, callers hold promises. */
export class PendingCommands<T> {
  readonly #clock: Clock;
  readonly #pending = new Map<RequestId, PendingRequest<T>>();
  #next = 1;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sends a command under a fresh id and waits for its outcome. Rejects with the code the machine gave. */
  ask(send: (requestId: RequestId) => void): Promise<T> {
    const requestId = `c${this.#next}`;
    this.#next += 1;
    return new Promise((resolve, reject) => {
      const timer = this.#clock.setTimeout(() => {
        this.#pending.delete(requestId);
        reject(
          new AppError('storage_unavailable', 'The command did not finish in time', { retryAfterSeconds: 5 }),
        );
      }, ASK_LIMIT_MS);
      this.#pending.set(requestId, { resolve, reject, timer });
      send(requestId);
    });
  }

  done(requestId: RequestId, result: T): void {
    this.#take(requestId)?.resolve(result);
  }

  rejected(event: CommandRejected): void {
    this.#take(event.requestId)?.reject(errorOf(event));
  }

  /** Who would have answered is no more: whoever waits is told so at once. */
  failed(cause: unknown): void {
    for (const requestId of this.#pending.keys()) {
      this.rejected({ type: 'command.rejected', requestId, code: 'internal_error', cause });
    }
  }

  #take(requestId: RequestId): PendingRequest<T> | undefined {
    const pending = this.#pending.get(requestId);
    if (pending === undefined) return undefined;
    this.#pending.delete(requestId);
    this.#clock.clearTimeout(pending.timer);
    return pending;
  }
}

function errorOf(event: CommandRejected): AppError {
  if (event.cause instanceof AppError) return event.cause;
  const facts =
    ERRORS[event.code][0] === 503 ? { retryAfterSeconds: 5, cause: event.cause } : { cause: event.cause };
  return new AppError(event.code, ERRORS[event.code][1], facts);
}
