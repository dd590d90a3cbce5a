import { compareServers, hasDifferences } from '../../domain/server-comparison.ts';
import type { OwnServer, ServerDifferences } from '../../domain/resources.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ServerActors } from '../entities/server-actors.ts';

/** After a start the servers come one by one: a difference that is gone by then is none. */
const COMPARE_AFTER_MS = 10_000;
/** How often they are compared anew while a proxy reports any. */
const COMPARE_EVERY_MS = 60_000;

export interface OwnServersDeps {
  readonly serverActors: Pick<ServerActors, 'all' | 'profile'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Report {
  readonly proxy: string;
  readonly servers: readonly OwnServer[];
  /** The log has said that they differ. */
  isSaid: boolean;
}

/**
 * Which servers proxies have in their own configuration. Names and addresses must be the same on both sides, or players are not
 * found where they are; so the log says once when they begin to differ, and `GET /api/proxies` in what.
 */
export class OwnServers {
  readonly #deps: OwnServersDeps;
  readonly #reports = new Map<string, Report>();
  #timer: unknown;

  constructor(deps: OwnServersDeps) {
    this.#deps = deps;
  }

  /** What the proxy of this lease says now, in place of what it said before. */
  report(lease: string, proxy: string, servers: readonly OwnServer[]): void {
    this.#reports.set(lease, { proxy, servers, isSaid: this.#reports.get(lease)?.isSaid ?? false });
    this.#compareIn(COMPARE_AFTER_MS);
  }

  forget(lease: string): void {
    this.#reports.delete(lease);
  }

  /** Null for a proxy that does not say which servers it has. */
  differencesOf(lease: string): ServerDifferences | null {
    const report = this.#reports.get(lease);
    return report === undefined ? null : compareServers(report.servers, this.#ours());
  }

  close(): void {
    this.#deps.clock.clearTimeout(this.#timer);
  }

  #compareIn(waitMs: number): void {
    const { clock } = this.#deps;
    clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(() => this.#compare(), waitMs);
  }

  #compare(): void {
    if (this.#reports.size === 0) return;
    const ours = this.#ours();
    for (const report of this.#reports.values()) this.#say(report, compareServers(report.servers, ours));
    this.#compareIn(COMPARE_EVERY_MS);
  }

  #say(report: Report, differences: ServerDifferences): void {
    const wasSaid = report.isSaid;
    report.isSaid = hasDifferences(differences);
    if (wasSaid || !report.isSaid) return;
    const { onlyAtProxy, onlyHere, otherAddress } = differences;
    this.#deps.logger.warn({
      event: 'proxy.servers-differ',
      proxy: report.proxy,
      onlyAtProxy: onlyAtProxy.length,
      onlyHere: onlyHere.length,
      otherAddress: otherAddress.length,
      detail: 'The servers of this proxy are not those of the coordinator; GET /api/proxies has the names',
    });
  }

  #ours(): OwnServer[] {
    const { serverActors } = this.#deps;
    return serverActors.all().map(({ name }) => ({ name, address: serverActors.profile(name).address }));
  }
}
