import type { Uuid } from '../../domain/uuid.ts';
import { backoffMs, type Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import { FoldedLog } from '../../runtime/folded-log.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ProxyClient } from '../ports.ts';
import { AgentClients } from './agent-clients.ts';

/** How often an unanswered kick is tried; after that the next whole report of the proxy finds the player again. */
const KICK_TRIES = 5;
/** Kicks of one proxy that may be under way, as many as its connection takes; one more is not tried. */
const MAX_KICKS = 65_536;

export interface ProxyClientsDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
}

/** What follows from what proxies are told, and answer. */
export interface ProxyClientListener {
  /** The proxy of this lease does not have the player whom it was asked to kick; with a name, not under that. */
  playerAbsent(lease: string, uuid: Uuid, name?: string): void;
  /** The proxy of this lease is told now who the player of this name is. */
  identifying(lease: string, name: string, uuid: Uuid): void;
}

/** The clients of the connected proxies, by lease. */
export class ProxyClients extends AgentClients<ProxyClient> {
  readonly #deps: ProxyClientsDeps;
  readonly #unanswered: FoldedLog;
  readonly #kicks = new Map<string, number>();
  #listener: ProxyClientListener | undefined;

  constructor(deps: ProxyClientsDeps) {
    super();
    this.#deps = deps;
    const { clock, logger } = deps;
    this.#unanswered = new FoldedLog({ clock, logger, level: 'warn', event: 'kick.unanswered', by: 'proxy' });
  }

  close(): void {
    this.#unanswered.close();
  }

  subscribe(listener: ProxyClientListener): void {
    this.#listener = listener;
  }

  /** Tells every proxy that cannot see it itself that a game server has this player. */
  reportSeen(uuid: Uuid, server: string): void {
    for (const client of this.values()) client.reportSeen?.(uuid, server);
  }

  /** Tells the edge of this lease, if it takes that, that who is there under this name is this player. */
  identify(lease: string, name: string, uuid: Uuid): void {
    const client = this.of(lease);
    if (client?.identify === undefined) return;
    // First: the edge may report the player by the other uuid at once.
    this.#listener?.identifying(lease, name, uuid);
    client.identify(name, uuid);
  }

  /** The same for every edge that is connected. */
  identifyEverywhere(name: string, uuid: Uuid): void {
    for (const lease of this.keys()) this.identify(lease, name, uuid);
  }

  /**
   * Kicks a player who may not be on the proxy. The caller does not wait; the kick is repeated while the proxy does not
   * answer and `isUnwelcome` still holds. With a name, others who are there by this uuid stay. Resolves to whether the proxy
   * says that it kicked them, and never rejects.
   */
  async kick(
    lease: string,
    uuid: Uuid,
    message: string,
    isUnwelcome: () => boolean,
    name?: string,
  ): Promise<boolean> {
    const underWay = this.#kicks.get(lease) ?? 0;
    if (underWay >= MAX_KICKS) {
      this.#unanswered.note(proxyOf(lease), { uuid, err: 'too many kicks are under way' });
      return false;
    }
    this.#kicks.set(lease, underWay + 1);
    return await this.#kick(lease, uuid, message, isUnwelcome, name).finally(() => this.#ended(lease));
  }

  #ended(lease: string): void {
    const left = (this.#kicks.get(lease) ?? 1) - 1;
    if (left === 0) this.#kicks.delete(lease);
    else this.#kicks.set(lease, left);
  }

  async #kick(
    lease: string,
    uuid: Uuid,
    message: string,
    isUnwelcome: () => boolean,
    name: string | undefined,
  ): Promise<boolean> {
    const { clock, random } = this.#deps;
    for (let attempt = 0; attempt < KICK_TRIES && isUnwelcome(); attempt += 1) {
      try {
        const wasThere = await this.of(lease)?.kick(uuid, message, name);
        if (wasThere === false) this.#listener?.playerAbsent(lease, uuid, name);
        return wasThere !== undefined && wasThere !== false;
      } catch (error) {
        this.#unanswered.note(proxyOf(lease), { uuid, lease, attempt, err: error });
      }
      await new Promise<void>((resolve) => {
        clock.setTimeout(resolve, backoffMs(attempt, 250, 5000, random));
      });
    }
    return false;
  }
}

/** The name of the proxy, of `name#epoch`: a proxy that restarts again and again must not have a line for each time. */
export function proxyOf(lease: string): string {
  return lease.slice(0, lease.lastIndexOf('#'));
}
