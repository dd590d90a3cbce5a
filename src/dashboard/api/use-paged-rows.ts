import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Rows } from './client.ts';

const PAGE = 100;
/** Pages that nobody looks at are forgotten soon, or scrolling through all players would keep them all. */
const FORGET_MS = 20_000;

export interface PagedRows<T> {
  readonly total: number;
  readonly rowAt: (index: number) => T | undefined;
  readonly onRange: (first: number, last: number) => void;
  /** Nothing has come yet. */
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** A long list of the API of which only the pages on the screen are asked for. `key` begins with what events refresh. */
export function usePagedRows<T>(
  key: readonly unknown[],
  fetchPage: (page: { offset: number; limit: number; signal: AbortSignal }) => Promise<Rows<T>>,
): PagedRows<T> {
  const [range, setRange] = useState({ first: 0, last: 0 });
  const firstPage = Math.floor(range.first / PAGE);
  const lastPage = Math.max(firstPage, Math.floor(range.last / PAGE));
  const pages = Array.from({ length: lastPage - firstPage + 1 }, (_, at) => firstPage + at);
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...key, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        fetchPage({ offset: page * PAGE, limit: PAGE, signal }),
      gcTime: FORGET_MS,
    })),
  });
  const shown = useStable(results.map(({ data }) => data));
  const total = shown.find((page) => page !== undefined)?.total;
  const current = useMemo(() => {
    if (total === undefined) return undefined;
    const rowAt = (index: number) => shown[Math.floor(index / PAGE) - firstPage]?.rows[index % PAGE];
    return { total, rowAt };
  }, [total, shown, firstPage]);
  // What was found before stays until there is something new: a list that blinks with each letter cannot be read.
  const [before, setBefore] = useState(current);
  if (current !== undefined && current !== before) setBefore(current);
  const onRange = useCallback((first: number, last: number) => setRange({ first, last }), []);
  const view = current ?? before;
  const failed = current === undefined ? results.find(({ isError }) => isError) : undefined;
  return {
    total: view?.total ?? 0,
    rowAt: view?.rowAt ?? nothing,
    onRange,
    isPending: view === undefined && failed === undefined,
    error: failed?.error ?? null,
    retry: () => {
      for (const result of results) void result.refetch();
    },
  };
}

const nothing = () => undefined;

/** The same array for as long as its members are the same. */
function useStable<T>(members: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(members);
  if (kept.length === members.length && kept.every((member, at) => member === members[at])) return kept;
  setKept(members);
  return members;
}
