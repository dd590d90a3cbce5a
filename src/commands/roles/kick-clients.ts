import type { Settings } from '../../config/tables/coordinator-keys.ts';
import { MsmpClient } from '../../platform/msmp/msmp-client.ts';
import { RconClient } from '../../platform/rcon/rcon-client.ts';
import type { ConnectionsDeps } from '../../platform/server-connections.ts';
import type { ServerManagement, ServerWatcher } from '../../platform/server-management.ts';
import { doorsOf } from './managed-network.ts';

/** The ways to servers and proxies by which an edge in a process of its own has players sent away with words. */
export interface KickClients {
  managementOf(name: string): ServerManagement | undefined;
  close(): Promise<void>;
}

/** Who is where is the coordinator's business; here nobody looks. */
const nobody: ServerWatcher = {
  seen: () => undefined,
  joined: () => undefined,
  left: () => undefined,
  gone: () => undefined,
};

/** Opens them as configured. Throws a ConfigError for a certificate that cannot be read. */
export async function openKickClients(
  { servers, proxies }: Settings,
  dataFolder: string,
  parts: ConnectionsDeps,
): Promise<KickClients> {
  const doors = new Map<string, ServerManagement>();
  const open = async (section: string, name: string, settings: Parameters<typeof doorsOf>[1]) => {
    const { management, rcon } = await doorsOf(`${section}.${name}`, settings, dataFolder);
    if (management !== undefined) {
      doors.set(name, new MsmpClient({ name, ...management, ...parts, watcher: nobody }));
    } else if (rcon !== undefined) doors.set(name, new RconClient({ name, ...rcon, ...parts }));
  };
  // A server hides a proxy of its name, as in the coordinator.
  for (const [name, proxy] of Object.entries(proxies)) {
    if (!Object.hasOwn(servers, name)) await open('proxies', name, proxy);
  }
  for (const [name, server] of Object.entries(servers)) await open('servers', name, server);
  return {
    managementOf: (name) => doors.get(name),
    close: async () => {
      await Promise.all(Array.from(doors.values(), (door) => door.close()));
    },
  };
}
