import { AppError, ERRORS, type ErrorCode } from '../../domain/errors.ts';
import * as f from '../../domain/fields/field.ts';
import type { Answer, Header } from './answer.ts';

/** The body of every error (RFC 9457). Only validation errors have `errors`. */
export const problemField = f.object({
  type: f.described(f.string(), { description: 'A stable URN that ends with the code.' }),
  title: f.string(),
  status: f.integer(400, 599),
  detail: f.string(),
  code: f.described(f.string(), { description: 'A stable word for programs.' }),
  errors: f.optional(f.array(f.object({ path: f.string(), message: f.string() }))),
});

/**
 * The only place where an error becomes an answer: callers see the texts of the error table and `detail`, no more; those who
 * have proved who they are (`isKnown`) see the advice in its place.
 */
export function problem(error: AppError, isKnown = false): Answer {
  const [status, title] = ERRORS[error.code];
  const { issues, retryAfterSeconds, allow, advice } = error.facts;
  const headers: Header[] = [];
  // RFC 9110 §11.6.1 requires a challenge on every 401, including a refused login.
  if (status === 401) headers.push(['WWW-Authenticate', 'Bearer']);
  if (allow !== undefined) headers.push(['Allow', allow.join(', ')]);
  if (retryAfterSeconds !== undefined) headers.push(['Retry-After', String(Math.ceil(retryAfterSeconds))]);
  else if (status === 503) headers.push(['Retry-After', '1']);
  const body = {
    type: problemType(error.code),
    title,
    status,
    detail: isKnown && advice !== undefined ? advice : error.message,
    code: error.code,
    ...(issues === undefined ? {} : { errors: issues }),
  };
  return { status, type: 'application/problem+json', body: JSON.stringify(body), headers };
}

/** The URN in `type`. It contains the code, so its meaning never changes. */
export function problemType(code: ErrorCode): string {
  return `urn:portcullis:problem:${code}`;
}

/** Any thrown value as an error that callers may see; what is not an AppError becomes `internal_error`. */
export function asAppError(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : new AppError('internal_error', undefined, { cause: thrown });
}
