import { QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callForRows } from './client.ts';
import { ApiError } from '../problem.ts';

const FIRST_RETRY_MS = 2_000;
/** As long as the live connection waits at most between two attempts. */
const MAX_RETRY_MS = 15_000;

/** The data of the page. Events keep it up to date, so nothing is loaded again on focus or reconnect. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (failures, error) => isTransient(error) && failures < 2,
      retryDelay: (failures) => 600 * 2 ** failures,
      // After that the page says what is wrong, and goes on trying while it is looked at.
      refetchInterval: ({ state: { status, error, errorUpdateCount } }) =>
        status === 'error' && error !== null && isTransient(error) && retryInterval(errorUpdateCount),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Spread, so that the pages of many viewers do not come back at once. */
function retryInterval(failures: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures) * (0.5 + Math.random() / 2);
}

function isTransient(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/** Whether the cookie of this page holds a session. Asked until there is an answer, whatever is wrong. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call('GET /api/auth/session', { signal }),
  retry: false,
  gcTime: 0,
  refetchInterval: ({ state: { error, errorUpdateCount } }) =>
    error !== null && !isSignedOut(error) && retryInterval(errorUpdateCount),
});

/** Whether the coordinator said that there is no session. */
export function isSignedOut(error: Error): boolean {
  return error instanceof ApiError && error.code === 'unauthenticated';
}

export const serversQuery = queryOptions({
  queryKey: ['servers'],
  queryFn: ({ signal }) => call('GET /api/servers', { signal }),
});

export const serverQuery = (name: string) =>
  queryOptions({
    queryKey: ['server', name],
    queryFn: ({ signal }) => call('GET /api/servers/{name}', { params: { name }, signal }),
  });

/** The progress of a server's restart. Separate from `serverQuery` because lists show it too, for the servers that restart. */
export const restartQuery = (name: string) =>
  queryOptions({
    queryKey: ['restart', name],
    queryFn: async ({ signal }) =>
      (await call('GET /api/servers/{name}', { params: { name }, signal })).restart,
  });

export const serverPlayersQuery = (name: string) =>
  queryOptions({
    queryKey: ['server', name, 'players'],
    queryFn: ({ signal }) => call('GET /api/servers/{name}/players', { params: { name }, signal }),
  });

export const proxyQuery = queryOptions({
  queryKey: ['proxy'],
  queryFn: ({ signal }) => call('GET /api/proxy/status', { signal }),
});

/** What is connected, lost and closed, and since when. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => call('GET /api/status', { signal }),
});

export const historyQuery = queryOptions({
  queryKey: ['history'],
  queryFn: ({ signal }) => call('GET /api/proxy/player-history', { signal }),
});

export const newestPlayersQuery = queryOptions({
  queryKey: ['players', 'newest'],
  queryFn: ({ signal }) =>
    callForRows('GET /api/players', { query: { sort: 'onlineTime', order: 'asc', limit: 8 }, signal }),
});

export const newestBansQuery = queryOptions({
  queryKey: ['bans', 'newest'],
  queryFn: ({ signal }) => callForRows('GET /api/bans', { query: { limit: 8 }, signal }),
});

export const playerQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['player', uuid],
    queryFn: ({ signal }) => call('GET /api/players/{uuid}', { params: { uuid }, signal }),
  });

export const friendsQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['friends', uuid],
    queryFn: ({ signal }) => call('GET /api/players/{uuid}/friends', { params: { uuid }, signal }),
  });

/** Parties and proxies have no events, so they are polled while a page shows them. */
export const REFRESH_MS = 5000;

export const playerPartyQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['party', uuid],
    queryFn: ({ signal }) => call('GET /api/players/{uuid}/party', { params: { uuid }, signal }),
    refetchInterval: REFRESH_MS,
  });

export const partiesQuery = queryOptions({
  queryKey: ['parties'],
  queryFn: ({ signal }) => call('GET /api/parties', { signal }),
  refetchInterval: REFRESH_MS,
});

export const proxiesQuery = queryOptions({
  queryKey: ['proxies'],
  queryFn: ({ signal }) => call('GET /api/proxies', { signal }),
  refetchInterval: REFRESH_MS,
});

const health = {
  queryKey: ['zone'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => call('GET /healthz', { signal }),
} as const;

export const coordinatorVersionQuery = queryOptions({ ...health, select: ({ version }) => version });

/** The time zone of the API's date texts, a setting of the coordinator. */
export const zoneQuery = queryOptions({
  ...health,
  select: (health) => health.timezone,
  staleTime: 3_600_000,
});
