import { call } from '../api/client.ts';
import { queryClient, restartQuery, serversQuery } from '../api/queries.ts';
import type { Api } from '../api/schema.ts';
import { notifySuccess, notifyFailure, notifyWarning } from '../ui/notify.ts';

export type NewServer = Api['POST /api/servers']['body'];

export async function addServer(server: NewServer): Promise<void> {
  await call('POST /api/servers', { body: server });
  notifySuccess(`${server.name} was added`);
  await queryClient.invalidateQueries(serversQuery);
}

export async function deleteServer(name: string): Promise<void> {
  await call('DELETE /api/servers/{name}', { params: { name } });
  notifySuccess(`${name} was removed`);
  queryClient.setQueryData(serversQuery.queryKey, (list) => list?.filter((server) => server.name !== name));
}

/** It goes on after this; how far it is comes with events. */
export async function restartServer(name: string): Promise<void> {
  await call('POST /api/servers/{name}/restart', { params: { name } });
  notifySuccess(`${name} restarts`);
  await queryClient.prefetchQuery({ ...restartQuery(name), staleTime: 0 });
}

/** Says whether it answered; that it did not is no error. */
export async function pingServer(name: string): Promise<void> {
  try {
    const { success } = await call('POST /api/servers/{name}/ping', { params: { name } });
    if (success) notifySuccess(`${name} answers`);
    else notifyWarning(`${name} does not answer`, 'Check that it runs, and that its address is right.');
  } catch (error) {
    notifyFailure(`${name} was not asked`, error);
  }
}
