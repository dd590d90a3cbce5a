import { AppError, ERRORS, type ErrorCode } from '../../domain/errors.ts';
import * as f from '../../domain/fields/field.ts';
import type { Answer, Header } from './answer.ts';

/** The body of every error (RFC 9457). `errors` stands only in validation errors. */
export const problemField = f.object({
  type: f.described(f.string(), { description: 'A stable URN that ends in the code.' }),
  title: f.string(),
  status: f.integer(400, 599),
  detail: f.string(),
  code: f.described(f.string(), { description: 'A stable word for programs.' }),
  errors: f.optional(f.array(f.object({ path: f.string(), message: f.string() }))),
});

/** The one place where an error becomes bytes for a caller: only table texts and `detail` leave the process. */
export function problem(error: AppError): Answer {
  const [status, title] = ERRORS[error.code];
  const { issues, retryAfterSeconds, allow } = error.facts;
  const headers: Header[] = [];
  // RFC 9110 §11.6.1 wants a challenge on every 401, the refused login included.
  if (status === 401) headers.push(['WWW-Authenticate', 'Bearer']);
  if (allow !== undefined) headers.push(['Allow', allow.join(', ')]);
  if (retryAfterSeconds !== undefined) headers.push(['Retry-After', String(Math.ceil(retryAfterSeconds))]);
  else if (status === 503) headers.push(['Retry-After', '1']);
  const body = {
    type: problemType(error.code),
    title,
    status,
    detail: error.message,
    code: error.code,
    ...(issues === undefined ? {} : { errors: issues }),
  };
  return { status, type: 'application/problem+json', body: JSON.stringify(body), headers };
}

/** The URN in `type`; it names the code, so that it never changes meaning. */
export function problemType(code: ErrorCode): string {
  return `urn:portcullis:problem:${code}`;
}

/** Whatever was thrown, as an error that may be shown; what is not ours becomes `internal_error`. */
export function asAppError(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : new AppError('internal_error', undefined, { cause: thrown });
}
