import type { ClosureTimes, ProxySettings } from '../../domain/proxy-status.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { SettingsStore } from '../ports.ts';

export interface ClosuresDeps {
  readonly store: SettingsStore;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Since when the network is closed. Kept apart from the settings, which are in force without it: a time that could not be
 * written is unknown after the next start, and nothing else follows.
 */
export class Closures {
  readonly #deps: ClosuresDeps;
  #times: ClosureTimes;
  #settings: ProxySettings;
  #writing: Promise<void> = Promise.resolve();

  private constructor(deps: ClosuresDeps, settings: ProxySettings, times: ClosureTimes) {
    this.#deps = deps;
    this.#settings = settings;
    this.#times = times;
  }

  /** Begins with what is stored of the closures that these settings have. */
  static async open(deps: ClosuresDeps, settings: ProxySettings): Promise<Closures> {
    const { maintenanceSince, joinPreventedSince } = await deps.store.loadClosures();
    return new Closures(deps, settings, {
      maintenanceSince: settings.maintenance ? maintenanceSince : null,
      joinPreventedSince: settings.preventJoin ? joinPreventedSince : null,
    });
  }

  get times(): ClosureTimes {
    return this.#times;
  }

  /** The settings that are in force now. Returns whether the network was closed or opened by them. */
  follow(next: ProxySettings): boolean {
    const before = this.#settings;
    this.#settings = next;
    if (next.maintenance === before.maintenance && next.preventJoin === before.preventJoin) return false;
    const { maintenanceSince, joinPreventedSince } = this.#times;
    this.#times = {
      maintenanceSince: this.#since(before.maintenance, next.maintenance, maintenanceSince),
      joinPreventedSince: this.#since(before.preventJoin, next.preventJoin, joinPreventedSince),
    };
    this.#write(this.#times);
    return true;
  }

  #since(was: boolean, is: boolean, known: number | null): number | null {
    if (!is) return null;
    return was ? known : this.#deps.clock.now();
  }

  /** One after the other, so that the last one stays. */
  #write(times: ClosureTimes): void {
    const { store, logger } = this.#deps;
    this.#writing = this.#writing
      .then(() => store.saveClosures(times))
      .catch((error: unknown) => logger.warn({ event: 'proxy.closure-not-written', err: error }));
  }
}
