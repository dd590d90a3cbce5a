import { once } from 'node:events';
import { Server as SocketServer } from 'node:net';
import minecraft, { type Server, type ServerClient } from 'minecraft-protocol';
import { AppError } from '../../../../src/domain/errors.ts';
import type { Logger } from '../../../../src/runtime/logger.ts';
import { isPlayerName } from '../../../../src/domain/player-name.ts';
import { escapeText, plainText, parseText } from '../../../../src/domain/text/text.ts';
import { componentOf } from '../../../../src/domain/text/text-component.ts';
import type { Uuid } from '../../../../src/domain/uuid.ts';
import { parseUuid } from '../../../../src/domain/uuid.ts';
import { systemClock } from '../../../../src/runtime/clock.ts';
import { ConnectionFaults } from '../../../../src/runtime/faults/connection-faults.ts';
import { FoldedLog } from '../../../../src/runtime/folded-log.ts';
import { offlineUuid } from '../../../../src/runtime/offline-uuid.ts';
import { readLegacyAddress } from '../forwarding/legacy.ts';
import { NotForwarded, type Profile } from '../forwarding/profile.ts';
import { readVelocityAnswer, VELOCITY_CHANNEL, VELOCITY_VERSION } from '../forwarding/velocity.ts';
import { readPackets } from '../packets/library-stream.ts';
import { configure } from './configuration.ts';
import { endsPhase, endWithWords } from './farewell.ts';
import { enterGame } from './enter-game.ts';
import { type GameVersion, gameVersion, OLDEST_PROTOCOL, recordOf, SINCE } from './game-version.ts';
import { LobbyPlayer, type PlayerEvents } from './lobby-player.ts';
import { canSendBack, sendBack } from './send-back.ts';
import { LoginTurns } from './login-turns.ts';
import { newcomerLimit, Newcomers } from './newcomers.ts';

/** How the lobby learns who a player is. */
export type Forwarding =
  | { readonly mode: 'velocity'; readonly secret: string }
  | { readonly mode: 'bungeecord' }
  | { readonly mode: 'bungeeguard'; readonly tokens: readonly string[] }
  /** Not from a proxy: accounts are checked with Mojang, or uuids are made from names. */
  | { readonly mode: 'none'; readonly accounts: boolean };

/** What the lobby's game server is opened with. */
export interface LobbyServerOptions {
  readonly listen: { readonly host: string; readonly port: number };
  readonly forwarding: Forwarding;
  /** Every connection begins with a PROXY header. */
  readonly proxyProtocol: boolean;
  readonly maxPlayers: number;
  /** How many connections may be open that are not in the game; by default more than one edge lets through at once. */
  readonly maxNewcomers?: number;
  /** May have colours. */
  readonly motd: string;
  readonly logger: Logger;
}

/** What the lobby reports of its players. */
export interface LobbyEvents extends PlayerEvents {
  joined(player: LobbyPlayer): void;
  left(player: LobbyPlayer): void;
}

const KEEP_ALIVE_EVERY_MS = 5_000;
const SILENT_AFTER_MS = 25_000;
const CLOSE_WITHIN_MS = 2_000;
const NOT_FORWARDED = 'This server can only be joined through its proxy.';
const TOO_MUCH = 'Your game sends more than this server takes.';

/** The game server of the lobby: accepts players that the proxy forwards, of any version that the library knows. */
export class LobbyServer {
  readonly #options: LobbyServerOptions;
  readonly #events: LobbyEvents;
  readonly #server: Server;
  readonly #players = new Map<Uuid, { readonly player: LobbyPlayer; readonly client: ServerClient }>();
  readonly #profiles = new WeakMap<minecraft.Client, Profile>();
  /** Those of whom it is known who they are. */
  readonly #named = new WeakSet<minecraft.Client>();
  readonly #turns = new LoginTurns();
  readonly #newcomers: Newcomers;
  readonly #faults: ConnectionFaults;
  readonly #excesses: FoldedLog;
  #isClosing = false;

  private constructor(options: LobbyServerOptions, events: LobbyEvents) {
    this.#options = options;
    this.#events = events;
    const { forwarding, listen, motd, maxPlayers, logger } = options;
    const clock = systemClock;
    this.#faults = new ConnectionFaults('lobby', { clock, logger });
    this.#excesses = new FoldedLog({ clock, logger, level: 'warn', event: 'lobby.excess', by: 'from' });
    this.#server = minecraft.createServer({
      ...listen,
      'online-mode': forwarding.mode === 'none' && forwarding.accounts,
      version: false,
      motd: plainText(parseText(motd)),
      motdMsg: componentOf(parseText(motd), Number.MAX_SAFE_INTEGER),
      maxPlayers,
      kickTimeout: SILENT_AFTER_MS,
      checkTimeoutInterval: KEEP_ALIVE_EVERY_MS,
      // The channels are the library's own. Checking how they are written costs 60 ms of CPU for each client.
      validateChannelProtocol: false,
      hideErrors: true,
      beforeLogin: (client) => this.#setProfile(client),
      errorHandler: (client, error) => {
        logger.debug({ event: 'lobby.client-failed', reason: String(error) });
        client.socket.destroy();
      },
    });
    const { proxyProtocol } = options;
    const limit = options.maxNewcomers ?? newcomerLimit(maxPlayers, logger);
    this.#newcomers = new Newcomers(socketsOf(this.#server), { clock, limit, proxyProtocol });
    this.#server.on('error', (error) => logger.error({ event: 'lobby.server-failed', err: error }));
    this.#server.on('connection', (client) => this.#accept(client));
    this.#server.on('login', (client) => this.#configure(client));
  }

  /** Listens, and rejects when the port is taken. */
  static async open(options: LobbyServerOptions, events: LobbyEvents): Promise<LobbyServer> {
    const lobby = new LobbyServer(options, events);
    await once(socketsOf(lobby.#server), 'listening');
    return lobby;
  }

  /** Where it listens. */
  get port(): number {
    const address = socketsOf(this.#server).address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  get players(): Iterable<LobbyPlayer> {
    return Array.from(this.#players.values(), ({ player }) => player);
  }

  /** Throws `platform_unavailable` for a player who is not in the lobby. */
  player(uuid: Uuid): LobbyPlayer {
    const player = this.#players.get(uuid)?.player;
    if (player === undefined) throw new AppError('platform_unavailable', 'The player is not in the lobby');
    return player;
  }

  find(uuid: Uuid): LobbyPlayer | undefined {
    return this.#players.get(uuid)?.player;
  }

  /**
   * Ends the connections of this player with the message, text with colours, also while they log in: by the name, where one
   * is given, because an edge and the lobby may know the player by other uuids. Resolves to whether there was one.
   */
  async kick({ uuid, name }: { uuid: Uuid; name?: string | undefined }, message: string): Promise<boolean> {
    const found = Object.values(this.#server.clients).filter((client) =>
      name === undefined ? parseUuid(client.uuid) === uuid : client.username === name,
    );
    const players = found.filter((client) => !client.ended && this.#named.has(client));
    await Promise.all(players.map((client) => endWithWords(client, message)));
    return players.length > 0;
  }

  /** Whether this player's game can be sent to another server; false for who is not there. */
  canSendBack(uuid: Uuid): boolean {
    const entry = this.#players.get(uuid);
    return entry !== undefined && canSendBack(entry.client.protocolVersion);
  }

  /**
   * Sends the player of this name, who may be known by another uuid elsewhere, back to where they came in; resolves when they are
   * gone. Rejects with `player_not_found`, or with `platform_unavailable`, in words.
   */
  async sendBack(name: string): Promise<void> {
    const entry = [...this.#players.values()].find(({ player }) => player.name === name);
    if (entry === undefined) throw new AppError('player_not_found', 'The player is not in the lobby');
    await sendBack(entry.client);
  }

  /** Kicks every player with this message and closes the port. */
  async close(message: string): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    const sockets = socketsOf(this.#server);
    const closed = once(sockets, 'close');
    for (const client of Object.values(this.#server.clients)) void endWithWords(client, escapeText(message));
    sockets.close();
    const late = setTimeout(() => {
      for (const client of Object.values(this.#server.clients)) client.socket.destroy();
    }, CLOSE_WITHIN_MS);
    await closed;
    clearTimeout(late);
    this.#newcomers.close();
    this.#faults.close();
    this.#excesses.close();
  }

  /** Ends the connection of a client that sends too much; before the game nobody reads why. */
  #cutOff(client: ServerClient, reason: string): void {
    const name = this.#named.has(client) ? client.username : undefined;
    this.#excesses.note(client.socket.remoteAddress ?? '', { name, reason });
    if (client.state === minecraft.states.PLAY) void endWithWords(client, TOO_MUCH);
    else client.socket.destroy();
  }

  /** Holds the library's login back until it is known who the player is. */
  #accept(client: ServerClient): void {
    readPackets(client, {
      clock: systemClock,
      faults: this.#faults,
      exceeded: (reason) => this.#cutOff(client, reason),
    });
    client.socket.setNoDelay(true);
    client.once('set_protocol', (packet: unknown) => {
      // A player who was transferred from another server sends 3, which the library does not know.
      if (recordOf(packet)['nextState'] === 3) client.state = minecraft.states.LOGIN;
    });
    const logIn = client.listeners('login_start');
    client.removeAllListeners('login_start');
    client.once('login_start', (packet: unknown) => {
      const { username } = recordOf(packet);
      void this.#logIn(client, typeof username === 'string' ? username : '', (name) => {
        // Only the name is passed on: keys and signatures are between the player and the proxy.
        for (const listener of logIn) listener.call(client, { username: name });
      });
    });
  }

  async #logIn(client: ServerClient, name: string, proceed: (name: string) => void): Promise<void> {
    try {
      const profile = await this.#identify(client, name);
      if (!(await this.#turns.next(client, 'begin'))) return;
      if (profile !== null) {
        this.#profiles.set(client, profile);
        this.#setProfile(client);
      }
      proceed(profile?.name ?? name);
    } catch (error) {
      this.#refuse(client, error);
    }
  }

  /** Who the player is; null where the library checks the account. */
  async #identify(client: ServerClient, name: string): Promise<Profile | null> {
    const { forwarding } = this.#options;
    if (client.protocolVersion < OLDEST_PROTOCOL || gameVersion(client.protocolVersion) === undefined) {
      throw new Unsupported(
        'This server needs Minecraft 1.8 or newer, and may not support the newest version yet.',
      );
    }
    if (!isPlayerName(name)) throw new Unsupported('This name is not valid.');
    const { serverHost } = recordOf(client);
    const address = typeof serverHost === 'string' ? serverHost : '';
    switch (forwarding.mode) {
      case 'velocity':
        if (client.protocolVersion < SINCE.flattening) {
          throw new Unsupported('This server needs Minecraft 1.13 or newer.');
        }
        return readVelocityAnswer(await this.#requestVelocity(client), forwarding.secret);
      case 'bungeecord':
        return readLegacyAddress(address, name, undefined);
      case 'bungeeguard':
        return readLegacyAddress(address, name, forwarding.tokens);
      default:
        return forwarding.accounts ? null : { uuid: offlineUuid(name), name, ip: '' };
    }
  }

  #requestVelocity(client: ServerClient): Promise<Buffer | undefined> {
    const messageId = 1;
    return new Promise((resolve) => {
      client.once('login_plugin_response', (packet: unknown) => {
        const answer = recordOf(packet);
        const isOurs = answer['messageId'] === messageId && Buffer.isBuffer(answer['data']);
        resolve(isOurs && Buffer.isBuffer(answer['data']) ? answer['data'] : undefined);
      });
      client.once('end', () => resolve(undefined));
      const data = Buffer.from([VELOCITY_VERSION]);
      client.write('login_plugin_request', { messageId, channel: VELOCITY_CHANNEL, data });
    });
  }

  #refuse(client: ServerClient, error: unknown): void {
    const { logger } = this.#options;
    if (error instanceof Unsupported) {
      client.end(error.message);
      return;
    }
    if (error instanceof NotForwarded) {
      logger.warn({ event: 'lobby.not-forwarded', reason: error.message, from: client.socket.remoteAddress });
    } else logger.error({ event: 'lobby.login-failed', err: error });
    client.end(NOT_FORWARDED);
  }

  /** Replaces the uuid that the library has made from the name by the forwarded one. */
  #setProfile(client: minecraft.Client): void {
    const profile = this.#profiles.get(client);
    if (profile === undefined) return;
    client.uuid = profile.uuid;
    client.username = profile.name;
    this.#named.add(client);
  }

  #configure(client: ServerClient): void {
    this.#named.add(client);
    const version = gameVersion(client.protocolVersion);
    const uuid = parseUuid(client.uuid);
    if (version === undefined || uuid === undefined) {
      client.socket.destroy();
      return;
    }
    const enter = (): void => void this.#enter(client, version, uuid);
    if (version.configures('finish_configuration')) {
      endsPhase(client);
      configure(client, version, this.#turns, enter);
    } else enter();
  }

  async #enter(client: ServerClient, version: GameVersion, uuid: Uuid): Promise<void> {
    if (!(await this.#turns.next(client, 'enter'))) return;
    const before = this.#players.get(uuid);
    if (before === undefined && this.#players.size >= this.#options.maxPlayers) {
      client.end('The lobby is full.');
      return;
    }
    if (before !== undefined) {
      this.#forget(uuid, before.client);
      before.player.disconnect('You joined from another location.');
    }
    this.#newcomers.entered(client.socket);
    const player = new LobbyPlayer({ uuid, name: client.username }, client, version, this.#events);
    this.#players.set(uuid, { player, client });
    client.once('end', () => this.#forget(uuid, client));
    enterGame(client, version, this.#options.maxPlayers);
    this.#events.joined(player);
  }

  #forget(uuid: Uuid, client: ServerClient): void {
    const entry = this.#players.get(uuid);
    if (entry?.client !== client) return;
    this.#players.delete(uuid);
    this.#newcomers.left(client.socket);
    this.#events.left(entry.player);
  }
}

/** The lobby refuses this client; the message is for the player. */
class Unsupported extends Error {
  override readonly name = 'Unsupported';
}

/** The library's types do not have it. */
function socketsOf(server: Server): SocketServer {
  if ('socketServer' in server && server.socketServer instanceof SocketServer) return server.socketServer;
  throw new TypeError('the library has no socket');
}
