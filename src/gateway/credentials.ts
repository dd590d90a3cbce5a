import type { HttpRequest } from 'uWebSockets.js';
import { AppError } from '../domain/errors.ts';
import { hasManyHosts, namesLoopback, namesProxy } from './http/client-address.ts';
import type { Access } from './route.ts';
import type { Authenticator } from './auth/authenticator.ts';
import { ANONYMOUS, type Identity } from './auth/identity.ts';

/** What it takes to know who calls. */
export interface CallerDeps {
  readonly authenticator: Authenticator;
  /** Whether the gateway is bound to loopback; `/metrics` then needs no API key. */
  readonly onLoopback: boolean;
}

/** What a request says about its caller; kept, because a request can be read only at first. */
export interface Credentials {
  readonly access: Access;
  readonly authorization: string;
  /** May have a `token=`, which only streams accept; empty otherwise. */
  readonly query: string;
  /** Whether an operator on this machine asks. */
  readonly isLocal: boolean;
  /** Whether it has several `Host` lines; looked at where the host decides. */
  readonly isAmbiguous: boolean;
}

/** Tickets and login tokens have no character that is percent-encoded in a query. */
const TOKEN = /(?:^|&)token=([\w.-]{0,2048})(?=&|$)/;

const NONE: Credentials = {
  access: 'public',
  authorization: '',
  query: '',
  isLocal: false,
  isAmbiguous: false,
};

/** Reads what a caller of a route with this access says. */
export function credentialsOf(
  access: Access,
  req: HttpRequest,
  query: string,
  { onLoopback }: CallerDeps,
): Credentials {
  if (access === 'public') return NONE;
  return {
    access,
    authorization: req.getHeader('authorization'),
    query: access === 'stream' ? query : '',
    // A reverse proxy on this machine also connects from loopback, but its clients can be anywhere; and so does a browser
    // here whose page gave its own name our address.
    isLocal: access === 'operator' && onLoopback && !namesProxy(req) && namesLoopback(req.getHeader('host')),
    isAmbiguous: access === 'operator' && hasManyHosts(req),
  };
}

/** Identifies the caller. Throws or rejects with 401 `unauthenticated`, or with 400 where the `Host` is not one. */
export function identify(
  { access, authorization, query, isLocal, isAmbiguous }: Credentials,
  { authenticator }: CallerDeps,
): Identity | Promise<Identity> {
  if (isAmbiguous) throw new AppError('malformed_parameter', 'The request has more than one Host header');
  if (access === 'public' || isLocal) return ANONYMOUS;
  if (access === 'token') return authenticator.identify(authorization);
  if (access === 'operator') return authenticator.identifyOperator(authorization);
  return authenticator.identifyReader(authorization, authorization === '' ? tokenOf(query) : '');
}

/** The first token in a query; empty where there is none. */
function tokenOf(query: string): string {
  const [, token = ''] = TOKEN.exec(query) ?? [];
  return token;
}
