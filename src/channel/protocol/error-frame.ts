import type { Logger } from '../../runtime/logger.ts';
import { AppError, type ErrorCode } from '../../domain/errors.ts';

/** Writes an `error`; `re` is left out when the frame did not ask. */
export function errorFrame(re: number | undefined, code: ErrorCode, detail: string): string {
  return JSON.stringify({ type: 'error', re, code, detail: detail.slice(0, 1_024) });
}

/** The same for whatever was thrown. What is no AppError is logged and told to nobody. */
export function errorFrameOf(re: number | undefined, error: unknown, log: Logger): string {
  if (error instanceof AppError) return errorFrame(re, error.code, error.message);
  log.error({ event: 'channel.failed', error });
  const internal = new AppError('internal_error');
  return errorFrame(re, internal.code, internal.message);
}
