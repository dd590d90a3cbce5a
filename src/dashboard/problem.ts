import type { Problem } from './api/schema.ts';

/** A call that did not end well. */
export class ApiError extends Error {
  /** The stable word of the API, or `unreachable` when there was no answer. */
  readonly code: string;
  readonly status: number;
  readonly fields: readonly { readonly path: string; readonly message: string }[];
  /** Seconds to wait, where the API says so. */
  readonly retryAfter: number | null;

  constructor(problem: Pick<Problem, 'code' | 'status' | 'detail' | 'errors'>, retryAfter: number | null) {
    super(problem.detail);
    this.code = problem.code;
    this.status = problem.status;
    this.fields = problem.errors ?? [];
    this.retryAfter = retryAfter;
  }
}

/** No answer came: the network, a time limit, or a proxy in between that is not ours. */
export function unreachable(): ApiError {
  return new ApiError({ code: 'unreachable', status: 0, detail: 'The coordinator does not answer.' }, null);
}

/** What went wrong and what to do about it, as two sentences for people. */
export function explain(error: unknown): { readonly title: string; readonly advice: string } {
  if (!(error instanceof ApiError)) {
    return {
      title: 'Something went wrong in this page',
      advice: 'Reload it. If it happens again, report it.',
    };
  }
  const [title, advice] = WORDS[error.code] ?? [sentence(error.message), 'Try again.'];
  const first = error.fields[0];
  return {
    title,
    advice:
      error.retryAfter !== null && error.code === 'too_many_attempts'
        ? `Wait ${error.retryAfter} seconds, then try again.`
        : first === undefined
          ? advice
          : `${sentence(first.path)}: ${first.message}`,
  };
}

const WORDS: Readonly<Record<string, readonly [title: string, advice: string]>> = {
  unreachable: [
    'The coordinator does not answer',
    'Check that it runs and that this device is online, then try again.',
  ],
  wrong_password: [
    'Wrong password',
    'It is shown once at the first start; a new one can be set in config.yml.',
  ],
  too_many_attempts: ['Too many failed attempts', 'Wait a moment, then try again.'],
  unauthenticated: ['Your session has ended', 'Sign in again.'],
  storage_unavailable: [
    'The database is away, so nothing was changed',
    'Try again in a moment; if it stays away, look at the coordinator’s log.',
  ],
  platform_unavailable: [
    'No agent could do this',
    'Check that the proxy or the game server is connected, then try again.',
  ],
  player_offline: ['This player has left already', 'Nothing needs to be done.'],
  player_already_banned: ['This player is banned already', 'Lift the ban first to set another.'],
  player_not_banned: ['This ban is over already', 'Nothing needs to be done.'],
  player_not_found: ['Nobody was ever seen under this id', 'Search by name on the Players page.'],
  server_not_found: ['There is no such server any more', 'It was removed; go back to the list.'],
  server_exists: ['A server of this name exists already', 'Choose another name.'],
  server_restarting: ['This server restarts already', 'Wait until it is back.'],
  bypass_not_found: ['This name is not on the list any more', 'Nothing needs to be done.'],
  invalid_body: ['Something in the form is not right', 'Correct it and try again.'],
};

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
