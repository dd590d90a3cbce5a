import type { Settings } from '../../config/tables/coordinator-keys.ts';
import { ManagedNetwork } from '../../platform/managed-network.ts';
import type { PlatformDeps } from '../../platform/platform-deps.ts';
import { openServerConnections, type ServerConnections } from '../../platform/server-connections.ts';
import { caKeyOf, type ConnectionConfig, connectionSettings } from './connection-settings.ts';

/**
 * Opens connections to the configured servers and proxies by which an edge in a process of its own kicks players with a
 * message. It reports nothing about them: that is the coordinator's task. Throws a ConfigError for a certificate that
 * cannot be read.
 */
export async function openKickClients(
  { servers, proxies }: Settings,
  dataFolder: string,
  deps: PlatformDeps,
): Promise<ManagedNetwork> {
  const members: [string, ServerConnections][] = [];
  const open = async (section: 'servers' | 'proxies', name: string, config: ConnectionConfig) => {
    const settings = await connectionSettings(caKeyOf(section, name), config, dataFolder);
    members.push([name, openServerConnections(name, settings, undefined, deps)]);
  };
  // A server takes precedence over a proxy of its name, as in the coordinator.
  for (const [name, proxy] of Object.entries(proxies)) {
    if (!Object.hasOwn(servers, name)) await open('proxies', name, proxy);
  }
  for (const [name, server] of Object.entries(servers)) await open('servers', name, server);
  return new ManagedNetwork(members);
}
