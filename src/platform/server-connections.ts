import { MsmpClient } from './msmp/msmp-client.ts';
import type { TlsOptions } from './msmp/rpc-socket.ts';
import type { PlatformDeps } from './platform-deps.ts';
import { PlayerPoll } from './rcon/player-poll.ts';
import { RconClient, type RconOptions } from './rcon/rcon-client.ts';
import type { HostAndPort } from './server-address.ts';
import type { ServerListener, ServerManagement } from './server-management.ts';

/** How one server is reached; it has at least one of the two. */
export interface ServerConnectionSettings {
  readonly management?: { readonly url: string; readonly secret: string; readonly tls?: TlsOptions };
  readonly rcon?: { readonly address: HostAndPort; readonly password: string };
}

/** The open connections to one server. */
export interface ServerConnections {
  /** The management protocol where there is one, else the remote console. */
  readonly management: ServerManagement;
  /** The remote console, for commands of the operator. */
  readonly console: RconClient | undefined;
  /** Why the server cannot be reached now, with what to check; undefined while it can. */
  readonly closedReason: string | undefined;
  /** The server was asked to stop: look often for a while, or a quick restart would go unseen. */
  expectAway(): void;
  close(): Promise<void>;
}

const NO_LISTENER: ServerListener = {
  observed: () => undefined,
  joined: () => undefined,
  left: () => undefined,
  gone: () => undefined,
};

/**
 * Opens the connections to one server. `name` is for the log; `listener` is notified of players and of the server's
 * state, and without one the remote console is not polled. Throws a TypeError for a server that has no connection.
 */
export function openServerConnections(
  name: string,
  { management: msmp, rcon }: ServerConnectionSettings,
  listener: ServerListener | undefined,
  { clock, logger, random, uuidOf }: PlatformDeps & Pick<RconOptions, 'uuidOf'>,
): ServerConnections {
  const named = uuidOf === undefined ? {} : { uuidOf };
  const deps = { clock, logger, random };
  let poll: PlayerPoll | undefined;
  const lost = (): void => poll?.connectionLost();
  const console = rcon === undefined ? undefined : new RconClient({ name, ...rcon, ...deps, ...named, lost });
  if (msmp !== undefined) {
    const management = new MsmpClient({ name, ...msmp, ...deps, listener: listener ?? NO_LISTENER });
    return {
      management,
      console,
      get closedReason() {
        return management.closedReason;
      },
      // The connection breaks with the process, and the server says that it stops.
      expectAway: () => {},
      close: async () => {
        await Promise.all([management.close(), console?.close()]);
      },
    };
  }
  if (console === undefined) throw new TypeError(`no connection to ${name} is configured`);
  poll = listener && new PlayerPoll({ name, request: () => console.occupancy(), listener, ...deps });
  return {
    management: console,
    console,
    get closedReason() {
      return console.closedReason;
    },
    expectAway: () => poll?.expectAway(console.isConnected),
    close: () => {
      poll?.close();
      return console.close();
    },
  };
}
