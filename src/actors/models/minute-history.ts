import type { HistoryPoint } from '../../domain/resources.ts';
import type { OnlinePlayers } from './online-players.ts';
import type { WritableEventLog } from './event-log.ts';
import { EncodedOnce } from './encoded-once.ts';
import type { Encoded } from '../network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { HistoryStore } from '../ports.ts';

const MINUTE_MS = 60_000;
/** One hour, a point for each minute (docs/api.md "Player history"). */
const POINTS = 60;
/** A timer may fire a moment too early: the reading still counts for its minute. */
const EARLY_MS = 1000;

export interface MinuteHistoryDeps {
  readonly store: HistoryStore;
  readonly events: WritableEventLog;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly instanceId: string;
  readonly online: OnlinePlayers;
  /** Whether the players who are known are all who are online. Called once a minute. */
  readonly isCounted: () => boolean;
}

/** How many players were online at each whole minute of the last hour. */
export class MinuteHistory {
  readonly #deps: MinuteHistoryDeps;
  readonly #counts = new Map<number, number>();
  readonly #encoded: EncodedOnce;
  #timer: unknown;
  #version = 0;

  constructor(deps: MinuteHistoryDeps) {
    this.#deps = deps;
    this.#encoded = new EncodedOnce(deps.instanceId, () => this.#points());
  }

  async open(): Promise<void> {
    const { store, clock } = this.#deps;
    for (const point of await store.load(clock.now() - POINTS * MINUTE_MS)) {
      this.#counts.set(point.timestamp, point.count);
    }
    this.#schedule();
  }

  close(): void {
    this.#deps.clock.clearTimeout(this.#timer);
  }

  /** Always 60 points, oldest first; minutes without a reading count 0 and are `missing`. */
  encoded(): Encoded {
    return this.#encoded.at(`${this.#version}-${wholeMinute(this.#deps.clock.now())}`);
  }

  #points(): HistoryPoint[] {
    const newest = wholeMinute(this.#deps.clock.now());
    return Array.from({ length: POINTS }, (_, index) => {
      const timestamp = newest - (POINTS - 1 - index) * MINUTE_MS;
      const count = this.#counts.get(timestamp);
      return count === undefined ? { timestamp, count: 0, missing: true } : { timestamp, count };
    });
  }

  /** Computed from the clock each time, so that neither delays nor a clock that is put back add up. */
  #schedule(): void {
    const { clock } = this.#deps;
    const now = clock.now();
    this.#timer = clock.setTimeout(
      () => {
        this.#takeReading(wholeMinute(clock.now() + EARLY_MS));
        this.#schedule();
      },
      wholeMinute(now + EARLY_MS) + MINUTE_MS - now,
    );
  }

  #takeReading(timestamp: number): void {
    const { store, events, logger, online, isCounted } = this.#deps;
    const point = { timestamp, count: online.count };
    for (const other of this.#counts.keys()) {
      if (other <= timestamp - POINTS * MINUTE_MS || other > timestamp) this.#counts.delete(other);
    }
    this.#version += 1;
    if (!isCounted()) {
      events.append({ type: 'player_history', data: { timestamp, count: 0, missing: true } });
      return;
    }
    this.#counts.set(timestamp, point.count);
    events.append({ type: 'player_history', data: point });
    store.append(point).catch((error: unknown) => {
      logger.warn({ event: 'history.not-written', err: error });
    });
  }
}

function wholeMinute(at: number): number {
  return Math.floor(at / MINUTE_MS) * MINUTE_MS;
}
