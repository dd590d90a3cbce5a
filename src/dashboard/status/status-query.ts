import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';

/** What is connected, lost and closed, and since when; events keep it up to date. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => call('GET /api/status', { signal }),
});
