import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Network } from '../../actors/network.ts';
import { ConfigError } from '../../config/config-error.ts';
import type { Settings } from '../../config/tables/coordinator-keys.ts';
import type { ManagedServerSettings, ManagementSettings } from '../../config/fields/server-fields.ts';
import { AppError } from '../../domain/errors.ts';
import type { AgentDeps } from '../../platform/managed-agent.ts';
import { ManagedNetwork, type ManagedNetworkOptions } from '../../platform/managed-network.ts';
import { parseServerAddress } from '../../platform/server-address.ts';
import type { ServerConnectionSettings } from '../../platform/server-connections.ts';

export interface ManagedNetworkDeps extends AgentDeps {
  readonly settings: Settings;
  /** Certificates that are named without a full path lie here. */
  readonly dataFolder: string;
  readonly network: Network;
}

/**
 * Opens what the configuration says of servers and proxies without a plugin of ours. The servers are in the network from
 * then on, whether they are there or not. Throws a ConfigError for a certificate that cannot be read.
 */
export async function openManagedNetwork(parts: ManagedNetworkDeps): Promise<ManagedNetwork> {
  const { settings, dataFolder, network, ...agents } = parts;
  const servers = Object.entries(settings.servers);
  const proxies = Object.entries(settings.proxies);
  const options: ManagedNetworkOptions = {
    ...agents,
    servers: await Promise.all(
      servers.map(async ([name, server]) => ({
        name,
        profile: {
          type: server.type ?? 'GAME',
          gameName: server.gameName ?? '',
          maxPlayers: server.maxPlayers,
          address: server.address,
        },
        doors: await doorsOf(`servers.${name}`, server, dataFolder),
        rebootCommands: server.rebootCommands,
      })),
    ),
    proxies: await Promise.all(
      proxies.map(async ([name, proxy]) => ({
        name,
        platform: proxy.platform ?? 'modern',
        behindEdge: proxy.behindEdge ?? false,
        doors: await doorsOf(`proxies.${name}`, proxy, dataFolder),
      })),
    ),
  };
  await Promise.all(servers.map(([name, server]) => register(network, name, server)));
  return new ManagedNetwork(options);
}

/** A server that was never up is OFFLINE, not unknown. What the network knows of one already is left to its agent. */
async function register(network: Network, name: string, server: ManagedServerSettings): Promise<void> {
  const profile = {
    name,
    type: server.type ?? 'GAME',
    maxPlayers: server.maxPlayers ?? 100,
    serverId: name,
    gameName: server.gameName ?? '',
    gameData: '',
    canRejoin: false,
    address: server.address ?? null,
  };
  await network.servers.add(profile).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'server_exists')) throw error;
  });
}

/** The doors of one server or proxy; `key` is where they are configured, for errors. */
export async function doorsOf(
  key: string,
  { management, rcon }: Pick<ManagedServerSettings, 'management' | 'rcon'>,
  dataFolder: string,
): Promise<ServerConnectionSettings> {
  const address = rcon === undefined ? undefined : parseServerAddress(rcon.address);
  return {
    ...(management === undefined ? {} : { management: await protocolOf(key, management, dataFolder) }),
    ...(rcon === undefined || address === undefined ? {} : { rcon: { address, password: rcon.password } }),
  };
}

async function protocolOf(
  key: string,
  { url, secret, tls }: ManagementSettings,
  dataFolder: string,
): Promise<NonNullable<ServerConnectionSettings['management']>> {
  if (tls === undefined) return { url, secret };
  const ca = tls.ca === undefined ? {} : { ca: await certificates(key, resolve(dataFolder, tls.ca)) };
  return { url, secret, tls: { ...ca, insecure: tls.insecure === true } };
}

async function certificates(key: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new ConfigError([
      { where: file, key: `${key}.management.tls.ca`, message: `cannot be read: ${reason}` },
    ]);
  }
}
