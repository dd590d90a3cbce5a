import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import 'virtual:theme.css';
import './ui/page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Dashboard } from './dashboard.tsx';

const page = document.getElementById('page');
if (page !== null) {
  createRoot(page).render(
    <StrictMode>
      <Dashboard />
    </StrictMode>,
  );
}
