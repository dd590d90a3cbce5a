// oxlint-disable-next-line import/no-unassigned-import -- it asks while this is loaded
import './early.ts';
import './ui/theme/mantine.css';
import 'virtual:theme.css';
import './ui/page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Dashboard } from './dashboard.tsx';
import { followOtherTabs } from './sign-in/other-tabs.ts';
import { resumeEarly } from './sign-in/resume-early.ts';
import { noteMissingCode } from './ui/missing/missing-code.ts';

// Versions before the cookie kept the token here.
sessionStorage.removeItem('portcullis.token');
followOtherTabs();
noteMissingCode();

const page = document.getElementById('page');
if (page !== null) {
  // Mostly answered by now: without it the page would first show that it asks.
  await resumeEarly();
  createRoot(page).render(
    <StrictMode>
      <Dashboard />
    </StrictMode>,
  );
}
