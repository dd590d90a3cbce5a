import { openPageCode } from './early.ts';
import './ui/theme/mantine.css';
import 'virtual:theme.css';
import './ui/page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { proxyQuery, queryClient, statusQuery } from './api/queries.ts';
import { Dashboard } from './dashboard.tsx';
import { sessionStore } from './session/session-store.ts';
import { followOtherTabs } from './sign-in/other-tabs.ts';
import { resumeEarly } from './sign-in/resume-early.ts';
import { noteMissingCode } from './ui/missing/missing-code.ts';

/** As long as for the session. */
const WAIT_MS = 300;

// Versions before the cookie kept the token here.
sessionStorage.removeItem('portcullis.token');
followOtherTabs();
noteMissingCode();

const page = document.getElementById('page');
if (page !== null) void open(page);

/** Not awaited by this module itself: the code of pages imports it, and would wait until it has ended. */
async function open(element: HTMLElement): Promise<void> {
  // Mostly there by now: without it the page would first show that it asks, and React would keep that for 0.3 s at least.
  await resumeEarly();
  if (sessionStore.getSnapshot().context.state === 'signedIn') {
    const isOver = new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    const asked = [queryClient.prefetchQuery(proxyQuery), queryClient.prefetchQuery(statusQuery)];
    await Promise.race([Promise.all([openPageCode, ...asked]), isOver]);
  }
  createRoot(element).render(
    <StrictMode>
      <Dashboard />
    </StrictMode>,
  );
}
