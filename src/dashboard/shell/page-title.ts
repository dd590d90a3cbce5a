import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { matchRoute, useLocation, useRouter } from 'wouter';
import type { PageEntry } from './page-entry.ts';

/** The title of the open page, which changes when its name was loaded; empty for an address without a page. */
export function usePageTitle(pages: readonly PageEntry[]): string {
  const client = useQueryClient();
  const { parser } = useRouter();
  const [location] = useLocation();
  const read = (): string => {
    for (const { path, nav, title } of pages) {
      const [matches, params] = matchRoute(parser, path, location);
      if (matches) return title?.(params, client) ?? nav?.label ?? '';
    }
    return '';
  };
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [client],
  );
  return useSyncExternalStore(subscribe, read);
}
