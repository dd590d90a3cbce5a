import { call } from '../api/client.ts';
import { proxyQuery, queryClient } from '../api/queries.ts';
import type { Api, ProxyStatus } from '../api/schema.ts';

export type ProxyPatch = Api['PUT /api/proxy/status']['body'];

/** Changes the settings in `patch`; the page shows the status that the coordinator returns. */
export async function saveProxy(patch: ProxyPatch): Promise<void> {
  const status = await call('PUT /api/proxy/status', { body: patch });
  queryClient.setQueryData(proxyQuery.queryKey, status);
}

/** `saveProxy` for switches: the page shows the change at once and undoes it if the call fails. */
export async function switchProxy(
  change: { readonly maintenance?: boolean; readonly preventJoin?: boolean },
  kickPlayers = false,
): Promise<void> {
  await showAndRun(
    (known) => ({ ...known, ...change }),
    () => saveProxy(kickPlayers ? { ...change, kickPlayers } : change),
  );
}

/** Adds a name to the bypass list. */
export async function addBypass(player: string): Promise<void> {
  await showAndRun(
    (known) => ({ ...known, maintenanceBypass: [...known.maintenanceBypass, player] }),
    async () => setBypass(await call('POST /api/proxy/maintenance-bypass', { body: { player } })),
  );
}

/** Removes a name from the bypass list; the page shows that when the coordinator has. */
export async function removeBypass(player: string): Promise<void> {
  setBypass(await call('DELETE /api/proxy/maintenance-bypass', { query: { player } }));
}

function setBypass(maintenanceBypass: readonly string[]): void {
  queryClient.setQueryData(proxyQuery.queryKey, (known) => known && { ...known, maintenanceBypass });
}

/** Shows a change, runs the call for it, and undoes the change if the call fails. */
async function showAndRun(
  change: (known: ProxyStatus) => ProxyStatus,
  run: () => Promise<void>,
): Promise<void> {
  const before = queryClient.getQueryData(proxyQuery.queryKey);
  queryClient.setQueryData(proxyQuery.queryKey, (known) => known && change(known));
  try {
    await run();
  } catch (error) {
    queryClient.setQueryData(proxyQuery.queryKey, before);
    // Another admin may have changed the status meanwhile.
    void queryClient.invalidateQueries(proxyQuery);
    throw error;
  }
}
