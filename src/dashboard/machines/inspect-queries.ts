import { queryOptions } from '@tanstack/react-query';
import type { MachineId } from '../../domain/inspection/machine-ids.ts';
import { call, callForRows } from '../api/client.ts';

/** No event says that an actor changed its state, so counts and lists are polled while a page shows them. */
const REFRESH_MS = 2000;
/** How many actors a list shows. */
export const MAX_LISTED_ACTORS = 50;

export const machinesQuery = queryOptions({
  queryKey: ['inspect', 'machines'],
  queryFn: ({ signal }) => call('GET /api/inspect/machines', { signal }),
  refetchInterval: REFRESH_MS,
});

export const chartQuery = (machine: MachineId) =>
  queryOptions({
    queryKey: ['inspect', 'chart', machine],
    queryFn: ({ signal }) => call('GET /api/inspect/machines/{machine}', { params: { machine }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const heatQuery = (machine: MachineId) =>
  queryOptions({
    queryKey: ['inspect', 'heat', machine],
    queryFn: ({ signal }) =>
      call('GET /api/inspect/machines/{machine}/heat', { params: { machine }, signal }),
    refetchInterval: REFRESH_MS,
  });

export const actorsQuery = (machine: MachineId, state: string, search: string) =>
  queryOptions({
    queryKey: ['inspect', 'actors', machine, state, search],
    queryFn: ({ signal }) =>
      callForRows('GET /api/inspect/actors', {
        query: { machine, state, search, limit: MAX_LISTED_ACTORS },
        signal,
      }),
    refetchInterval: REFRESH_MS,
    placeholderData: (previous) => previous,
  });

/** An actor's name; its state comes by its own stream. */
export const actorQuery = (machine: MachineId, id: string) =>
  queryOptions({
    queryKey: ['inspect', 'actor', machine, id],
    queryFn: ({ signal }) =>
      call('GET /api/inspect/actors/{machine}/{id}', { params: { machine, id }, signal }),
    retry: false,
  });
