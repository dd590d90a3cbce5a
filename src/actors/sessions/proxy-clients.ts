import type { Uuid } from '../../domain/uuid.ts';
import { backoffMs, type Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ProxyClient } from '../ports.ts';
import { AgentClients } from './agent-clients.ts';

/** How often an unanswered kick is tried; after that the next whole report of the proxy finds the player again. */
const KICK_TRIES = 5;

export interface ProxyClientsDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
}

/** What a proxy answers to a kick. */
export interface KickListener {
  /** The proxy of this lease does not have the player whom it was asked to kick. */
  playerAbsent(lease: string, uuid: Uuid): void;
}

/** The clients of the connected proxies, by lease. */
export class ProxyClients extends AgentClients<ProxyClient> {
  readonly #deps: ProxyClientsDeps;
  #listener: KickListener | undefined;

  constructor(deps: ProxyClientsDeps) {
    super();
    this.#deps = deps;
  }

  subscribe(listener: KickListener): void {
    this.#listener = listener;
  }

  /** Tells every proxy that cannot see it itself that a game server has this player. */
  reportSeen(uuid: Uuid, server: string): void {
    for (const client of this.values()) client.reportSeen?.(uuid, server);
  }

  /**
   * Kicks a player who may not be on the proxy. The caller does not wait; the kick is repeated while the proxy does not
   * answer and `isUnwelcome` still holds. With a name, others who are there by this uuid stay.
   */
  kick(lease: string, uuid: Uuid, message: string, isUnwelcome: () => boolean, name?: string): void {
    void this.#kick(lease, uuid, message, isUnwelcome, name);
  }

  async #kick(
    lease: string,
    uuid: Uuid,
    message: string,
    isUnwelcome: () => boolean,
    name: string | undefined,
  ): Promise<void> {
    const { clock, logger, random } = this.#deps;
    for (let attempt = 0; attempt < KICK_TRIES && isUnwelcome(); attempt += 1) {
      try {
        const wasThere = await this.of(lease)?.kick(uuid, message, name);
        if (wasThere === false && name === undefined) this.#listener?.playerAbsent(lease, uuid);
        return;
      } catch (error) {
        logger.warn({ event: 'kick.unanswered', uuid, lease, attempt, err: error });
      }
      await new Promise<void>((resolve) => {
        clock.setTimeout(resolve, backoffMs(attempt, 250, 5000, random));
      });
    }
  }
}
