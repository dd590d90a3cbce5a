import { AppError } from '../../domain/errors.ts';
import type { ServerDetail, ServerResource } from '../../domain/resources.ts';
import { isOnlineState, type ServerProfile, type ServerState } from '../../domain/server.ts';
import type { AddressWatch } from './address-watch.ts';
import type { BackendSessions } from '../sessions/backend-sessions.ts';
import { within } from '../../runtime/deadline.ts';
import { encodeJson } from '../models/encoded-once.ts';
import type { Evacuation } from '../sessions/reboots/evacuation.ts';
import { KeyedQueue } from '../../runtime/limits/keyed-queue.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { Encoded, ServerDirectory } from '../network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { BackendClient, ServerStore } from '../ports.ts';
import type { AgentClients } from '../sessions/agent-clients.ts';
import type { ProfileWriter } from '../entities/profile-writer.ts';
import type { Reboots } from '../sessions/reboots/reboots.ts';
import type { ServerActors } from '../entities/server-actors.ts';
import type { Views } from '../models/views.ts';

/** How long the removal of a server may wait for its players to be moved. */
const MOVE_LIMIT_MS = 8000;

export interface ServerServiceDeps {
  readonly store: ServerStore;
  readonly serverActors: ServerActors;
  readonly backendSessions: BackendSessions;
  readonly backendClients: AgentClients<BackendClient>;
  readonly reboots: Reboots;
  readonly evacuation: Evacuation;
  readonly profileWriter: ProfileWriter;
  readonly online: OnlinePlayers;
  readonly views: Views;
  /** Undefined: servers without an agent are not pinged. */
  readonly addressWatch: AddressWatch | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly instanceId: string;
}

/** What admins can read of servers and do with them. */
export class ServerService implements ServerDirectory {
  readonly #deps: ServerServiceDeps;
  readonly #queue = new KeyedQueue<string>();

  constructor(deps: ServerServiceDeps) {
    this.#deps = deps;
  }

  /** Adds the stored servers, each offline until its agent or a ping says otherwise. */
  async open(): Promise<void> {
    for (const profile of await this.#deps.store.all()) this.#deps.serverActors.add(profile);
  }

  list(): Encoded {
    return this.#deps.serverActors.list();
  }

  all(): readonly ServerResource[] {
    return this.#deps.serverActors.all();
  }

  has(name: string): boolean {
    return this.#deps.serverActors.has(name);
  }

  get(name: string): ServerDetail {
    const { serverActors, reboots } = this.#deps;
    return { ...serverActors.detail(name), restart: reboots.progressOf(name) };
  }

  players(name: string): Encoded {
    const { serverActors, online, views, clock, instanceId } = this.#deps;
    serverActors.state(name);
    const now = clock.now();
    const rows = Array.from(online.on(name), (entry) => views.serverPlayer(entry, now));
    const second = rows.length === 0 ? 0 : Math.floor(now / 1000);
    return { bytes: encodeJson(rows), etag: `"${instanceId}-${online.version}-${second}"` };
  }

  add(profile: ServerProfile): Promise<ServerDetail> {
    const { serverActors, store, backendSessions } = this.#deps;
    return this.#queue.run(profile.name, async () => {
      if (serverActors.has(profile.name)) throw new AppError('server_exists');
      await store.save(profile);
      // Its agent may have reported the server while the row was written.
      if (serverActors.has(profile.name)) serverActors.configure(profile);
      else serverActors.add(profile);
      backendSessions.stopIgnoring(profile.name, 'the server was added again');
      return this.get(profile.name);
    });
  }

  remove(name: string): Promise<void> {
    const { serverActors, store, backendSessions, profileWriter, reboots } = this.#deps;
    return this.#queue.run(name, async () => {
      serverActors.state(name);
      await this.#moveAway(name);
      backendSessions.ignore(name);
      await profileWriter.forget(name);
      try {
        await store.remove(name);
      } catch (error) {
        backendSessions.stopIgnoring(name, 'the server was not removed');
        throw error;
      }
      serverActors.remove(name);
      reboots.send(name, { type: 'server.removed' });
    });
  }

  async restart(name: string, isForced = false): Promise<ServerState> {
    return this.#deps.reboots.begin(name, isForced);
  }

  async ping(name: string): Promise<{ success: boolean; state: ServerState }> {
    const { serverActors, backendClients, addressWatch } = this.#deps;
    serverActors.state(name);
    const isConnected = backendClients.of(name) !== undefined;
    const success = isConnected ? isOnlineState(serverActors.state(name)) : await addressWatch?.ping(name);
    return { success: success === true, state: serverActors.state(name) };
  }

  /** The server is removed even when not all players could be moved in time. */
  async #moveAway(name: string): Promise<void> {
    const { evacuation, clock, logger } = this.#deps;
    const moved = evacuation.empty(name);
    await within(clock, MOVE_LIMIT_MS, moved, 'platform_unavailable', 'players were not moved in time').catch(
      (error: unknown) => logger.warn({ event: 'server.removed-with-players', name, err: error }),
    );
  }
}
