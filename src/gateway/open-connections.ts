import { readFileSync } from 'node:fs';
import type { HttpResponse, TemplatedApp } from 'uWebSockets.js';
import type { Clock } from '../runtime/clock.ts';
import type { ConnectionFaults } from '../runtime/faults/connection-faults.ts';
import { FoldedLog } from '../runtime/folded-log.ts';
import { siteBlock } from '../runtime/ip-address.ts';
import type { Logger } from '../runtime/logger.ts';
import { plainAddress } from './http/client-address.ts';

/** Of the files that the process may have open; the rest is for game clients, agents, databases and the log. */
const SHARE_OF_FILES = 0.75;
/** Where the system does not say how many files there may be. */
const DEFAULT_LIMIT = 12_000;
/**
 * From this share of the limit on, the addresses of one site open only a few connections at a time, and an answer is the last
 * of its connection: what a site opens adds up otherwise, as long as it asks for something on each now and then.
 */
const CROWDED_SHARE = 0.75;
/** The places above this share are left to trusted proxies. */
const OTHERS_SHARE = 0.9;
/** So many for each site in the time after which uWebSockets.js closes one that asks nothing. */
const OPENED_WHEN_CROWDED = 8;
const SILENT_MS = 10_000;

export interface OpenConnectionsOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Of trusted proxies, which open connections for many. */
  readonly trusts: (address: string) => boolean;
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
  /** How many each site opened since `#since`, while it is crowded. */
  readonly #opened = new Map<string, number>();
  #since = 0;
  #open = 0;

  constructor(options: OpenConnectionsOptions) {
    const { clock, logger, limit = limitOfFiles() } = options;
    this.#options = options;
    this.#limit = limit;
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

  /** One has become a connection of an agent, which the channel bounds: uWebSockets.js does not say when such a one ends. */
  upgraded(): void {
    this.#open -= 1;
  }

  close(): void {
    this.#refused.close();
  }

  #mayStay(res: Pick<HttpResponse, 'getRemoteAddressAsText'>): boolean {
    if (!this.isCrowded) return true;
    const written = Buffer.from(res.getRemoteAddressAsText()).toString();
    const address = plainAddress(written) ?? written;
    const block = siteBlock(address);
    const isTrusted = this.#options.trusts(address);
    if (isTrusted && this.#open <= this.#limit) return true;
    if (!isTrusted && this.#open <= this.#limit * OTHERS_SHARE && this.#hasShare(block)) return true;
    this.#refused.note(block, { open: this.#open, limit: this.#limit });
    return false;
  }

  #hasShare(block: string): boolean {
    const now = this.#options.clock.elapsed();
    if (now - this.#since >= SILENT_MS) {
      this.#opened.clear();
      this.#since = now;
    }
    const opened = this.#opened.get(block) ?? 0;
    if (opened >= OPENED_WHEN_CROWDED) return false;
    this.#opened.set(block, opened + 1);
    return true;
  }
}

/** Linux says it here; Node raises the soft limit to the hard one when it starts. */
function limitOfFiles(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, files] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
    return files === undefined ? DEFAULT_LIMIT : Math.floor(Number(files) * SHARE_OF_FILES);
  } catch {
    return DEFAULT_LIMIT;
  }
}
