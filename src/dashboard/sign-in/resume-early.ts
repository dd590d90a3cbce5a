import { queryClient, sessionQuery } from '../api/queries.ts';
import { sessionStore } from '../session/session-store.ts';

const WAIT_MS = 300;

/** Resumes the session if the coordinator says soon that there is one. Else the page asks, and says what is wrong. */
export async function resumeEarly(): Promise<void> {
  const asked = queryClient.prefetchQuery(sessionQuery);
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
  if (queryClient.getQueryData(sessionQuery.queryKey) !== undefined) sessionStore.send({ type: 'signedIn' });
}
