import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import 'virtual:theme.css';
import './ui/page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Dashboard } from './dashboard.tsx';
import { followOtherTabs } from './sign-in/other-tabs.ts';
import { noteMissingCode } from './shell/missing-code.ts';

// Versions before the cookie kept the token here.
sessionStorage.removeItem('portcullis.token');
followOtherTabs();
noteMissingCode();

const page = document.getElementById('page');
if (page !== null) {
  createRoot(page).render(
    <StrictMode>
      <Dashboard />
    </StrictMode>,
  );
}
