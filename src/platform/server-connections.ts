import type { Random } from '../runtime/backoff.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import { MsmpClient } from './msmp/msmp-client.ts';
import type { TlsOptions } from './msmp/rpc-socket.ts';
import { PlayerPoll } from './rcon/player-poll.ts';
import { RconClient } from './rcon/rcon-client.ts';
import type { HostAndPort } from './server-address.ts';
import type { ServerManagement, ServerWatcher } from './server-management.ts';

/** By which doors a server is reached; at least one of the two. */
export interface ServerConnectionSettings {
  readonly management?: { readonly url: string; readonly secret: string; readonly tls?: TlsOptions };
  readonly rcon?: { readonly address: HostAndPort; readonly password: string };
}

/** What every door is made with. */
export interface ConnectionsDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
}

export interface ServerConnections {
  /** The best of the doors: the management protocol where there is one. */
  readonly management: ServerManagement;
  /** The remote console, for commands of the operator. */
  readonly console: RconClient | undefined;
  /** The server was told to stop: look closely, or a quick restart would go unseen. */
  expectAway(): void;
  close(): Promise<void>;
}

/**
 * Opens the doors to one server and tells `watcher` what is seen through them. Undefined for a server without any.
 * `name` is for the log.
 */
export function openServerConnections(
  name: string,
  { management: protocol, rcon }: ServerConnectionSettings,
  watcher: ServerWatcher,
  { clock, logger, random }: ConnectionsDeps,
): ServerConnections | undefined {
  const parts = { clock, logger, random };
  const console = rcon === undefined ? undefined : new RconClient({ name, ...rcon, ...parts });
  if (protocol !== undefined) {
    const management = new MsmpClient({ name, ...protocol, ...parts, watcher });
    return {
      management,
      console,
      // The connection breaks with the process, and the server says that it stops.
      expectAway: () => {},
      close: async () => {
        await Promise.all([management.close(), console?.close()]);
      },
    };
  }
  if (console === undefined) return undefined;
  const poll = new PlayerPoll({ look: () => console.look(), watcher, ...parts });
  return {
    management: console,
    console,
    expectAway: () => poll.expectAway(),
    close: () => {
      poll.close();
      return console.close();
    },
  };
}
