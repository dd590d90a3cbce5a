import type { Clock } from '../../../runtime/clock.ts';
import { within } from '../../../runtime/deadline.ts';
import type { BackendClient, ServerPlayer } from '../../ports.ts';
import type { AgentClients } from '../agent-clients.ts';

/** A server or agent that does not kick in this time is passed over; whoever stays is thrown out by their edge. */
export const KICK_WITHIN_MS = 2_000;

export interface ServerKicksDeps {
  readonly backendClients: AgentClients<BackendClient>;
  readonly clock: Clock;
}

/**
 * Kicks by game servers whose agents can. Behind an edge nobody else can say why: an edge passes bytes on, and can only
 * close. What a server answers is not believed: the edge is told to close afterwards, and says who was still there.
 */
export class ServerKicks {
  readonly #deps: ServerKicksDeps;

  constructor(deps: ServerKicksDeps) {
    this.#deps = deps;
  }

  /**
   * Asks the servers on one of which the player is, or every server while none is known, to end their connection with this
   * message. Undefined where no server can; else resolves to whether one said it did, and never rejects.
   */
  kick(player: ServerPlayer, servers: readonly string[], message: string): Promise<boolean> | undefined {
    const { backendClients } = this.#deps;
    const known = servers.map((server) => backendClients.of(server));
    const clients = servers.length === 0 ? [...backendClients.values()] : known;
    const kicks = clients.flatMap((client) =>
      client?.kick === undefined ? [] : [this.#kickBy(client.kick(player, message))],
    );
    return kicks.length === 0 ? undefined : Promise.all(kicks).then((done) => done.includes(true));
  }

  #kickBy(kick: Promise<boolean>): Promise<boolean> {
    const detail = 'The server did not kick in time';
    return within(this.#deps.clock, KICK_WITHIN_MS, kick, 'platform_unavailable', detail).catch(() => false);
  }
}
