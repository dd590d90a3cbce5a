import type { HttpRequest } from 'uWebSockets.js';
import type { AppError } from '../domain/errors.ts';
import { type CallerDeps, type Credentials, identify } from './credentials.ts';
import { asAppError } from './http/problem.ts';
import { hasChunks, refusalOfLength } from './http/request-body.ts';

/**
 * Why a request of this caller is refused for its body before that is read; undefined for one that may go on. Only who is known may
 * send a body whose length nobody knows, and only where the route takes one: nothing could end it. `maxBytes` is 0 where it takes none.
 */
export function refusalOfBody(
  req: HttpRequest,
  announced: number,
  maxBytes: number,
  credentials: Credentials,
  deps: CallerDeps,
): AppError | undefined {
  const refusal = refusalOfLength(req, announced, maxBytes, deps.addresses.hasProxies);
  if (refusal === undefined || maxBytes === 0) return refusal;
  const mayGoOn = refusal.code === 'length_required' && hasChunks(req);
  try {
    const identity = identify(credentials, deps);
    // Of a token that is signed by us; the rest of it is found out later, and answered then.
    const isSigned = identity instanceof Promise;
    if (isSigned) identity.catch(() => undefined);
    return mayGoOn && (isSigned || identity.kind !== 'anonymous') ? undefined : refusal;
  } catch (error) {
    return asAppError(error);
  }
}
