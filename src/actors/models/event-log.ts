import { NETWORK_EVENT_TYPES, type NetworkEvent, type NetworkEventType } from '../../domain/network-event.ts';
import type { EncodedEvent, EventLog, LoggedEvent } from '../network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';

/** How many events can be replayed (docs/api.md "Events"). */
export const RING_SIZE = 4096;
/** How many bytes of payloads are kept for that: ordinary events need one or two MiB, and one can have 700 KB. */
export const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/** The log as the actors use it, who write it. */
export interface WritableEventLog extends EventLog {
  append(event: NetworkEvent): void;
}

/**
 * Ids begin at the start time in microseconds, so that they grow over a restart too: a reader that comes back with an id
 * of an earlier process has to reload, instead of getting the wrong events.
 */
export function createEventLog(clock: Clock, logger: Logger): WritableEventLog {
  const ring: (EncodedEvent | undefined)[] = [];
  const first = clock.now() * 1000;
  const listeners = new Set<(entry: LoggedEvent, encoded: EncodedEvent) => void>();
  const counts = new Map<NetworkEventType, number>(NETWORK_EVENT_TYPES.map((type) => [type, 0]));
  let lastId = first;
  let oldestId = first + 1;
  let keptBytes = 0;

  /** The text alone: a payload may have a list that its neighbours have too. */
  function keep(encoded: EncodedEvent): void {
    if (encoded.id - oldestId >= RING_SIZE) forgetOldest();
    ring[encoded.id % RING_SIZE] = encoded;
    keptBytes += encoded.bytes;
    while (keptBytes > MAX_KEPT_BYTES && oldestId < encoded.id) forgetOldest();
  }

  function forgetOldest(): void {
    const index = oldestId % RING_SIZE;
    keptBytes -= ring[index]?.bytes ?? 0;
    ring[index] = undefined;
    oldestId += 1;
  }

  function notify(entry: LoggedEvent, encoded: EncodedEvent): void {
    for (const listener of listeners) {
      try {
        listener(entry, encoded);
      } catch (error) {
        // A listener that throws must stop neither the other listeners nor the actor that appends.
        logger.error({ event: 'event-log.listener-failed', err: error });
      }
    }
  }

  return {
    get lastId() {
      return lastId;
    },
    append(event) {
      lastId += 1;
      const json = JSON.stringify(event.data);
      const encoded = { id: lastId, type: event.type, json, bytes: Buffer.byteLength(json) };
      keep(encoded);
      counts.set(event.type, (counts.get(event.type) ?? 0) + 1);
      notify({ id: lastId, event, at: clock.now() }, encoded);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    since(id) {
      if (!Number.isInteger(id) || id > lastId || id + 1 < oldestId) return null;
      const missed: EncodedEvent[] = [];
      for (let next = id + 1; next <= lastId; next += 1) {
        const entry = ring[next % RING_SIZE];
        if (entry !== undefined) missed.push(entry);
      }
      return missed;
    },
    counts: () => countsOf(counts),
  };
}

function countsOf(counts: ReadonlyMap<NetworkEventType, number>): Record<NetworkEventType, number> {
  const of = (type: NetworkEventType): number => counts.get(type) ?? 0;
  return {
    server_update: of('server_update'),
    player_join: of('player_join'),
    player_leave: of('player_leave'),
    ban_update: of('ban_update'),
    player_history: of('player_history'),
    proxy_update: of('proxy_update'),
    status_update: of('status_update'),
  };
}
