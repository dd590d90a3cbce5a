import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { Backend } from '../../backend/backend.ts';
import { ChannelHost } from '../../backend/hosts/channel/channel-host.ts';
import { ConsoleHost } from '../../backend/hosts/console/console-host.ts';
import { Introduction } from '../../backend/introduction.ts';
import { type LocalServer, openLocalServer } from '../../backend/local/local-server.ts';
import type { MenuHost } from '../../backend/menus/menu-host.ts';
import {
  listPlaceholders,
  renderPieces,
  renderPlaceholders,
} from '../../backend/placeholders/placeholders.ts';
import type { CoordinatorAccess } from '../../channel/client/agent-client.ts';
import { BACKEND_TABLE, type BackendSettings } from '../../config/tables/backend-keys.ts';
import { environmentName } from '../../config/tables/key-table.ts';
import { parseListenAddress } from '../../config/fields/listen-address.ts';
import { DEFAULT_MAX_PLAYERS } from '../../domain/server.ts';
import { ManagedServer, type ManagedServerOptions } from '../../platform/managed-server.ts';
import type { PlatformDeps } from '../../platform/platform-deps.ts';
import { parseServerAddress } from '../../platform/server-address.ts';
import { menuSettings } from './backend-settings.ts';
import { httpUrl } from '../http-url.ts';
import { type ConnectionConfig, connectionSettings } from './connection-settings.ts';

export interface BackendRoleDeps extends PlatformDeps {
  readonly settings: BackendSettings;
  /** Certificates that are named without a full path are in this folder. */
  readonly dataFolder: string;
  readonly version: string;
}

/** A running backend role. */
export interface BackendRole {
  readonly server: string;
  /** URL of the server for plugins on this machine; undefined when it is off. */
  readonly local: string | undefined;
  close(): Promise<void>;
}

/** Assembles the backend role: the agent of the game server, its menus and placeholders, and the server for plugins. */
export async function openBackendRole(deps: BackendRoleDeps): Promise<BackendRole> {
  const { settings, dataFolder, clock, logger, random, version } = deps;
  const server = settings['server.name'];
  const connections = await connectionSettings('management.ca', connectionConfig(settings), dataFolder);
  // Each needs the other: the host reads who is on the server, and the server notifies its extension.
  let managed: ManagedServer | undefined;
  const { console, channel } = hostsOf(deps, {
    run: async (command) => (await managed?.console?.run(command)) ?? '',
    players: () => managed?.players() ?? [],
    render: (player, text) => renderPlaceholders(backend.source, player, text),
    report: (report) => managed?.reportGame(report),
  });
  const host: MenuHost | undefined = console ?? channel;
  const backend: Backend = new Backend({
    server,
    settings: menuSettings(settings),
    host,
    playerOn: (uuid) => managed?.player(uuid),
    clock,
    logger,
    random,
  });
  await backend.open();
  const local = await openLocal(settings, backend, channel, { clock, logger });
  const coordinator = {
    url: settings['coordinator.url'],
    secret: settings['coordinator.secret'],
    secretSetting: `coordinator.secret in config.yml, or ${environmentName(BACKEND_TABLE, 'coordinator.secret')}`,
  };
  const options = serverOptions(settings);
  const introduction = introduce(options, coordinator, deps);
  managed = new ManagedServer({
    ...options,
    connections,
    coordinator,
    version,
    extension: {
      prepare: async () => console?.prepare(),
      clientChanged: (client) => {
        void introduction.close();
        backend.linked(client);
      },
      receive: (order) => backend.receive(order),
      left: (uuid) => backend.left(uuid),
      hasMenus: backend.hasMenus,
    },
    clock,
    logger,
    random,
  });
  const agent = managed;
  const { host: localHost = '' } = parseListenAddress(settings['local.listen']) ?? {};
  return {
    server,
    local: local && httpUrl(localHost, local.port),
    close: async () => {
      await local?.close();
      await backend.close();
      await Promise.all([introduction.close(), agent.close()]);
    },
  };
}

function introduce(
  { name, profile, rebootOverrides }: Pick<ManagedServerOptions, 'name' | 'profile' | 'rebootOverrides'>,
  coordinator: CoordinatorAccess,
  { settings, version, clock, logger, random }: BackendRoleDeps,
): Introduction {
  const { type, gameName, maxPlayers = DEFAULT_MAX_PLAYERS, address, canRejoin = false } = profile;
  return new Introduction({
    coordinator,
    hello: { role: 'backend', name, platform: 'server', version, epoch: clock.now() },
    profile: {
      serverType: type,
      serverId: name,
      gameName,
      gameData: '',
      maxPlayers,
      canRejoin,
      ...(address === undefined ? {} : { address }),
      ...(rebootOverrides === undefined ? {} : { reboot: rebootOverrides }),
    },
    reachedAt: [settings['management.url'], settings['rcon.address']].filter((address) => address !== ''),
    clock,
    logger,
    random,
  });
}

type HostDeps = Pick<ConstructorParameters<typeof ConsoleHost>[0], 'run' | 'players'> &
  Pick<ConstructorParameters<typeof ChannelHost>[0], 'render' | 'report'>;

function hostsOf(
  { settings, clock, logger }: BackendRoleDeps,
  { run, players, render, report }: HostDeps,
): { console?: ConsoleHost; channel?: ChannelHost } {
  if (settings['menus.host'] === 'channel') {
    return { channel: new ChannelHost({ server: settings['server.name'], render, report, clock, logger }) };
  }
  if (settings['menus.host'] === 'off') return {};
  const transfers = Object.entries(settings['menus.console.transfers']).flatMap(([name, address]) => {
    const target = parseServerAddress(address);
    return target === undefined ? [] : [[name, target] as const];
  });
  return {
    console: new ConsoleHost({
      run,
      players,
      style: settings['menus.console.style'],
      transfers: new Map(transfers),
      lookEveryMs: settings['menus.console.lookEveryMs'],
      clock,
      logger,
    }),
  };
}

async function openLocal(
  settings: BackendSettings,
  { source }: Backend,
  channel: ChannelHost | undefined,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): Promise<LocalServer | undefined> {
  const listen = parseListenAddress(settings['local.listen']);
  if (listen === null) return undefined;
  return openLocalServer({
    listen,
    placeholders: {
      list: (player) => listPlaceholders(source, player),
      render: (player, text) => renderPieces(source, player, text),
    },
    channel: channel && { secret: settings['local.secret'], attach: (socket) => channel.attach(socket) },
    clock,
    logger,
  });
}

function connectionConfig(settings: BackendSettings): ConnectionConfig {
  const url = settings['management.url'];
  const address = settings['rcon.address'];
  const ca = settings['management.ca'];
  const isSecure = url.startsWith('wss:');
  return {
    ...(url === ''
      ? {}
      : {
          management: {
            url,
            secret: settings['management.secret'],
            ...(isSecure
              ? { tls: { ...(ca === '' ? {} : { ca }), insecure: settings['management.insecure'] } }
              : {}),
          },
        }),
    ...(address === '' ? {} : { rcon: { address, password: settings['rcon.password'] } }),
  };
}

function serverOptions(
  settings: BackendSettings,
): Pick<ManagedServerOptions, 'name' | 'profile' | 'rebootCommands' | 'rebootOverrides'> {
  const fallbacks = settings['reboot.fallbacks'];
  const commands = settings['reboot.commands'];
  return {
    name: settings['server.name'],
    profile: {
      type: settings['server.type'],
      gameName: settings['server.gameName'],
      maxPlayers: settings['server.maxPlayers'] || undefined,
      address: settings['server.address'] || undefined,
      canRejoin: settings['server.canRejoin'],
    },
    rebootCommands: commands.length === 0 ? undefined : commands,
    rebootOverrides: { force: settings['reboot.force'], ...(fallbacks.length === 0 ? {} : { fallbacks }) },
  };
}
