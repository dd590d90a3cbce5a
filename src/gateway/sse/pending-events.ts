import type { EncodedEvent } from '../../actors/network.ts';
import { sizeOf } from './sse-frame.ts';

const MAX_PENDING_EVENTS = 16_384;
/** Sixteen flushes. */
export const MAX_PENDING_BYTES = 4 * 1024 * 1024;
/** What one flush brings to a reader, unless a single event is larger. */
export const FLUSH_BYTES = 256 * 1024;

/** The events that are noted and not yet flushed. */
export class PendingEvents {
  #entries: EncodedEvent[] = [];
  #bytes = 0;
  #isWhole = true;

  /** Whether there is anything to flush. */
  get isEmpty(): boolean {
    return this.#entries.length === 0 && this.#isWhole;
  }

  /** Beyond the bounds all are dropped: a `reset` costs each reader less than the events. */
  add(entry: EncodedEvent): void {
    if (!this.#isWhole) return;
    this.#bytes += sizeOf(entry);
    if (this.#entries.length < MAX_PENDING_EVENTS && this.#bytes <= MAX_PENDING_BYTES)
      this.#entries.push(entry);
    else {
      this.clear();
      this.#isWhole = false;
    }
  }

  /** The oldest, as many as one flush brings, which are no longer pending; null when some were dropped. */
  take(): readonly EncodedEvent[] | null {
    const isWhole = this.#isWhole;
    this.#isWhole = true;
    if (!isWhole) return null;
    let count = 0;
    let bytes = 0;
    for (const entry of this.#entries) {
      if (count > 0 && bytes + sizeOf(entry) > FLUSH_BYTES) break;
      bytes += sizeOf(entry);
      count += 1;
    }
    this.#bytes -= bytes;
    return this.#entries.splice(0, count);
  }

  clear(): void {
    this.#entries = [];
    this.#bytes = 0;
    this.#isWhole = true;
  }
}
