import type { Socket } from 'node:net';
import { within } from '../../runtime/deadline.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { ServerManagement } from '../server-management.ts';
import type { Connected } from './connect-upstream.ts';
import type { EdgeOptions } from './edge-options.ts';
import type { PlayerSessions, ClientSession } from './player-sessions.ts';
import { splice } from './splice.ts';
import { UpstreamLogin } from './protocol/upstream-login.ts';

/** So long after the server behind let a login pass the player counts as online, unless a server has told before. */
const JOINED_AFTER_MS = 2_000;
/** How long the server may take to send a player away with words; then the connection is cut. */
const KICK_WITHIN_MS = 2_000;
const GONE_WITHIN_MS = 1_000;

export interface ForwardedSessionOptions extends Pick<EdgeOptions, 'clock' | 'logger' | 'managementOf'> {
  readonly players: PlayerSessions;
  readonly client: Socket;
  readonly uuid: Uuid;
  readonly name: string;
  readonly ip: string;
  /** Refuses the login with these words, as long as the client has not been passed on. */
  readonly refuse: (message: string) => void;
}

/** An admitted player on the way to a server and there. */
export class ForwardedSession implements ClientSession {
  readonly #options: ForwardedSessionOptions;
  readonly #gone: Promise<void>;
  #isGone: () => void = () => undefined;
  #behind: Connected | null = null;
  #timer: unknown = null;
  server: string | null = null;
  seenOn: string | null = null;
  joinedAt: number | null = null;
  /** False once the player was sent away on the way in. */
  isWelcome = true;

  constructor(options: ForwardedSessionOptions) {
    this.#options = options;
    this.#gone = new Promise((resolve) => {
      this.#isGone = resolve;
    });
    options.players.add(this);
  }

  get uuid(): Uuid {
    return this.#options.uuid;
  }

  get name(): string {
    return this.#options.name;
  }

  get ip(): string {
    return this.#options.ip;
  }

  get isPassedOn(): boolean {
    return this.#behind !== null;
  }

  /** No server takes the player, or the client is gone before one did. */
  abandon(): void {
    this.#options.players.remove(this);
    this.#isGone();
  }

  /** Passes the client on: `opening` is what the server hears first, `server` its name in the network if it is known. */
  passOn(behind: Connected, opening: Buffer, server: string | null): void {
    const { client, clock, players } = this.#options;
    this.#behind = behind;
    this.server = server;
    behind.socket.write(opening);
    const login = new UpstreamLogin();
    const watch = (piece: Buffer): void => {
      if (!login.hasPassed(piece)) return;
      behind.socket.off('data', watch);
      this.#timer = clock.setTimeout(() => players.join(this), JOINED_AFTER_MS);
    };
    behind.socket.on('data', watch);
    splice(client, behind.socket, clock, {
      ending: () => {
        behind.socket.off('data', watch);
        clock.clearTimeout(this.#timer);
        players.remove(this);
      },
      closed: this.#isGone,
    });
  }

  /** Sends the player away: with a refusal on the way in, afterwards through the server, and if that fails without words. */
  async dismiss(message: string): Promise<void> {
    const { client, refuse } = this.#options;
    this.isWelcome = false;
    if (this.#behind === null) {
      refuse(message);
      return;
    }
    if ((await this.#kickByServer(message)) && (await this.#isGoneSoon())) return;
    client.destroy();
    this.#behind.socket.destroy();
    await this.#gone;
  }

  /** Speaks to the player through the server they are on; nothing comes of it where there is no way to. */
  async say(message: string): Promise<void> {
    const { uuid, name } = this.#options;
    const [management] = this.#managements();
    await management?.message({ uuid, name }, message);
  }

  async #kickByServer(message: string): Promise<boolean> {
    const { uuid, name, clock, logger } = this.#options;
    for (const management of this.#managements()) {
      try {
        const kick = management.kick({ uuid, name }, message);
        const wait = 'The server did not kick in time';
        if (await within(clock, KICK_WITHIN_MS, kick, 'platform_unavailable', wait)) return true;
      } catch (error) {
        logger.warn({ event: 'edge.kick-without-words', uuid, name, err: error });
      }
    }
    return false;
  }

  /** The server the player was seen on, and the proxy or server that the connection leads to. */
  #managements(): ServerManagement[] {
    const names = new Set([this.seenOn, this.#behind?.upstream.name ?? this.server]);
    return [...names].flatMap((name) => {
      const management = name === null ? undefined : this.#options.managementOf(name);
      return management === undefined ? [] : [management];
    });
  }

  #isGoneSoon(): Promise<boolean> {
    const { clock } = this.#options;
    const gone = this.#gone.then(() => true);
    return within(clock, GONE_WITHIN_MS, gone, 'platform_unavailable', 'The player stayed').catch(
      () => false,
    );
  }
}
