import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Rows } from './client.ts';

const PAGE_SIZE = 100;
/** Pages off the screen are dropped soon, or scrolling through all players would keep them all. */
const PAGE_LIFETIME_MS = 20_000;

/** The rows of a long list as far as they are loaded. */
export interface PagedRows<T> {
  readonly live: {
    readonly total: number;
    readonly rowAt: (index: number) => T | undefined;
    readonly isComplete: false;
  };
  /** The rows are those of the previous key; those of this one are still loading. */
  readonly isStale: boolean;
  readonly onRange: (first: number, last: number) => void;
  /** Nothing is loaded yet. */
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** A long list of the API; only the pages on the screen are loaded. Events refresh it by the first parts of `key`. */
export function usePagedRows<T>(
  key: readonly unknown[],
  fetchPage: (page: { offset: number; limit: number; signal: AbortSignal }) => Promise<Rows<T>>,
): PagedRows<T> {
  const list = JSON.stringify(key);
  const [range, setRange] = useState({ list, first: 0, last: 0 });
  // Another list starts at its top.
  if (range.list !== list) setRange({ list, first: 0, last: 0 });
  const firstPage = Math.floor(range.first / PAGE_SIZE);
  const lastPage = Math.max(firstPage, Math.floor(range.last / PAGE_SIZE));
  const pages = Array.from({ length: lastPage - firstPage + 1 }, (_, at) => firstPage + at);
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...key, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        fetchPage({ offset: page * PAGE_SIZE, limit: PAGE_SIZE, signal }),
      gcTime: PAGE_LIFETIME_MS,
    })),
  });
  const shown = useStable(results.map(({ data }) => data));
  const total = shown.find((page) => page !== undefined)?.total;
  const current = useMemo(() => {
    if (total === undefined) return undefined;
    const rowAt = (index: number) =>
      shown[Math.floor(index / PAGE_SIZE) - firstPage]?.rows[index % PAGE_SIZE];
    return { list, live: { total, rowAt, isComplete: false as const } };
  }, [list, total, shown, firstPage]);
  // The previous result stays until the next one is loaded, or the list would blink with each letter of a search.
  const [previous, setPrevious] = useState(current);
  if (current !== undefined && current !== previous) setPrevious(current);
  const onRange = useCallback((first: number, last: number) => setRange({ list, first, last }), [list]);
  const view = current ?? previous;
  const failed = current === undefined ? results.find(({ isError }) => isError) : undefined;
  return {
    live: view?.live ?? NO_ROWS,
    isStale: view !== undefined && view.list !== list,
    onRange,
    isPending: view === undefined && failed === undefined,
    error: failed?.error ?? null,
    retry: () => {
      for (const result of results) void result.refetch();
    },
  };
}

const NO_ROWS = { total: 0, rowAt: () => undefined, isComplete: false } as const;

/** Returns the same array for as long as its members are the same. */
function useStable<T>(members: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(members);
  if (kept.length === members.length && kept.every((member, at) => member === members[at])) return kept;
  setKept(members);
  return members;
}
