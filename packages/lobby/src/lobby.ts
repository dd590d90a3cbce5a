import { Backend } from '../../../src/backend/backend.ts';
import { AgentClient, type Order } from '../../../src/channel/client/agent-client.ts';
import { menuSettings } from '../../../src/commands/roles/backend-settings.ts';
import { parseListenAddress } from '../../../src/config/fields/listen-address.ts';
import { environmentName } from '../../../src/config/tables/key-table.ts';
import { AppError } from '../../../src/domain/errors.ts';
import { parseText } from '../../../src/domain/text/text.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import type { Random } from '../../../src/runtime/backoff.ts';
import type { Clock } from '../../../src/runtime/clock.ts';
import type { Logger } from '../../../src/runtime/logger.ts';
import { LOBBY_TABLE, type LobbySettings } from './config/lobby-keys.ts';
import type { Forwarding } from './game/lobby-server.ts';
import { LobbyHost } from './lobby-host.ts';
import { WaitingRoom } from './waiting-room.ts';

/** What a lobby is opened with. */
export interface LobbyDeps {
  readonly settings: LobbySettings;
  readonly version: string;
  /** Called when the coordinator reboots the lobby, after every player was kicked with its message. */
  readonly restart: () => void;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
}

/** A lobby that is open. */
export interface Lobby {
  /** Where players or their proxy connect. */
  readonly port: number;
  close(): Promise<void>;
}

/** Joins that come together are reported together. */
const REPORT_AFTER_MS = 50;

/** Opens the lobby: the game server that players are on, the backend role, and the agent of both. */
export async function openLobby(deps: LobbyDeps): Promise<Lobby> {
  const { settings, clock, logger, random, version } = deps;
  const server = settings['server.name'];
  const playerUuids = (): Uuid[] => Array.from(host.players, ({ uuid }) => uuid);
  let reportTimer: unknown = null;
  const host = new LobbyHost({
    ...hostSettings(settings),
    playersChanged: () => {
      reportTimer ??= clock.setTimeout(() => {
        reportTimer = null;
        agent.send({ type: 'server.update', players: playerUuids() });
      }, REPORT_AFTER_MS);
    },
    left: (uuid) => waitingRoom.left(uuid),
    logger,
  });
  const backend = new Backend({
    server,
    settings: menuSettings(settings),
    host,
    playerOn: (uuid) => host.find(uuid),
    clock,
    logger,
    random,
  });
  const agent = new AgentClient({
    url: settings['coordinator.url'],
    secret: settings['coordinator.secret'],
    secretSetting: `coordinator.secret in config.yml, or ${environmentName(LOBBY_TABLE, 'coordinator.secret')}`,
    hello: { role: 'backend', name: server, platform: 'server', version, epoch: clock.now() },
    clock,
    logger,
    random,
    resync: () => {
      agent.send({ type: 'server', ...profileOf(settings), players: playerUuids() });
    },
    kicks: true,
    menus: true,
    // Who came by a proxy would come back to it.
    transfers: settings['forwarding.mode'] === 'none',
    receive: (order) => (backend.receive(order) ? undefined : execute(order)),
  });
  let isRebooting = false;
  const execute = (order: Order): void | Promise<void> => {
    if (order.type === 'player.kick') return host.kick(order, order.message);
    if (order.type === 'player.transfer') return host.sendBack(order);
    if (order.type === 'player.message') {
      for (const player of host.players) player.tell(parseText(order.message));
    }
    if (order.type !== 'reboot') return undefined;
    if (isRebooting) throw new AppError('server_restarting');
    isRebooting = true;
    clock.setTimeout(() => {
      agent.send({ type: 'reboot.progress', reboot: order.reboot, phase: 'stopping' });
      void host.closeWith(order.message).finally(() => deps.restart());
    }, order.countdownSeconds * 1_000);
    return undefined;
  };
  const waitingRoom = new WaitingRoom({
    server,
    source: backend.source,
    players: () => host.players,
    texts: {
      maintenance: settings['waiting.maintenance'],
      noHub: settings['waiting.noHub'],
      open: settings['waiting.open'],
    },
    moveTo: settings['waiting.moveTo'].filter((name) => name !== server),
    move: async (player, to) => {
      if (await host.move(player, to)) return;
      await agent.request({ type: 'player.send', uuid: player.uuid, server: to });
    },
    clock,
    logger,
  });
  const close = async (): Promise<void> => {
    clock.clearTimeout(reportTimer);
    waitingRoom.close();
    await backend.close();
    await agent.close();
  };
  try {
    await backend.open();
  } catch (error) {
    await close();
    throw error;
  }
  backend.linked(agent);
  return { port: host.port, close };
}

function hostSettings(settings: LobbySettings) {
  return {
    listen: parseListenAddress(settings['lobby.listen']) ?? { host: '127.0.0.1', port: 0 },
    forwarding: forwardingOf(settings),
    proxyProtocol: settings['lobby.proxyProtocol'],
    maxPlayers: settings['lobby.maxPlayers'],
    motd: settings['lobby.motd'],
    closing: settings['messages.closing'],
    tooOld: settings['messages.tooOld'],
  };
}

function forwardingOf(settings: LobbySettings): Forwarding {
  const mode = settings['forwarding.mode'];
  switch (mode) {
    case 'velocity':
      return { mode, secret: settings['forwarding.secret'] };
    case 'bungeeguard':
      return { mode, tokens: settings['forwarding.tokens'] };
    case 'none':
      return { mode, accounts: settings['forwarding.accounts'] };
    default:
      return { mode };
  }
}

function profileOf(settings: LobbySettings) {
  const address = settings['server.address'];
  return {
    serverType: settings['server.type'],
    maxPlayers: settings['lobby.maxPlayers'],
    serverId: settings['server.name'],
    gameName: settings['server.gameName'],
    gameData: '',
    canRejoin: false,
    state: 'IDLE' as const,
    ...(address === '' ? {} : { address }),
  };
}
