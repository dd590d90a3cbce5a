import { AgentClient, type AgentOptions, type Report } from '../channel/client/agent-client.ts';
import { Roster, type RosterEntry } from './roster.ts';
import {
  type ConnectionsDeps,
  type ServerConnectionSettings,
  openServerConnections,
  type ServerConnections,
} from './server-connections.ts';

/** What every agent of this process is made with. */
export interface AgentDeps extends ConnectionsDeps {
  /** Where the coordinator is, and the secret of the channel. */
  readonly coordinator: { readonly url: string; readonly secret: string };
  readonly version: string;
}

export interface FollowingAgentOptions extends AgentDeps {
  readonly name: string;
  readonly doors: ServerConnectionSettings;
  /** Absent: what is behind the doors is only acted upon, and reported by somebody else. */
  readonly hello: Pick<AgentOptions['hello'], 'role' | 'platform'> | undefined;
  /** After every welcome: report everything. */
  readonly resync: (client: AgentClient) => void;
  readonly joined: (player: RosterEntry) => void;
  readonly left: (player: RosterEntry) => void;
  readonly receive: AgentOptions['receive'];
  /** What is behind the doors came or went: the link from now on, which may not stand yet, or null. */
  readonly linked?: (client: AgentClient | null) => void;
}

/**
 * An agent for a server or proxy that is seen through doors from outside. It is on the channel as long as that one
 * answers, so what goes away is what loses its link; its epoch is its own, so what is back in time goes on where it was.
 */
export class FollowingAgent {
  readonly roster: Roster;
  readonly doors: ServerConnections;
  readonly #options: FollowingAgentOptions;
  readonly #epoch: number;
  #client: AgentClient | null = null;
  #isClosed = false;

  /** Begins to look at once. Throws a TypeError when there is no door. */
  constructor(options: FollowingAgentOptions) {
    this.#options = options;
    const { name, doors, clock, joined, left } = options;
    this.#epoch = clock.now();
    const listener = { joined, left, up: () => this.#connect(), down: () => void this.#disconnect() };
    this.roster = new Roster(listener, () => clock.now());
    const opened = openServerConnections(name, doors, this.roster, options);
    if (opened === undefined) throw new TypeError(`there is no door to ${name}`);
    this.doors = opened;
  }

  /** False while there is no link: everything is reported anew after the next welcome. */
  send(report: Report): boolean {
    return this.#client?.send(report) === true;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#disconnect(), this.doors.close()]);
  }

  #connect(): void {
    const { name, hello, coordinator, version, clock, logger, random, resync, receive } = this.#options;
    if (this.#isClosed || hello === undefined) return;
    const client = new AgentClient({
      ...coordinator,
      hello: { ...hello, name, version, epoch: this.#epoch },
      clock,
      logger,
      random,
      resync: () => resync(client),
      receive,
    });
    this.#client = client;
    this.#options.linked?.(client);
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    if (client !== null) this.#options.linked?.(null);
    await client?.close();
  }
}
