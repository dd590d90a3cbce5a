import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

/** What is searched for on a page, kept in its address: so it is in shared links and survives the way back. */
export function useAddressSearch(): readonly [search: string, setSearch: (search: string) => void] {
  const [params, setParams] = useSearchParams();
  const setSearch = useCallback(
    (search: string) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (search === '') next.delete('search');
          else next.set('search', search);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return [params.get('search') ?? '', setSearch];
}
