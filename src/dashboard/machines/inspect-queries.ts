import { queryOptions } from '@tanstack/react-query';
import type { MachineId } from '../../domain/inspection/inspection.ts';
import { call, callForRows } from '../api/client.ts';

/** Nothing announces that an actor moved, so counts and lists are asked for again while somebody looks. */
const REFRESH_MS = 2000;
export const SHOWN_ACTORS = 50;

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
        query: { machine, state, search, limit: SHOWN_ACTORS },
        signal,
      }),
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
  });

/** For its name; where it stands comes by its own stream. */
export const actorQuery = (machine: MachineId, id: string) =>
  queryOptions({
    queryKey: ['inspect', 'actor', machine, id],
    queryFn: ({ signal }) =>
      call('GET /api/inspect/actors/{machine}/{id}', { params: { machine, id }, signal }),
    retry: false,
  });
