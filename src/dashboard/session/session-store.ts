import { createStore } from '@xstate/store';

const KEY = 'portcullis.token';

interface Session {
  /** A login token or the API key; empty without one. */
  readonly token: string;
  /** It was good and is no more: the page stays, and asks for a new one. */
  readonly expired: boolean;
}

/** Who is signed in, in memory and in session storage only: it ends with the tab. */
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

export function token(): string {
  return sessionStore.getSnapshot().context.token;
}

/** The API refused this secret; nothing happens if another has taken its place meanwhile. */
export function expire(secret: string): void {
  if (secret !== '' && secret === token()) sessionStore.send({ type: 'expired' });
}

function readSession(): Session {
  return { token: sessionStorage.getItem(KEY) ?? '', expired: false };
}
