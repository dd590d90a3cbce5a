import { call } from '../api/client.ts';
import { queryClient, restartQuery, serversQuery } from '../api/queries.ts';
import type { Api } from '../api/schema.ts';
import { notifySuccess, notifyFailure, notifyWarning } from '../ui/notice/notify.ts';

export type NewServer = Api['POST /api/servers']['body'];

/** Adds a server to the network. */
export async function addServer(server: NewServer): Promise<void> {
  await call('POST /api/servers', { body: server });
  notifySuccess(`${server.name} was added`);
  await queryClient.invalidateQueries(serversQuery);
}

/** Removes a server from the network. */
export async function deleteServer(name: string): Promise<void> {
  await call('DELETE /api/servers/{name}', { params: { name } });
  notifySuccess(`${name} was removed`);
  queryClient.setQueryData(serversQuery.queryKey, (list) => list?.filter((server) => server.name !== name));
}

/** Starts a restart, with `force` also where nobody can tell who is on the server; events bring its progress. */
export async function restartServer(name: string, force: boolean): Promise<void> {
  await call('POST /api/servers/{name}/restart', {
    params: { name },
    ...(force ? { query: { force: 'true' } } : {}),
  });
  notifySuccess(`${name} is restarting`);
  await queryClient.prefetchQuery({ ...restartQuery(name), staleTime: 0 });
}

/** Shows whether the server answers a ping. A server without an answer is not an error. */
export async function pingServer(name: string): Promise<void> {
  try {
    const { success } = await call('POST /api/servers/{name}/ping', { params: { name } });
    if (success) notifySuccess(`${name} answers`);
    else
      notifyWarning(`${name} does not answer`, 'Check that it is running and that its address is correct.');
  } catch (error) {
    notifyFailure(`Could not ping ${name}`, error);
  }
}
