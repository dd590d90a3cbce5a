import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EncodedEvent, EventLog } from '../../actors/network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import type { Logger } from '../../runtime/logger.ts';
import { whenAborted, whenWritable } from '../../runtime/faults/response-callbacks.ts';
import { AppError } from '../../domain/errors.ts';
import type { NetworkEventType } from '../../domain/network-event.ts';
import { hasExpired, type Identity } from '../auth/identity.ts';
import type { SseSocket } from '../http/answer.ts';
import { visitInSlices } from './in-slices.ts';
import { PendingEvents } from './pending-events.ts';
import { MAX_BEHIND_BYTES, Replay } from './replay.ts';
import {
  farewellFrame,
  framesAfter,
  HEARTBEAT,
  openingFrame,
  openingRetry,
  resetFrame,
} from './sse-frame.ts';
import {
  leaveGroup,
  MAX_BLOCKED_MS,
  type Stream,
  type StreamGroup,
  TICK_MS,
  TICKS_PER_HEARTBEAT,
} from './sse-stream.ts';

const MAX_STREAMS = 20_000;
const MIN_WINDOW_MS = 50;

export type DropReason = 'behind' | 'blocked' | 'expired' | 'revoked';

/** Running totals, for `/metrics`. */
export interface StreamFigures {
  readonly open: number;
  /** How many of these accept no bytes at present. */
  readonly blocked: number;
  readonly writes: number;
  readonly bytes: number;
  readonly flushes: number;
  readonly dropped: Readonly<Record<DropReason, number>>;
}

interface HubDeps {
  readonly events: EventLog;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly faults: Pick<ConnectionFaults, 'caught' | 'guard'>;
  /** From 0 to 1; spreads the reconnects of readers after a restart. */
  readonly random?: () => number;
}

/** The events with ids in (from, to], which are being written to the readers. */
interface Flush {
  readonly entries: readonly EncodedEvent[];
  readonly from: number;
  readonly to: number;
  /** Takes the place of the events, for every reader. */
  readonly reset: Uint8Array | null;
}

/**
 * Writes events to every reader. Three traps of uWebSockets.js decide how (docs/performance.md "Traps of
 * uWebSockets.js"); each has a test:
 *
 * 1. Inside a request handler, and in what it awaits, `cork` of another socket does nothing and each write costs four
 *    system calls. So events are only noted when they happen; a timer or setImmediate writes them.
 * 2. A socket that stalled once and has no `onWritable` is closed ten seconds later, although it has drained.
 * 3. An `onWritable` that writes nothing leaves the buffered bytes unsent.
 */
export class SseHub {
  readonly #events: EventLog;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #faults: Pick<ConnectionFaults, 'caught' | 'guard'>;
  readonly #random: () => number;
  readonly #groups = new Map<string, StreamGroup>();
  readonly #blocked = new Set<Stream>();
  readonly #pending = new PendingEvents();
  readonly #replay: Replay;
  readonly #unsubscribe: () => void;
  readonly #dropped = { behind: 0, blocked: 0, expired: 0, revoked: 0 };
  /** Events up to here have been flushed. */
  #flushedId: number;
  #phase: 'quiet' | 'waiting' | 'flushing' | 'closed' = 'quiet';
  #windowMs = MIN_WINDOW_MS;
  #flushedAt = Number.NEGATIVE_INFINITY;
  #timer: unknown;
  #tick: unknown;
  #ticks = 0;
  #open = 0;
  #writes = 0;
  #bytes = 0;
  #flushes = 0;

  constructor({ events, clock, logger, faults, random = Math.random }: HubDeps) {
    this.#events = events;
    this.#clock = clock;
    this.#logger = logger;
    this.#faults = faults;
    this.#random = random;
    this.#flushedId = events.lastId;
    this.#replay = new Replay({
      events,
      write: (stream, bytes) => this.#write(stream, bytes),
      failed: (error, stream) => this.#failed(error, stream),
    });
    this.#unsubscribe = events.subscribe((_, encoded) => this.#note(encoded));
    this.#tick = clock.setTimeout(() => this.#onTick(), TICK_MS);
  }

  get figures(): StreamFigures {
    return {
      open: this.#open,
      blocked: this.#blocked.size,
      writes: this.#writes,
      bytes: this.#bytes,
      flushes: this.#flushes,
      dropped: { ...this.#dropped },
    };
  }

  /** Throws 503 `overloaded` when there are too many readers or the hub is closed. */
  assertRoom(): void {
    if (this.#open < MAX_STREAMS && this.#phase !== 'closed') return;
    throw new AppError('overloaded', 'Too many event streams are open', { retryAfterSeconds: 5 });
  }

  /**
   * Begins a stream on a response whose head is written. Call it corked. `lastEventId` is the last event that the reader
   * has, empty for a new reader; if the log does not reach back to it, or what came after is more than 1 MiB, the reader
   * gets a `reset`.
   */
  open(socket: SseSocket, types: readonly NetworkEventType[], lastEventId: string, identity: Identity): void {
    const group = this.#groupOf(types);
    const stream: Stream = {
      socket,
      group,
      identity,
      index: group.streams.length,
      cursor: this.#events.lastId,
      blockedSince: null,
      missed: 0,
      gone: false,
    };
    whenAborted(socket, this.#faults, () => this.#forget(stream));
    whenWritable(socket, this.#faults, () => this.#resume(stream));
    group.streams.push(stream);
    this.#open += 1;
    const isNew = lastEventId === '';
    this.#write(stream, Buffer.from(isNew ? openingFrame(stream.cursor) : openingRetry()));
    if (isNew) return;
    stream.cursor = idOf(lastEventId);
    if (stream.cursor !== this.#events.lastId && stream.blockedSince === null) this.#replay.add(stream);
  }

  /** Ends the streams of callers whose login is over. */
  async endStreamsOf(isOver: (identity: Identity) => boolean): Promise<void> {
    await nextTurn();
    const opened = this.#all().filter(({ identity }) => isOver(identity));
    await this.#visit(opened, (stream) => this.#end(stream, 'revoked'));
  }

  /** Ends all streams with a `retry` that spreads the reconnects. */
  async close(): Promise<void> {
    this.#phase = 'closed';
    this.#unsubscribe();
    this.#clock.clearTimeout(this.#tick);
    this.#clock.clearTimeout(this.#timer);
    await nextTurn();
    await this.#visit(this.#all(), (stream) => {
      if (stream.gone) return;
      const farewell = farewellFrame(this.#random());
      this.#forget(stream);
      stream.socket.cork(() => stream.socket.end(farewell));
    });
  }

  /** Only notes the event (trap 1). */
  #note(entry: EncodedEvent): void {
    if (this.#open === 0) {
      this.#flushedId = entry.id;
      this.#pending.clear();
      return;
    }
    this.#pending.add(entry);
    if (this.#phase === 'quiet') this.#schedule();
  }

  #schedule(): void {
    this.#phase = 'waiting';
    const wait = this.#flushedAt + this.#windowMs - this.#clock.elapsed();
    const flush = () => {
      void this.#flush();
    };
    if (wait <= 0) setImmediate(flush);
    else this.#timer = this.#clock.setTimeout(flush, wait);
  }

  async #flush(): Promise<void> {
    if (this.#phase === 'closed') return;
    this.#phase = 'flushing';
    const entries = this.#pending.take();
    const { lastId } = this.#events;
    const [from, to] = [this.#flushedId, this.#pending.isEmpty ? lastId : (entries?.at(-1)?.id ?? lastId)];
    this.#flushedId = to;
    const reset = entries === null ? Buffer.from(resetFrame(to)) : null;
    const flush = { entries: entries ?? [], from: entries === null ? to : from, to, reset };
    const spent = await this.#visit(this.#dueOf(flush), (stream) => this.#deliver(stream, flush));
    this.#flushes += 1;
    this.#flushedAt = this.#clock.elapsed();
    // Fan-out takes at most a quarter of the processor time, however many readers there are.
    this.#windowMs = Math.max(MIN_WINDOW_MS, 4 * spent);
    if (this.#isClosed()) return;
    this.#phase = 'quiet';
    if (!this.#pending.isEmpty) this.#schedule();
  }

  /** A method, because the compiler does not see that `close` may run during an await. */
  #isClosed(): boolean {
    return this.#phase === 'closed';
  }

  /** The streams to write to; the chunk of a group is made for the first of them. */
  #dueOf({ entries, reset }: Flush): Stream[] {
    const types = [...new Set(entries.map(({ type }) => type))];
    const due: Stream[] = [];
    for (const group of this.#groups.values()) {
      group.chunk = null;
      if (reset !== null || types.some((type) => group.types.has(type))) due.push(...group.streams);
    }
    return due;
  }

  #deliver(stream: Stream, { entries, from, to, reset }: Flush): void {
    // It may have ended, or have got these events by a replay, since the flush began.
    if (stream.gone || stream.cursor >= to || this.#replay.has(stream)) return;
    const { group } = stream;
    const chunk = (group.chunk ??= reset ?? Buffer.from(framesAfter(entries, group.types, from)));
    if (stream.blockedSince !== null) {
      stream.missed += chunk.length;
      if (stream.missed > MAX_BEHIND_BYTES) this.#drop(stream, 'behind');
      return;
    }
    const rest = stream.cursor > from ? Buffer.from(framesAfter(entries, group.types, stream.cursor)) : chunk;
    stream.cursor = to;
    if (rest.length > 0) this.#write(stream, rest);
  }

  /** The only place that writes: corked, so that a chunk is one system call. A socket that refuses is blocked until it drains. */
  #write(stream: Stream, bytes: Uint8Array): boolean {
    let accepted = true;
    stream.socket.cork(() => {
      accepted = stream.socket.write(bytes);
    });
    this.#writes += 1;
    this.#bytes += bytes.length;
    if (accepted) return true;
    stream.blockedSince = this.#clock.elapsed();
    this.#blocked.add(stream);
    return false;
  }

  /**
   * The socket accepts bytes again: writes a comment, because without a write nothing drains (trap 3). What was missed
   * follows in a later turn, because many may drain in this one.
   */
  #resume(stream: Stream): boolean {
    this.#blocked.delete(stream);
    stream.blockedSince = null;
    stream.missed = 0;
    const accepted = this.#write(stream, HEARTBEAT);
    if (accepted && stream.cursor !== this.#events.lastId) this.#replay.add(stream);
    return accepted;
  }

  #onTick(): void {
    this.#tick = this.#clock.setTimeout(() => this.#onTick(), TICK_MS);
    this.#ticks += 1;
    const now = this.#clock.elapsed();
    for (const stream of this.#blocked) {
      if (stream.blockedSince !== null && now - stream.blockedSince >= MAX_BLOCKED_MS)
        this.#guarded(stream, () => this.#drop(stream, 'blocked'))();
    }
    const isHeartbeat = this.#ticks % TICKS_PER_HEARTBEAT === 0;
    const due = this.#all().filter(({ identity }) => isHeartbeat || hasExpired(identity, this.#clock));
    void this.#visit(due, (stream) => this.#attend(stream));
  }

  /** Ends the stream of an expired login; sends any other a heartbeat. */
  #attend(stream: Stream): void {
    if (stream.gone) return;
    if (hasExpired(stream.identity, this.#clock)) this.#end(stream, 'expired');
    else if (stream.blockedSince === null) this.#write(stream, HEARTBEAT);
  }

  #end(stream: Stream, reason: DropReason): void {
    if (stream.gone) return;
    this.#dropped[reason] += 1;
    this.#forget(stream);
    // Not end('', true): uWS would write a header line between the chunks.
    stream.socket.cork(() => stream.socket.end());
  }

  /** Closes the connection of a reader that is too slow; it reconnects with its last id and gets a replay or a `reset`. */
  #drop(stream: Stream, reason: DropReason): void {
    if (stream.gone) return;
    this.#dropped[reason] += 1;
    this.#logger.debug({ event: 'stream.dropped', reason, missedBytes: stream.missed });
    this.#forget(stream);
    stream.socket.close();
  }

  #visit(streams: readonly Stream[], visit: (stream: Stream) => void): Promise<number> {
    return visitInSlices(
      streams,
      visit,
      (error, stream) => this.#failed(error, stream),
      () => this.#bytes,
    );
  }

  #failed(error: unknown, stream: Stream): void {
    this.#faults.caught(error, () => this.#cut(stream));
  }

  #guarded(stream: Stream, callback: () => void): () => void {
    return this.#faults.guard(() => this.#cut(stream), callback);
  }

  /** Ends a stream after an error of ours. */
  #cut(stream: Stream): void {
    try {
      this.#forget(stream);
    } finally {
      stream.socket.close();
    }
  }

  #forget(stream: Stream): void {
    if (stream.gone) return;
    stream.gone = true;
    this.#open -= 1;
    this.#blocked.delete(stream);
    this.#replay.delete(stream);
    leaveGroup(stream);
  }

  #groupOf(types: readonly NetworkEventType[]): StreamGroup {
    const key = [...types].sort().join();
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const group: StreamGroup = { types: new Set(types), streams: [], chunk: null };
    this.#groups.set(key, group);
    return group;
  }

  #all(): Stream[] {
    return [...this.#groups.values()].flatMap(({ streams }) => streams);
  }
}

/** The id that a reader names; where it is none, one that no log reaches back to. */
function idOf(lastEventId: string): number {
  return /^\d{1,16}$/.test(lastEventId) ? Number(lastEventId) : -1;
}
