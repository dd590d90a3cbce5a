import pino from 'pino';
import { AppError } from '../../domain/errors.ts';
import { ExplainedError } from '../../runtime/explained-error.ts';
import { DatabaseFailure } from '../../storage/failure.ts';

/** Codes of the operating system and of HTTP connections, such as `ECONNREFUSED`; not those of wrong calls, `ERR_…`. */
const SYSTEM_CODE = /^(E[A-Z0-9]+|UND_ERR_[A-Z_]+)$/;

/**
 * What the log says of an error. A fault that is expected, such as a database that is away, is its sentence and codes: where
 * in our code it was noticed says nothing, and a stack each minute hides what does. Any other has its stack and causes.
 */
export function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (!isExpected(error)) return pino.stdSerializers.errWithCause(error);
  const { name, message, cause } = error;
  const code = codeOf(error);
  return {
    type: name,
    ...(code === undefined ? {} : { code }),
    ...(message === code ? {} : { message }),
    ...(cause === undefined ? {} : { cause: errorFields(cause) }),
  };
}

function isExpected(error: Error): boolean {
  if (error instanceof AppError) return error.code !== 'internal_error';
  if (error instanceof ExplainedError || error instanceof DatabaseFailure) return true;
  return SYSTEM_CODE.test(codeOf(error) ?? '') || (error.cause instanceof Error && isExpected(error.cause));
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
