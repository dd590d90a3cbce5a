import { createStore } from '@xstate/store';

interface Session {
  /**
   * `asking`: the page does not know yet whether its cookie holds a session, which no script can see. `ended`: it had one that
   * ended; the page stays open and asks to sign in again.
   */
  readonly state: 'asking' | 'signedIn' | 'signedOut' | 'ended';
  /** Counts the logins of this tab, so that an answer to a request of an earlier one does not end the present one. */
  readonly login: number;
}

const START: Session = { state: 'asking', login: 0 };

/** The session of this tab. Its token is in a cookie that the browser keeps from the page. */
export const sessionStore = createStore({
  context: START,
  on: {
    signedIn: ({ login }): Session => ({ state: 'signedIn', login: login + 1 }),
    ended: ({ login }): Session => ({ state: 'ended', login }),
    signedOut: ({ login }): Session => ({ state: 'signedOut', login }),
  },
});

/** Of the present login; for `expire`. */
export function loginNumber(): number {
  return sessionStore.getSnapshot().context.login;
}

/** Ends the session after the API refused a request of this login. Does nothing if there is another one by now. */
export function expire(login: number): void {
  const session = sessionStore.getSnapshot().context;
  if (session.state === 'signedIn' && session.login === login) sessionStore.send({ type: 'ended' });
}
