import type { HttpResponse, TemplatedApp } from 'uWebSockets.js';
import type { Clock } from '../runtime/clock.ts';
import type { ConnectionFaults } from '../runtime/faults/connection-faults.ts';
import { FoldedLog } from '../runtime/folded-log.ts';
import { shareOfFiles } from '../runtime/limits/file-limit.ts';
import { siteBlock } from '../runtime/ip-address.ts';
import type { Logger } from '../runtime/logger.ts';
import type { KnownAs } from './crowd/known-shares.ts';
import { ConnectionShares } from './crowd/connection-shares.ts';
import { plainAddress } from './http/client-address.ts';

type Peer = Pick<HttpResponse, 'getRemoteAddressAsText'>;

/** Of the files that the process may have open; the rest is for game clients, agents, databases and the log. */
const SHARE_OF_FILES = 0.75;
/** Where the system does not say how many files there may be. */
const DEFAULT_LIMIT = 12_000;
/**
 * From this share of the limit on, what a site keeps is counted, and answers and bodies are hurried. Half of the places are
 * left then: one address that asks on all it can open leaves others enough.
 */
const CROWDED_SHARE = 0.5;

export interface OpenConnectionsOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Of trusted proxies, which open connections for many. */
  readonly trusts: (address: string) => boolean;
  /** Of an `addressBlock` from which somebody logged in, or a game server or proxy came by a secret of its own. */
  readonly knownAs: (block: string) => KnownAs | undefined;
  /** How many there may be at most; three quarters of the files that the process may open when left out. */
  readonly limit?: number | undefined;
}

/**
 * Bounds the connections of the gateway, so that whoever opens any number and says nothing leaves descriptors to the rest of
 * the process, and a place to those who come from elsewhere.
 */
export class OpenConnections {
  readonly #options: OpenConnectionsOptions;
  readonly #limit: number;
  readonly #refused: FoldedLog;
  readonly #shares: ConnectionShares;
  #open = 0;

  constructor(options: OpenConnectionsOptions) {
    const { clock, logger, knownAs, limit = shareOfFiles(SHARE_OF_FILES) ?? DEFAULT_LIMIT } = options;
    this.#options = options;
    this.#limit = limit;
    this.#shares = new ConnectionShares({ clock, limit, knownAs });
    this.#refused = new FoldedLog({
      clock,
      logger,
      level: 'warn',
      event: 'http.connection-refused',
      by: 'address',
    });
  }

  /** How many there are, without those that became connections of agents. */
  get open(): number {
    return this.#open;
  }

  /** Whether places are getting few. */
  get isCrowded(): boolean {
    return this.#open > this.#limit * CROWDED_SHARE;
  }

  attach(app: TemplatedApp, faults: Pick<ConnectionFaults, 'caught'>): void {
    app.filter((res, change) => {
      this.#open += change;
      try {
        if (change > 0 && !this.#mayStay(res)) res.close();
      } catch (error) {
        faults.caught(error, () => res.close());
      }
    });
  }

  /** Whether the connection may go on after this answer. Ask while it is crowded. */
  mayKeep(res: Peer): boolean {
    const address = addressOf(res);
    return this.#options.trusts(address) || this.#shares.mayKeep(address, this.#open);
  }

  /** Whether one who may not keep the connection gets an answer that is too long to be its last. Ask while it is crowded. */
  mayTakeLong(res: Peer): boolean {
    return this.#shares.mayTakeLong(addressOf(res), this.#open);
  }

  /** One has become a connection of an agent, which the channel bounds: uWebSockets.js does not say when such a one ends. */
  upgraded(): void {
    this.#open -= 1;
  }

  close(): void {
    this.#refused.close();
  }

  #mayStay(res: Peer): boolean {
    const address = addressOf(res);
    if (this.#options.trusts(address) && this.#open <= this.#limit) return true;
    if (!this.#options.trusts(address) && this.#shares.mayOpen(address, this.#open)) return true;
    this.#refused.note(siteBlock(address), { open: this.#open, limit: this.#limit });
    return false;
  }
}

function addressOf(res: Peer): string {
  const written = Buffer.from(res.getRemoteAddressAsText()).toString();
  return plainAddress(written) ?? written;
}
