import { AppError } from '../domain/errors.ts';

/**
 * What a database said, by its code alone: its own words can hold SQL, values, a host or a user, and an error's cause
 * ends up in logs.
 */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure';
  /** The driver's word, such as `ER_LOCK_DEADLOCK` or `SQLITE_FULL`. */
  readonly code: string;
  /** The transaction was rolled back whole and may be tried again at once. */
  readonly retryable: boolean;

  constructor(code: string, retryable = false) {
    super(code);
    this.code = code;
    this.retryable = retryable;
  }
}

/** The database is away, too slow, full or read-only: nobody's mistake, and it may pass. */
export function unavailable(code: string, retryable = false): AppError {
  return new AppError('storage_unavailable', undefined, {
    retryAfterSeconds: 2,
    cause: new DatabaseFailure(code, retryable),
  });
}

/** The database refused what we asked: a mistake of ours. */
export function refused(code: string): AppError {
  return new AppError('internal_error', undefined, { cause: new DatabaseFailure(code) });
}

/** True where a transaction lost against another one and may simply be run again. */
export function isRetryable(error: unknown): boolean {
  return (
    error instanceof AppError && error.facts.cause instanceof DatabaseFailure && error.facts.cause.retryable
  );
}
