import { AppError } from '../domain/errors.ts';

/**
 * A failure of the database, with its code alone: the message of a driver can contain SQL, values, a host or a user, and
 * the cause of an error is logged.
 */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure';
  /** The driver's code, such as `ER_LOCK_DEADLOCK` or `SQLITE_FULL`. */
  readonly code: string;
  /** The whole transaction was rolled back and may be run again at once. */
  readonly retryable: boolean;

  constructor(code: string, retryable = false) {
    super(code);
    this.code = code;
    this.retryable = retryable;
  }
}

/** 503: the database is away, too slow, full or read-only, which may pass. */
export function unavailable(code: string, retryable = false): AppError {
  return new AppError('storage_unavailable', undefined, {
    retryAfterSeconds: 2,
    cause: new DatabaseFailure(code, retryable),
  });
}

/** 500: the database refused the query, which is a mistake of ours. */
export function refused(code: string): AppError {
  return new AppError('internal_error', undefined, { cause: new DatabaseFailure(code) });
}

/** A search asked the index of names, which was dropped: it may be at any time (docs/decisions/0135). */
const INDEX_GONE = 'NAME_INDEX_GONE';

/** The failure of a statement that needs the index of names while there is none; whoever asked does without. */
export function indexGone(): AppError {
  return unavailable(INDEX_GONE);
}

/** Whether that is what failed. */
export function isIndexGone(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.facts.cause instanceof DatabaseFailure &&
    error.facts.cause.code === INDEX_GONE
  );
}

/** Whether a transaction lost against another one and may be run again. */
export function isRetryable(error: unknown): boolean {
  return (
    error instanceof AppError && error.facts.cause instanceof DatabaseFailure && error.facts.cause.retryable
  );
}
