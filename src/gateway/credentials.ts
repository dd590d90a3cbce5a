import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import { AppError } from '../domain/errors.ts';
import { type AddressReader, hasManyHosts, namesLoopback, namesProxy } from './http/client-address.ts';
import { assertOwnPage, type PageRequest, pageRequestOf } from './page-request.ts';
import type { Access } from './route.ts';
import type { Authenticator } from './auth/authenticator.ts';
import { ANONYMOUS, type Identity } from './auth/identity.ts';
import type { SessionCookie } from './auth/session-cookie.ts';

/** What it takes to know who calls. */
export interface CallerDeps {
  readonly authenticator: Authenticator;
  readonly sessionCookie: SessionCookie;
  readonly addresses: AddressReader;
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
  /** The page that calls by its cookies, where no other header decides who calls, or that signs in. */
  readonly page: PageRequest | undefined;
}

/** Tickets and login tokens have no character that is percent-encoded in a query. */
const TOKEN = /(?:^|&)token=([\w.-]{0,2048})(?=&|$)/;

const NONE: Credentials = {
  access: 'public',
  authorization: '',
  query: '',
  isLocal: false,
  isAmbiguous: false,
  page: undefined,
};

/** Reads what a caller of a route with this access says; `signsIn` where anybody may send a body. */
export function credentialsOf(
  { access, signsIn }: { readonly access: Access; readonly signsIn: boolean },
  req: HttpRequest,
  res: HttpResponse,
  query: string,
  { onLoopback, addresses }: CallerDeps,
): Credentials {
  if (signsIn) return { ...NONE, page: pageRequestOf(req, res, addresses) };
  if (access === 'public') return NONE;
  const authorization = req.getHeader('authorization');
  const cookie = authorization === '' && access !== 'operator' ? req.getHeader('cookie') : '';
  return {
    access,
    authorization,
    query: access === 'stream' ? query : '',
    // A reverse proxy on this machine also connects from loopback, but its clients can be anywhere; and so does a browser
    // here whose page gave its own name our address.
    isLocal: access === 'operator' && onLoopback && !namesProxy(req) && namesLoopback(req.getHeader('host')),
    isAmbiguous: access === 'operator' && hasManyHosts(req),
    page: cookie === '' ? undefined : pageRequestOf(req, res, addresses),
  };
}

/**
 * Identifies the caller: by `Authorization`, else by the `token=` of a stream, else by the cookie, and never by the next where one
 * is refused. Throws or rejects with 401 `unauthenticated`, with 400 where the `Host` is not one, and with 403 `foreign_page`.
 */
export function identify(
  { access, authorization, query, isLocal, isAmbiguous, page }: Credentials,
  { authenticator, sessionCookie }: CallerDeps,
): Identity | Promise<Identity> {
  if (isAmbiguous) throw new AppError('malformed_parameter', 'The request has more than one Host header');
  if (access === 'public' || isLocal) return ANONYMOUS;
  if (access === 'operator') return authenticator.identifyOperator(authorization);
  const queryToken = access === 'stream' && authorization === '' ? tokenOf(query) : '';
  if (page !== undefined && queryToken === '') {
    const cookies = sessionCookie.tokensIn(page.cookie);
    if (cookies.length > 0) {
      assertOwnPage(page);
      return authenticator.identifyPage(cookies);
    }
  }
  return access === 'token'
    ? authenticator.identify(authorization)
    : authenticator.identifyReader(authorization, queryToken);
}

/** The first token in a query; empty where there is none. */
function tokenOf(query: string): string {
  const [, token = ''] = TOKEN.exec(query) ?? [];
  return token;
}
