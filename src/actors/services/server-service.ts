import { AppError } from '../../domain/errors.ts';
import type { ServerDetail, ServerResource } from '../../domain/resources.ts';
import { isOnlineState, type ServerProfile, type ServerState } from '../../domain/server.ts';
import type { AddressWatch } from './address-watch.ts';
import type { BackendSessions } from '../sessions/backend-sessions.ts';
import { within } from '../../runtime/deadline.ts';
import { encodeJson } from '../models/encoded-once.ts';
import type { Evacuation } from '../sessions/evacuation.ts';
import { KeyedQueue } from '../../runtime/keyed-queue.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { Encoded, ServerDirectory } from '../network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ServerStore } from '../ports.ts';
import type { ProfileWriter } from '../entities/profile-writer.ts';
import type { Reboots } from '../sessions/reboots.ts';
import type { ServerActors } from '../entities/server-actors.ts';
import type { Views } from '../models/views.ts';

/** How long a server that is being deleted may hold the answer up while its players are moved. */
const MOVE_LIMIT_MS = 8000;

export interface ServerServiceDeps {
  readonly store: ServerStore;
  readonly serverActors: ServerActors;
  readonly backendSessions: BackendSessions;
  readonly reboots: Reboots;
  readonly evacuation: Evacuation;
  readonly writer: ProfileWriter;
  readonly online: OnlinePlayers;
  readonly views: Views;
  /** Absent: servers without an agent are not asked. */
  readonly watch: AddressWatch | undefined;
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

  async open(): Promise<void> {
    for (const profile of await this.#deps.store.all()) this.#deps.serverActors.add(profile);
  }

  list(): Encoded {
    return this.#deps.serverActors.list();
  }

  all(): readonly ServerResource[] {
    return this.#deps.serverActors.all();
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
      // Its agent may have reported it while it was written.
      if (serverActors.has(profile.name)) serverActors.configure(profile);
      else serverActors.add(profile);
      backendSessions.recall(profile.name, 'the server was added again');
      return this.get(profile.name);
    });
  }

  remove(name: string): Promise<void> {
    const { serverActors, store, backendSessions, writer, reboots } = this.#deps;
    return this.#queue.run(name, async () => {
      serverActors.state(name);
      await this.#moveAway(name);
      backendSessions.dismiss(name);
      await writer.forget(name);
      try {
        await store.remove(name);
      } catch (error) {
        backendSessions.recall(name, 'the server was not removed');
        throw error;
      }
      serverActors.remove(name);
      reboots.tell(name, { type: 'server.removed' });
    });
  }

  async restart(name: string): Promise<ServerState> {
    return this.#deps.reboots.begin(name);
  }

  async ping(name: string): Promise<{ success: boolean; state: ServerState }> {
    const { serverActors, backendSessions, watch } = this.#deps;
    serverActors.state(name);
    const isLinked = backendSessions.clientOf(name) !== undefined;
    const success = isLinked ? isOnlineState(serverActors.state(name)) : await watch?.ask(name);
    return { success: success === true, state: serverActors.state(name) };
  }

  /** Nobody left on it is worth waiting for without end: the server goes, wherever its players are by then. */
  async #moveAway(name: string): Promise<void> {
    const { evacuation, clock, logger } = this.#deps;
    const moved = evacuation.empty(name);
    await within(clock, MOVE_LIMIT_MS, moved, 'platform_unavailable', 'players were not moved in time').catch(
      (error: unknown) => logger.warn({ event: 'server.removed-with-players', name, err: error }),
    );
  }
}
