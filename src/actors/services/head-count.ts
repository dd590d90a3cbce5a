import type { Uuid } from '../../domain/uuid.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { SettingsStore } from '../ports.ts';

/** A proxy that has not come back for so long is no longer waited for, once others have players. */
const AWAITED_MS = 5 * 60_000;
/** As long as it is known to be lost (`Outages`). */
const FORGOTTEN_MS = 24 * 3_600_000;
/** Of so many proxies it is remembered that they had players. */
const MAX_NAMES = 1_000;

export interface HeadCountDeps {
  readonly store: SettingsStore;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A proxy that has reported who is on it. */
interface Counted {
  readonly players: ReadonlySet<Uuid>;
  /** Whether it had a player since it connected: one that never had any vouches for no others. */
  hadPlayers: boolean;
}

/**
 * Whether the players who are known are all there are. They are not while a proxy is away that had players: after a start of
 * the coordinator those of whom it is stored, and later those whose grace is over.
 */
export class HeadCount {
  readonly #deps: HeadCountDeps;
  readonly #counted = new Map<string, Counted>();
  /** Since when each is away, in epoch milliseconds. */
  readonly #awaited = new Map<string, number>();
  /** Connected ones whose players are gone when they go. */
  readonly #ending = new Set<string>();
  #stored: string;
  #writing: Promise<void> = Promise.resolve();
  #changed = (): void => undefined;

  private constructor(deps: HeadCountDeps, names: readonly string[]) {
    this.#deps = deps;
    this.#stored = JSON.stringify(names);
    for (const name of names) this.#awaited.set(name, deps.clock.now());
  }

  /** Begins with the proxies that had players when the coordinator ended. */
  static async open(deps: HeadCountDeps): Promise<HeadCount> {
    return new HeadCount(deps, await deps.store.loadCountedProxies());
  }

  /** The listener is called when the answer of `isWhole` may be another one; it must not throw. */
  subscribe(changed: () => void): void {
    this.#changed = changed;
  }

  /** The proxy has reported all its players, and goes on reporting them in this set. */
  reported(name: string, players: ReadonlySet<Uuid>): void {
    this.#awaited.delete(name);
    this.#ending.delete(name);
    this.#counted.set(name, { players, hadPlayers: players.size > 0 });
    if (players.size > 0) this.#note();
    this.#changed();
  }

  /** Whoever is on the proxy is gone with it: it has ended as it should, or was removed. */
  settle(name: string): void {
    this.#awaited.delete(name);
    if (this.#counted.has(name)) this.#ending.add(name);
    this.#changed();
  }

  /** Its grace is over, and the players whom it still has are no longer online. */
  ended(name: string): void {
    const counted = this.#counted.get(name);
    this.#counted.delete(name);
    const isSettled = this.#ending.delete(name);
    if (counted !== undefined && counted.players.size > 0 && !isSettled && this.#awaited.size < MAX_NAMES)
      this.#awaited.set(name, this.#deps.clock.now());
    this.#changed();
  }

  /** To be called every minute. */
  minutePassed(): void {
    const forgotten = this.#deps.clock.now() - FORGOTTEN_MS;
    for (const [name, since] of this.#awaited) if (since <= forgotten) this.#awaited.delete(name);
    for (const counted of this.#counted.values()) counted.hadPlayers ||= counted.players.size > 0;
    this.#note();
    this.#changed();
  }

  isWhole(): boolean {
    if (this.#counted.size === 0) return false;
    if (this.#awaited.size === 0) return true;
    const settled = this.#deps.clock.now() - AWAITED_MS;
    for (const since of this.#awaited.values()) if (since > settled) return false;
    for (const { players, hadPlayers } of this.#counted.values())
      if (hadPlayers || players.size > 0) return true;
    return false;
  }

  /** Stores who is to be waited for after a start, where that has changed. */
  #note(): void {
    const names = new Set(this.#awaited.keys());
    for (const [name, { players }] of this.#counted) if (players.size > 0) names.add(name);
    const kept = [...names].toSorted().slice(0, MAX_NAMES);
    const text = JSON.stringify(kept);
    if (text === this.#stored) return;
    this.#stored = text;
    const { store, logger } = this.#deps;
    this.#writing = this.#writing
      .then(() => store.saveCountedProxies(kept))
      .catch((error: unknown) => logger.warn({ event: 'history.proxies-not-written', err: error }));
  }
}
