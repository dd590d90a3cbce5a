import { call } from '../api/client.ts';
import { queryClient, restartQuery, serversQuery } from '../api/queries.ts';
import type { Api } from '../api/schema.ts';
import { notifyDone, notifyFailed, notifyWarning } from '../ui/notify.ts';

export type NewServer = Api['POST /api/servers']['body'];

export async function addServer(server: NewServer): Promise<void> {
  await call('POST /api/servers', { body: server });
  notifyDone(`${server.name} was added`);
  await queryClient.invalidateQueries(serversQuery);
}

export async function deleteServer(name: string): Promise<void> {
  await call('DELETE /api/servers/{name}', { params: { name } });
  notifyDone(`${name} was removed`);
  queryClient.setQueryData(serversQuery.queryKey, (list) => list?.filter((server) => server.name !== name));
}

/** It goes on after this; how far it is comes with events. */
export async function restartServer(name: string): Promise<void> {
  await call('POST /api/servers/{name}/restart', { params: { name } });
  notifyDone(`${name} restarts`);
  await queryClient.prefetchQuery({ ...restartQuery(name), staleTime: 0 });
}

/** Says whether it answered; that it did not is no error. */
export async function pingServer(name: string): Promise<void> {
  try {
    const { success } = await call('POST /api/servers/{name}/ping', { params: { name } });
    if (success) notifyDone(`${name} answers`);
    else notifyWarning(`${name} does not answer`, 'Check that it runs, and that its address is right.');
  } catch (error) {
    notifyFailed(`${name} was not asked`, error);
  }
}
