import type { Issue } from './fields/field.ts';

/**
 * Every error a caller can meet: HTTP status and the sentence that is always true of it (CONTRACT §1). `docs/errors.md`
 * lists the same codes and a test compares the two both ways. Channel errors use the same codes.
 */
export const ERRORS = {
  malformed_json: [400, 'The body is not valid JSON'],
  malformed_parameter: [400, 'A path or query parameter cannot be read'],
  unauthenticated: [401, 'A valid token or API key is required'],
  wrong_password: [401, 'The password is wrong'],
  route_not_found: [404, 'There is no such path'],
  server_not_found: [404, 'There is no such server'],
  player_not_found: [404, 'There is no such player'],
  ban_not_found: [404, 'This player was never banned'],
  machine_not_found: [404, 'There is no statechart of this name'],
  actor_not_found: [404, 'No actor of this id lives now'],
  bypass_not_found: [404, 'This player is not on the maintenance bypass list'],
  method_not_allowed: [405, 'This path does not have this method'],
  server_exists: [409, 'A server of this name exists'],
  server_restarting: [409, 'This server is being restarted already'],
  player_already_banned: [409, 'This player is banned already'],
  player_not_banned: [409, 'This player is not banned'],
  player_offline: [409, 'This player is not online'],
  not_a_login: [409, 'Only a login token can be logged out, not the API key'],
  body_too_large: [413, 'The body is larger than 64 KiB'],
  unsupported_media_type: [415, 'A body must be sent as application/json'],
  invalid_body: [422, 'The body does not have the right shape'],
  invalid_query: [422, 'A query parameter is outside what is allowed'],
  too_many_attempts: [429, 'Too many attempts; wait before the next one'],
  internal_error: [500, 'Something went wrong inside Portcullis; the log says more'],
  storage_unavailable: [503, 'The database is away; nothing was changed'],
  platform_unavailable: [503, 'The proxy or game server that this needs is not connected'],
  overloaded: [503, 'Too much is waiting already; try again'],
  invalid_frame: [422, 'The channel message does not have the right shape'],
  not_permitted: [403, 'This agent may not send this message'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorFacts {
  /** Where exactly, for validation errors. */
  readonly issues?: readonly Issue[];
  /** When to come back, for 429 and 503. */
  readonly retryAfterSeconds?: number;
  /** What may be done instead, for 405. */
  readonly allow?: readonly string[];
  /** Kept for the log; never shown to the caller. */
  readonly cause?: unknown;
}

/** The one error that crosses rooms; only the gateway and the channel turn it into an answer. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;

  /** `detail` is for the caller: no SQL, no path of the file system, no secret. */
  constructor(code: ErrorCode, detail: string = ERRORS[code][1], facts: ErrorFacts = {}) {
    super(detail, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.facts = facts;
  }

  get status(): number {
    return ERRORS[this.code][0];
  }
}
