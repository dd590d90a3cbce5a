import { useLayoutEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { pageTrail } from './page-trail.ts';

/** Makes the page a place that the pages opened from it lead back to, with what is searched for. */
export function useListPlace(label: string): void {
  const [location] = useLocation();
  const search = useSearch();
  useLayoutEffect(() => {
    const { pathname: path, search: query } = window.location;
    // When the page goes the address is already the next one.
    return () => pageTrail.leave({ path, href: path + query, label }, window.location.pathname);
  }, [location, search, label]);
}
