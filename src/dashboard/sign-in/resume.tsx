import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isSignedOut, sessionQuery } from '../api/queries.ts';
import { sessionStore } from '../session/session-store.ts';
import { Brand } from '../ui/brand.tsx';
import { ErrorState, Loading } from '../ui/states.tsx';
import css from './sign-in.module.css';

/** Finds out whether this tab is signed in. While the coordinator cannot say, it says so and goes on asking. */
export function Resume() {
  const { data, error, refetch } = useQuery(sessionQuery);
  const hasNone = error !== null && isSignedOut(error);
  useEffect(() => {
    if (data !== undefined) sessionStore.send({ type: 'signedIn' });
    else if (hasNone) sessionStore.send({ type: 'signedOut' });
  }, [data, hasNone]);
  return (
    <main className={css.page}>
      <div className={css.card}>
        <Brand />
        {error === null || hasNone ? (
          <Loading rows={2} />
        ) : (
          <>
            <ErrorState error={error} retry={() => void refetch()} />
            <p className={css.hint}>This page goes on trying, and opens by itself as soon as it can.</p>
          </>
        )}
      </div>
    </main>
  );
}
