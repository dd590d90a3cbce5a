import { AppError } from '../../domain/errors.ts';
import * as f from '../../domain/fields/field.ts';
import type { LoginService } from '../auth/login-service.ts';
import { TICKET_SECONDS, type Tickets } from '../auth/tickets.ts';
import type { Tokens } from '../auth/tokens.ts';
import { json } from '../http/answer.ts';
import { type Route, route } from '../route.ts';
import { success } from './request-fields.ts';

interface LoginStreams {
  /** Ends every stream that this login token opened. */
  endStreamsOf(tokenId: string): Promise<void>;
}

export interface AuthServices {
  readonly login: LoginService;
  readonly tokens: Tokens;
  readonly tickets: Tickets;
  readonly streams: LoginStreams;
  readonly actorStreams: LoginStreams;
}

export const authRoutes: readonly Route<AuthServices>[] = [
  route({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Exchange the password for a token that is valid for 24 hours',
    access: 'public',
    body: f.object({ password: f.string({ max: 1024 }) }),
    // Anybody may send one, so what strangers leave unfinished must not add up.
    maxBodyBytes: 8 * 1024,
    reply: { status: 200, description: 'The token', body: f.object({ token: f.string() }) },
    errors: ['wrong_password', 'too_many_attempts', 'overloaded'],
    async handle({ body, address, origin, caller }, { login }) {
      return json({ token: await login.login(body.password, { address, origin }, caller) });
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
    async handle({ identity }, { tokens, streams, actorStreams }) {
      if (identity.kind !== 'token') throw new AppError('not_a_login');
      await tokens.revoke(identity);
      await Promise.all([streams.endStreamsOf(identity.id), actorStreams.endStreamsOf(identity.id)]);
      return json({ success: true });
    },
  }),
];
