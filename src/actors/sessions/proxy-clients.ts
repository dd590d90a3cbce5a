import type { Uuid } from '../../domain/uuid.ts';
import { backoffMs, type Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ProxyClient } from '../ports.ts';

/** So often an unanswered kick is repeated; after that the next whole report of the proxy finds the player again. */
const KICK_TRIES = 5;

/** The doors of the connected proxies, by lease. A proxy that is away has none. */
export class ProxyClients {
  readonly #proxyClients = new Map<string, ProxyClient>();
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #random: Random;
  readonly #onAbsent: (lease: string, uuid: Uuid) => void;

  /** `onAbsent` hears of players whom the proxy, asked to kick them, does not have. */
  constructor(clock: Clock, logger: Logger, random: Random, onAbsent: (lease: string, uuid: Uuid) => void) {
    this.#clock = clock;
    this.#logger = logger;
    this.#random = random;
    this.#onAbsent = onAbsent;
  }

  open(lease: string, client: ProxyClient): void {
    this.#proxyClients.set(lease, client);
  }

  shut(lease: string, client: ProxyClient): void {
    if (this.#proxyClients.get(lease) === client) this.#proxyClients.delete(lease);
  }

  of(lease: string): ProxyClient | undefined {
    return this.#proxyClients.get(lease);
  }

  /** A game server has this player: told to every door that cannot see so itself. */
  seen(uuid: Uuid, server: string): void {
    for (const client of this.#proxyClients.values()) client.seen?.(uuid, server);
  }

  /**
   * Sends away somebody who may not be here. Nobody waits for it; it is tried again while the proxy does not answer and
   * `isUnwelcome` still holds.
   */
  expel(lease: string, uuid: Uuid, message: string, isUnwelcome: () => boolean): void {
    void this.#expel(lease, uuid, message, isUnwelcome);
  }

  async #expel(lease: string, uuid: Uuid, message: string, isUnwelcome: () => boolean): Promise<void> {
    for (let attempt = 0; attempt < KICK_TRIES && isUnwelcome(); attempt += 1) {
      try {
        const wasThere = await this.of(lease)?.kick(uuid, message);
        if (wasThere === false) this.#onAbsent(lease, uuid);
        return;
      } catch (error) {
        this.#logger.warn({ event: 'kick.unanswered', uuid, lease, attempt, err: error });
      }
      await new Promise<void>((resolve) => {
        this.#clock.setTimeout(resolve, backoffMs(attempt, 250, 5000, this.#random));
      });
    }
  }
}
