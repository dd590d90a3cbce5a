import {
  AgentClient,
  type AgentOptions,
  type CoordinatorAccess,
  type Report,
} from '../channel/client/agent-client.ts';
import type { Uuid } from '../domain/uuid.ts';
import type { PlatformDeps } from './platform-deps.ts';
import { Roster, type RosterEntry } from './roster.ts';
import type { Feature } from '../channel/protocol/features.ts';
import {
  openServerConnections,
  type ServerConnections,
  type ServerConnectionSettings,
} from './server-connections.ts';

/** What every agent of this process is made with. */
export interface AgentDeps extends PlatformDeps {
  readonly coordinator: CoordinatorAccess;
  readonly version: string;
}

export interface ManagedAgentOptions extends AgentDeps {
  readonly name: string;
  readonly connections: ServerConnectionSettings;
  /** How many players a server of this kind may have: one that names more is disconnected. */
  readonly limit: number;
  readonly hello: Pick<AgentOptions['hello'], 'role' | 'platform'>;
  /** Whether it offers players the way back by a menu. */
  readonly menus?: boolean;
  /** Which player of the network has a name, for servers that tell nothing else of their players. */
  readonly uuidOf?: ((name: string) => Uuid | undefined) | undefined;
  /** Whether everybody on the server is known has changed. */
  readonly unknownChanged?: () => void;
  /** After every welcome: report everything. */
  readonly resync: (client: AgentClient) => void;
  readonly joined: (player: RosterEntry) => void;
  readonly left: (player: RosterEntry) => void;
  readonly receive: AgentOptions['receive'];
  /** The server came up or went away: the client from now on, which may not be connected yet, or null. */
  readonly clientChanged?: (client: AgentClient | null) => void;
}

/**
 * The agent of a server or proxy that is reached from outside. It has a client to the coordinator as long as the server
 * answers, so a server that goes away loses its connection. All its clients have one epoch, so a server that is back in
 * time keeps its session.
 */
export class ManagedAgent {
  readonly roster: Roster;
  readonly connections: ServerConnections;
  readonly #options: ManagedAgentOptions;
  readonly #epoch: number;
  #client: AgentClient | null = null;
  #isClosed = false;

  /** Begins to connect to the server at once. Throws a TypeError when there is no connection to it. */
  constructor(options: ManagedAgentOptions) {
    this.#options = options;
    const { name, connections, clock, limit, joined, left } = options;
    this.#epoch = clock.now();
    const listener = {
      joined,
      left,
      up: () => this.#connect(),
      down: () => void this.#disconnect(),
      unknownChanged: () => options.unknownChanged?.(),
    };
    this.roster = new Roster(listener, clock, limit);
    const { logger, random, uuidOf } = options;
    const deps = { clock, logger, random, ...(uuidOf === undefined ? {} : { uuidOf }) };
    this.connections = openServerConnections(name, connections, this.roster, deps);
  }

  /** False while the coordinator is not connected: everything is reported after the next welcome. */
  send(report: Report): boolean {
    return this.#client?.send(report) === true;
  }

  /** Whether the coordinator knows this feature; false while it is not connected. */
  supports(feature: Feature): boolean {
    return this.#client?.supports(feature) === true;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#disconnect(), this.connections.close()]);
  }

  #connect(): void {
    const { name, hello, menus, coordinator, version, clock, logger, random, resync, receive } =
      this.#options;
    if (this.#isClosed) return;
    const client = new AgentClient({
      ...coordinator,
      hello: { ...hello, name, version, epoch: this.#epoch },
      menus: menus === true,
      clock,
      logger,
      random,
      resync: () => resync(client),
      receive,
    });
    this.#client = client;
    this.#options.clientChanged?.(client);
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    if (client !== null) this.#options.clientChanged?.(null);
    await client?.close();
  }
}
