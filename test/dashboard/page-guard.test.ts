import { expect, test, vi } from 'vitest';

// The page listens to where it is.
vi.stubGlobal('window', new EventTarget());
const { PageGuard } = await import('../../src/dashboard/shell/page-guard.tsx');

const children = null;

test('a page that cannot be shown takes no other page with it, also not one with the same beginning', () => {
  const failed = { ...PageGuard.getDerivedStateFromError(new Error('a fault')), path: '/players/a' };
  const next = PageGuard.getDerivedStateFromProps({ path: '/players/b', children }, failed);
  expect({ ...failed, ...next }).toEqual({ failed: false, missing: false, path: '/players/b' });
});

test('a page that cannot be shown is not tried again and again', () => {
  const failed = { ...PageGuard.getDerivedStateFromError(new Error('a fault')), path: '/bans' };
  expect(failed.missing).toBe(false);
  expect(PageGuard.getDerivedStateFromProps({ path: '/bans', children }, failed)).toBeNull();
});
