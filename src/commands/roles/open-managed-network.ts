import type { Network } from '../../actors/network.ts';
import type { Settings } from '../../config/tables/coordinator-keys.ts';
import type { ManagedServerSettings } from '../../config/fields/server-fields.ts';
import { AppError } from '../../domain/errors.ts';
import { DEFAULT_MAX_PLAYERS, DEFAULT_SERVER_TYPE } from '../../domain/server.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { AgentDeps } from '../../platform/managed-agent.ts';
import { type ManagedMember, ManagedNetwork } from '../../platform/managed-network.ts';
import { ManagedProxy } from '../../platform/managed-proxy.ts';
import { ManagedServer, type ManagedServerProfile } from '../../platform/managed-server.ts';
import { openServerConnections } from '../../platform/server-connections.ts';
import { caKeyOf, connectionSettings } from './connection-settings.ts';

export interface ManagedNetworkDeps extends AgentDeps {
  readonly settings: Pick<Settings, 'servers' | 'proxies'>;
  /** Certificates that are named without a full path are in this folder. */
  readonly dataFolder: string;
  readonly network: Network;
}

/**
 * Opens the configured servers and proxies that have no plugin. The servers are in the network from then on, whether
 * they answer or not. Throws a ConfigError for a certificate that cannot be read.
 */
export async function openManagedNetwork(deps: ManagedNetworkDeps): Promise<ManagedNetwork> {
  const { settings, dataFolder, network, ...agents } = deps;
  const proxies = await Promise.all(
    Object.entries(settings.proxies).map(async ([name, proxy]) => ({
      name,
      platform: proxy.platform ?? 'modern',
      behindEdge: proxy.behindEdge ?? false,
      connections: await connectionSettings(caKeyOf('proxies', name), proxy, dataFolder),
    })),
  );
  const servers = await Promise.all(
    Object.entries(settings.servers).map(async ([name, server]) => ({
      name,
      profile: profileOf(server),
      rebootCommands: server.rebootCommands,
      connections: await connectionSettings(caKeyOf('servers', name), server, dataFolder),
    })),
  );
  await Promise.all(servers.map(({ name, profile }) => register(network, name, profile)));
  const uuidOf = (name: string): Uuid | undefined => network.players.uuidOf(name);
  const openProxy = ({ behindEdge, ...proxy }: (typeof proxies)[number]): ManagedMember =>
    // The edge reports its players, so the proxy gets no agent and is only used for kicks and messages.
    behindEdge
      ? openServerConnections(proxy.name, proxy.connections, undefined, agents)
      : new ManagedProxy({ ...proxy, ...agents });
  return new ManagedNetwork([
    ...proxies.map((proxy) => [proxy.name, openProxy(proxy)] as const),
    ...servers.map((server) => [server.name, new ManagedServer({ ...server, ...agents, uuidOf })] as const),
  ]);
}

function profileOf({ type, gameName, maxPlayers, address }: ManagedServerSettings): ManagedServerProfile {
  return { type: type ?? DEFAULT_SERVER_TYPE, gameName: gameName ?? '', maxPlayers, address };
}

/**
 * Adds a configured server to the network, so that one that was never up is OFFLINE and not unknown. A server that the
 * network has already stays as it is.
 */
async function register(
  network: Network,
  name: string,
  { type, gameName, maxPlayers, address }: ManagedServerProfile,
): Promise<void> {
  const profile = {
    name,
    type,
    maxPlayers: maxPlayers ?? DEFAULT_MAX_PLAYERS,
    serverId: name,
    gameName,
    gameData: '',
    canRejoin: false,
    address: address ?? null,
  };
  await network.servers.add(profile).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'server_exists')) throw error;
  });
}
