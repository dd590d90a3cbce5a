import { call } from '../api/client.ts';
import { proxyQuery, queryClient } from '../api/queries.ts';
import type { Api, ProxyStatus } from '../api/schema.ts';

export type ProxyPatch = Api['PUT /api/proxy/status']['body'];

/** Changes what is named and nothing else; the page shows what the coordinator answers. */
export async function saveProxy(patch: ProxyPatch): Promise<void> {
  const status = await call('PUT /api/proxy/status', { body: patch });
  queryClient.setQueryData(proxyQuery.queryKey, status);
}

/** The same, shown before it is done and taken back if it is refused: for switches, which lag otherwise. */
export async function switchProxy(
  shown: { readonly maintenance?: boolean; readonly preventJoin?: boolean },
  kickPlayers = false,
): Promise<void> {
  await tryOut(
    (known) => ({ ...known, ...shown }),
    () => saveProxy(kickPlayers ? { ...shown, kickPlayers } : shown),
  );
}

export async function addBypass(player: string): Promise<void> {
  await tryOut(
    (known) => ({ ...known, maintenanceBypass: [...known.maintenanceBypass, player] }),
    async () => setBypass(await call('POST /api/proxy/maintenance-bypass', { body: { player } })),
  );
}

export async function removeBypass(player: string): Promise<void> {
  await tryOut(
    (known) => ({ ...known, maintenanceBypass: known.maintenanceBypass.filter((name) => name !== player) }),
    async () => setBypass(await call('DELETE /api/proxy/maintenance-bypass', { query: { player } })),
  );
}

function setBypass(maintenanceBypass: readonly string[]): void {
  queryClient.setQueryData(proxyQuery.queryKey, (known) => known && { ...known, maintenanceBypass });
}

async function tryOut(change: (known: ProxyStatus) => ProxyStatus, run: () => Promise<void>): Promise<void> {
  const before = queryClient.getQueryData(proxyQuery.queryKey);
  queryClient.setQueryData(proxyQuery.queryKey, (known) => known && change(known));
  try {
    await run();
  } catch (error) {
    queryClient.setQueryData(proxyQuery.queryKey, before);
    // Others may have changed it meanwhile.
    void queryClient.invalidateQueries(proxyQuery);
    throw error;
  }
}
