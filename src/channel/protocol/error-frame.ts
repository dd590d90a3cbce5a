import type { Logger } from '../../runtime/logger.ts';
import { AppError, type ErrorCode } from '../../domain/errors.ts';

/** Writes an `error`; `re` is undefined for a frame that was no request. */
export function errorFrame(re: number | undefined, code: ErrorCode, detail: string): string {
  return JSON.stringify({ type: 'error', re, code, detail: detail.slice(0, 1_024) });
}

/** Writes an `error` for what was thrown. Anything but an AppError is logged, and answered with `internal_error` only. */
export function errorFrameOf(re: number | undefined, error: unknown, logger: Logger): string {
  if (error instanceof AppError) return errorFrame(re, error.code, error.message);
  logger.error({ event: 'channel.failed', err: error });
  const { code, message } = new AppError('internal_error');
  return errorFrame(re, code, message);
}
