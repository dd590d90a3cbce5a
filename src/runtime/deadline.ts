import { AppError, type ErrorCode } from '../domain/errors.ts';
import type { Clock } from './clock.ts';

/** Waits for `work`, but rejects with `code` after `milliseconds`; a later result is ignored. */
export function within<T>(
  clock: Clock,
  milliseconds: number,
  work: Promise<T>,
  code: ErrorCode,
  detail: string,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(
      () => reject(new AppError(code, detail, { retryAfterSeconds: 1 })),
      milliseconds,
    );
    work.then(resolve, reject).finally(() => clock.clearTimeout(timer));
  });
}
