import { LRUCache } from 'lru-cache';
import type { Network } from '../../../actors/network.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { FoldedLog } from '../../../runtime/folded-log.ts';
import { siteBlock } from '../../../runtime/ip-address.ts';
import { Allowance, type Rate } from '../../../runtime/limits/allowance.ts';
import type { Logger } from '../../../runtime/logger.ts';
import type { Role } from '../../protocol/message.ts';
import type { AgentTraffics } from '../agent-traffic.ts';

/** Of one network of addresses: `portcullis simulate` brings a thousand servers and a hundred proxies at once. */
export const NEWCOMERS: Rate = { burst: 1_200, perSecond: 1 };
/** Networks of addresses that are remembered. */
const MAX_SITES = 10_000;

export interface NewcomersDeps {
  readonly network: { readonly servers: Pick<Network['servers'], 'has'> };
  readonly traffics: Pick<AgentTraffics, 'has'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Bounds the names that come new by the shared secret, which lets anybody invent them: each costs lines of the log, and that
 * of a server a row that stays. A server of the network, and whoever was here since the start, is not new.
 */
export class Newcomers {
  readonly #rate: Rate;
  readonly #deps: NewcomersDeps;
  readonly #sites = new LRUCache<string, Allowance>({ max: MAX_SITES });
  readonly #refused: FoldedLog;

  constructor(rate: Rate, deps: NewcomersDeps) {
    this.#rate = rate;
    this.#deps = deps;
    const { clock, logger } = deps;
    this.#refused = new FoldedLog({
      clock,
      logger,
      level: 'warn',
      event: 'channel.newcomer-refused',
      by: 'address',
    });
  }

  /** Whether an agent may come under this name, from this address. */
  mayCome({ role, name }: { readonly role: Role; readonly name: string }, address: string): boolean {
    const { network, traffics } = this.#deps;
    if (traffics.has(role, name) || (role === 'backend' && network.servers.has(name))) return true;
    const site = siteBlock(address);
    if (this.#allowanceOf(site).take(1)) return true;
    this.#refused.note(site, { role, agent: name });
    return false;
  }

  close(): void {
    this.#refused.close();
  }

  #allowanceOf(site: string): Allowance {
    const known = this.#sites.get(site);
    if (known !== undefined) return known;
    const allowance = new Allowance(this.#rate, this.#deps.clock);
    this.#sites.set(site, allowance);
    return allowance;
  }
}
