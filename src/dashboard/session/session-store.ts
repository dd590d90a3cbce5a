import { createStore } from '@xstate/store';

const KEY = 'portcullis.token';

interface Session {
  /** A login token or the API key; empty without one. */
  readonly token: string;
  /** The token was valid and no longer is: the page stays open and asks to sign in again. */
  readonly expired: boolean;
}

/** The current session. It is kept in memory and in session storage only, so it ends with the tab. */
export const sessionStore = createStore({
  context: readSession(),
  on: {
    signedIn: (_, event: { token: string }): Session => ({ token: event.token, expired: false }),
    expired: (): Session => ({ token: '', expired: true }),
    signedOut: (): Session => ({ token: '', expired: false }),
  },
});

sessionStore.subscribe(({ context }) => {
  if (context.token === '') sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, context.token);
});

/** The secret for calls of the API; empty when nobody is signed in. */
export function token(): string {
  return sessionStore.getSnapshot().context.token;
}

/** Ends the session after the API refused `secret`. Does nothing if there is another secret by now. */
export function expire(secret: string): void {
  if (secret !== '' && secret === token()) sessionStore.send({ type: 'expired' });
}

function readSession(): Session {
  return { token: sessionStorage.getItem(KEY) ?? '', expired: false };
}
