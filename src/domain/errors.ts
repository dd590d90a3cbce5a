import type { Issue } from './fields/field.ts';

/**
 * Every error that a caller can get: its HTTP status and its title (docs/api.md "HTTP in general"). `docs/errors.md` lists
 * the same codes, and a test compares the two. The channel uses the same codes.
 */
export const ERRORS = {
  malformed_json: [400, 'The body is not valid JSON'],
  malformed_parameter: [400, 'A path or query parameter is malformed'],
  unauthenticated: [401, 'A valid token or API key is required'],
  wrong_password: [401, 'The password is wrong'],
  foreign_page: [403, 'The session cookie counts for the page of this coordinator only'],
  route_not_found: [404, 'This path does not exist'],
  server_not_found: [404, 'This server does not exist'],
  player_not_found: [404, 'This player is not known'],
  ban_not_found: [404, 'This player was never banned'],
  machine_not_found: [404, 'There is no statechart with this name'],
  actor_not_found: [404, 'No actor with this id is running'],
  agent_not_found: [404, 'No agent with this name has a secret'],
  bypass_not_found: [404, 'This player is not on the maintenance bypass list'],
  method_not_allowed: [405, 'This path does not support this method'],
  server_exists: [409, 'A server with this name already exists'],
  agent_exists: [409, 'An agent with this name already has a secret'],
  server_restarting: [409, 'This server is already being restarted'],
  players_unknown: [409, 'Nobody can tell who is on this server'],
  player_already_banned: [409, 'This player is already banned'],
  player_not_banned: [409, 'This player is not banned'],
  name_of_another: [409, 'This name is another player’s'],
  player_offline: [409, 'This player is not online'],
  not_a_login: [409, 'Only a login token can be logged out, not the API key'],
  length_required: [411, 'The length of a body must be announced here'],
  body_too_large: [413, 'The body is larger than is allowed here'],
  unsupported_media_type: [415, 'A body must be sent as application/json'],
  invalid_body: [422, 'The body does not have the expected shape'],
  invalid_query: [422, 'A query parameter has a value that is not allowed'],
  too_many_attempts: [429, 'Too many attempts; wait before you try again'],
  internal_error: [500, 'Portcullis failed to handle the request; see its log'],
  storage_unavailable: [503, 'The database is unavailable; nothing was changed'],
  platform_unavailable: [503, 'The proxy or game server that this request needs is not connected'],
  overloaded: [503, 'Too many requests are waiting; try again later'],
  invalid_frame: [422, 'The channel message does not have the expected shape'],
  not_permitted: [403, 'This agent may not send this message'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ErrorCode = keyof typeof ERRORS;

/** What an error carries besides its code and its sentence. */
export interface ErrorFacts {
  /** The invalid values, for validation errors. */
  readonly issues?: readonly Issue[];
  /** When to try again, for 429 and 503. */
  readonly retryAfterSeconds?: number;
  /** The methods that the path supports, for 405. */
  readonly allow?: readonly string[];
  /** What to do, for a caller who has proved to be an operator; it may name a path or a host, and no secret. */
  readonly advice?: string;
  /** Kept for the log; never shown to the caller. */
  readonly cause?: unknown;
}

/** The only error that crosses rooms; the gateway and the channel turn it into an answer. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;

  /** `detail` is shown to the caller, so it has no SQL, no path of the file system and no secret. */
  constructor(code: ErrorCode, detail: string = ERRORS[code][1], facts: ErrorFacts = {}) {
    super(detail, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.facts = facts;
  }

  get status(): number {
    return ERRORS[this.code][0];
  }
}
