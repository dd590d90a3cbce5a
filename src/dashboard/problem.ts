/** The parts of the API's problem document that the page uses (docs/api.md "HTTP in general"). */
interface ProblemDetails {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

/** A call that failed. */
export class ApiError extends Error {
  /** The error code of the API, or `unreachable` when there was no answer. */
  readonly code: string;
  readonly status: number;
  readonly fields: readonly { readonly path: string; readonly message: string }[];
  /** Seconds to wait, from the `Retry-After` header. */
  readonly retryAfter: number | null;

  constructor(problem: ProblemDetails, retryAfter: number | null) {
    super(problem.detail);
    this.code = problem.code;
    this.status = problem.status;
    this.fields = problem.errors ?? [];
    this.retryAfter = retryAfter;
  }
}

/** The error for a call without an answer of the API: no network, a time-out, or an answer of a reverse proxy. */
export function unreachable(): ApiError {
  return new ApiError({ code: 'unreachable', status: 0, detail: 'The coordinator does not answer.' }, null);
}

/** What went wrong and what to do about it, for people. The title has no full stop, the advice has one. */
export function explain(error: unknown): { readonly title: string; readonly advice: string } {
  if (!(error instanceof ApiError)) {
    return {
      title: 'Something went wrong on this page',
      advice: 'Reload it. If it happens again, report it.',
    };
  }
  const [title, advice] = EXPLANATIONS[error.code] ?? [sentence(error.message), 'Try again.'];
  return { title, advice: adviceFor(error, title) ?? advice };
}

/** What is known beside the code; undefined for nothing that the title does not say already. */
function adviceFor({ code, fields, retryAfter }: ApiError, title: string): string | undefined {
  if (code === 'too_many_attempts' && retryAfter !== null)
    return `Wait ${retryAfter} seconds, then try again.`;
  const [first] = fields;
  if (first === undefined || title.includes(first.message)) return undefined;
  if (code === 'malformed_parameter') return `The ${first.path} in it ${first.message}.`;
  return `${sentence(first.path)}: ${first.message}`;
}

const EXPLANATIONS: Readonly<Record<string, readonly [title: string, advice: string]>> = {
  unreachable: [
    'The coordinator does not answer',
    'Check that it is running and that this device is online, then try again.',
  ],
  wrong_password: [
    'Wrong password',
    'The password is shown once, at the first start. On the coordinator, `portcullis password` makes a new one; one of your own goes into config.yml, as auth.password. Both hold from the next start on.',
  ],
  too_many_attempts: ['Too many failed attempts', 'Wait a moment, then try again.'],
  foreign_page: [
    'The coordinator takes this page for one of another site',
    'The reverse proxy in between has to pass on Host and X-Forwarded-Proto, and to be one of gateway.trustedProxies: docs/reverse-proxy.md says how.',
  ],
  unauthenticated: ['Your session has ended', 'Sign in again.'],
  storage_unavailable: [
    'The database is unavailable, so nothing was changed',
    'Try again in a moment. If the problem stays, check the coordinator’s log.',
  ],
  platform_unavailable: [
    'No agent could do this',
    'Check that the proxy or the game server is connected, then try again.',
  ],
  player_offline: ['This player has already left', 'There is nothing to do.'],
  player_already_banned: ['This player is already banned', 'To change the ban, lift it first.'],
  name_of_another: [
    'This name is another player’s',
    'Load the list again, and ban the player whom it shows now.',
  ],
  player_not_banned: ['This ban is already over', 'There is nothing to do.'],
  player_not_found: ['No player with this id has ever joined', 'Search by name on the Players page.'],
  server_not_found: ['This server does not exist', 'It may have been removed. Go back to the list.'],
  agent_exists: [
    'An agent with this name already exists',
    'Choose another name, or revoke its secret: portcullis agent revoke <name>.',
  ],
  server_exists: ['A server with this name already exists', 'Choose another name.'],
  server_restarting: ['This server is already restarting', 'Wait until it is back.'],
  players_unknown: [
    'Nobody can tell who is on this server',
    'Look on the server itself. Then restart it although players may be on it.',
  ],
  bypass_not_found: ['This name is no longer on the list', 'There is nothing to do.'],
  malformed_parameter: ['The address of this page is wrong', 'Go back to the list.'],
  invalid_body: ['Something in the form is wrong', 'Correct it and try again.'],
};

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
