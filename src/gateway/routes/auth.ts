import { AppError } from '../../domain/errors.ts';
import * as f from '../../domain/fields/field.ts';
import type { Identity } from '../auth/identity.ts';
import type { LoginService } from '../auth/login-service.ts';
import type { SessionCookie } from '../auth/session-cookie.ts';
import { TICKET_SECONDS, type Tickets } from '../auth/tickets.ts';
import type { Tokens } from '../auth/tokens.ts';
import { json } from '../http/answer.ts';
import { assertOwnPage, isSecurePage } from '../page-request.ts';
import { type Route, route } from '../route.ts';
import { success } from './request-fields.ts';

interface LoginStreams {
  /** Ends the streams of callers whose login is over. */
  endStreamsOf(isOver: (identity: Identity) => boolean): Promise<void>;
}

export interface AuthServices {
  readonly login: LoginService;
  readonly tokens: Tokens;
  readonly tickets: Tickets;
  readonly sessionCookie: SessionCookie;
  readonly streams: LoginStreams;
  readonly actorStreams: LoginStreams;
}

const password = f.string({ max: 1024 });

/** What a page signs in with. */
const signIn = f.ruled(
  f.object({ password: f.optional(password), apiKey: f.optional(f.string({ max: 1024 })) }),
  (body) =>
    (body.password === undefined) === (body.apiKey === undefined)
      ? 'must have either a password or an apiKey'
      : undefined,
);

/** Anybody may send a login, so what strangers leave unfinished must not add up. */
const MAX_LOGIN_BYTES = 8 * 1024;

async function endStreams({ tokens, streams, actorStreams }: AuthServices): Promise<void> {
  const isOver = (identity: Identity) => identity.kind === 'token' && !tokens.isValid(identity);
  await Promise.all([streams.endStreamsOf(isOver), actorStreams.endStreamsOf(isOver)]);
}

export const authRoutes: readonly Route<AuthServices>[] = [
  route({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Exchange the password for a token that is valid for 24 hours',
    access: 'public',
    body: f.object({ password }),
    maxBodyBytes: MAX_LOGIN_BYTES,
    reply: { status: 200, description: 'The token', body: f.object({ token: f.string() }) },
    errors: ['wrong_password', 'too_many_attempts', 'overloaded'],
    async handle({ body, address, page, caller }, { login }) {
      return json({
        token: await login.login(body.password, { address, origin: page?.origin ?? '' }, caller),
      });
    },
  }),
  route({
    method: 'POST',
    path: '/api/auth/session',
    summary:
      'Sign the dashboard in, by the password or the API key; the token is in a cookie that its scripts cannot read',
    access: 'public',
    body: signIn,
    maxBodyBytes: MAX_LOGIN_BYTES,
    reply: {
      status: 200,
      description: 'The page is signed in for 24 hours, until its browser is closed',
      body: success,
      headers: { 'Set-Cookie': 'The token, for this host only.' },
    },
    errors: ['foreign_page', 'unauthenticated', 'wrong_password', 'too_many_attempts', 'overloaded'],
    async handle({ body, address, page, caller }, { login, sessionCookie }) {
      if (page === undefined) throw new AppError('foreign_page');
      assertOwnPage(page);
      const { origin } = page;
      const token =
        body.password === undefined
          ? await login.loginByKey(body.apiKey ?? '')
          : await login.login(body.password, { address, origin }, caller);
      return json({ success: true }, 200, [sessionCookie.headerFor(token, isSecurePage(page))]);
    },
  }),
  route({
    method: 'GET',
    path: '/api/auth/session',
    summary: 'Whether the caller is signed in, and until when',
    access: 'token',
    reply: {
      status: 200,
      description: 'The caller is signed in',
      body: f.object({
        expires: f.described(f.nullable(f.integer()), {
          description: 'When the login ends, in epoch milliseconds; null for the API key.',
        }),
      }),
    },
    handle({ identity }) {
      return json({ expires: identity.kind === 'token' ? identity.expires : null });
    },
  }),
  route({
    method: 'POST',
    path: '/api/auth/ticket',
    summary: 'Get a ticket that opens one event stream within 15 seconds',
    access: 'token',
    reply: {
      status: 200,
      description: 'The ticket, for `?token=` of an event stream',
      body: f.object({
        ticket: f.string(),
        expiresIn: f.described(f.integer(), { description: 'In seconds.' }),
      }),
    },
    handle({ identity }, { tickets }) {
      return json({ ticket: tickets.issue(identity), expiresIn: TICKET_SECONDS });
    },
  }),
  route({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Revoke the login token of this request and end its event streams',
    access: 'token',
    reply: { status: 200, description: 'The token is revoked', body: success },
    errors: ['not_a_login', 'storage_unavailable'],
    async handle({ identity, page }, services) {
      if (identity.kind !== 'token') throw new AppError('not_a_login');
      const { tokens, sessionCookie } = services;
      await tokens.revoke(identity);
      if (page !== undefined) await revokeEach(sessionCookie.allIn(page.cookie), tokens);
      await endStreams(services);
      return json({ success: true }, 200, page === undefined ? [] : sessionCookie.headersToClear());
    },
  }),
  route({
    method: 'POST',
    path: '/api/auth/logout-everywhere',
    summary: 'Revoke every login token that was issued so far, and end their event streams',
    access: 'token',
    reply: { status: 200, description: 'No login is valid any more; the API key is', body: success },
    errors: ['storage_unavailable'],
    async handle({ page }, services) {
      await services.tokens.revokeAll();
      await endStreams(services);
      return json({ success: true }, 200, page === undefined ? [] : services.sessionCookie.headersToClear());
    },
  }),
];

/** A browser that signed in with and without TLS has two logins, and is signed out of both. Each is written once. */
async function revokeEach(cookies: readonly string[], tokens: Tokens): Promise<void> {
  for (const token of new Set(cookies.filter((one) => tokens.isSigned(one)))) {
    const identity = await tokens.verify(token).catch(() => undefined);
    if (identity !== undefined) await tokens.revoke(identity);
  }
}
