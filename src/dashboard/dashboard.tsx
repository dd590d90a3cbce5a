import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { queryClient } from './api/queries.ts';
import { PAGES } from './pages.ts';
import { sessionStore } from './session/session-store.ts';
import { Resume } from './sign-in/resume.tsx';
import { PageGuard } from './shell/page-guard.tsx';
import { Shell } from './shell/shell.tsx';
import { Notices } from './ui/notice/notices.tsx';
import { theme } from './ui/theme/theme.ts';
import { useStore } from './ui/use-store.ts';

const SignInPage = lazy(() => import('./sign-in/sign-in-page.tsx'));
const SessionEnded = lazy(() => import('./sign-in/session-ended.tsx'));

/**
 * The whole page. The content security policy forbids styles written into the page: Mantine's variables are therefore in
 * a file of the build, and its classes for breakpoints are not used.
 */
export function Dashboard() {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={queryClient}>
        <Notices />
        <Session />
      </QueryClientProvider>
    </MantineProvider>
  );
}

function Session() {
  const state = useStore(sessionStore, (session) => session.state);
  const login = useStore(sessionStore, (session) => session.login);
  if (state === 'asking') return <Resume />;
  if (state === 'signedOut') {
    return (
      <PageGuard path={state}>
        <Suspense fallback={null}>
          <SignInPage />
        </Suspense>
      </PageGuard>
    );
  }
  return (
    <>
      <Shell login={state === 'signedIn' ? login : 0} pages={PAGES} />
      {state === 'ended' && (
        <PageGuard path={state}>
          <Suspense fallback={null}>
            <SessionEnded />
          </Suspense>
        </PageGuard>
      )}
    </>
  );
}
