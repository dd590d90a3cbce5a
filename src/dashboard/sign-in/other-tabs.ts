// oxlint-disable unicorn/require-post-message-target-origin -- a channel has no other origin than its own
import { queryClient } from '../api/queries.ts';
import { sessionStore } from '../session/session-store.ts';

type Word = 'signedIn' | 'signedOut';

let tabs: BroadcastChannel | undefined;

/** Tells the other tabs of this browser, which share the cookie, that somebody signed in or out here. */
export function tellOtherTabs(word: Word): void {
  tabs?.postMessage(word);
}

/** Signs this tab in and out with the others. */
export function followOtherTabs(): void {
  tabs = new BroadcastChannel('portcullis.session');
  tabs.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data === 'signedOut') forget();
    else if (sessionStore.getSnapshot().context.state !== 'signedIn') sessionStore.send({ type: 'signedIn' });
  });
}

/** Shows the sign-in, and keeps nothing of what was seen before. */
export function forget(): void {
  sessionStore.send({ type: 'signedOut' });
  queryClient.clear();
  sessionStorage.clear();
}
