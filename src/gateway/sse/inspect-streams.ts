import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ActorViewing } from '../../actors/network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import { whenAborted, whenWritable } from '../../runtime/faults/response-callbacks.ts';
import { AppError } from '../../domain/errors.ts';
import type { InspectionFrame } from '../../domain/inspection/inspection.ts';
import { hasExpired, type Identity } from '../auth/identity.ts';
import type { SseSocket } from '../http/answer.ts';
import { farewellFrame, HEARTBEAT, openingRetry } from './sse-frame.ts';
import { MAX_BLOCKED_MS, TICK_MS, TICKS_PER_HEARTBEAT } from './sse-stream.ts';

/** Each attaches to an actor and serves one person; more would be a mistake of a program. */
const MAX_STREAMS = 32;
/** Frames within this time are written together. */
const WINDOW_MS = 50;

/** Which actor a stream shows, and in which format. */
export interface ActorView {
  /** Attaches to the actor; called once, when the stream is open. Throws `actor_not_found` when it no longer exists. */
  readonly watch: (wake: () => void) => ActorViewing;
  /** Frames as the text of server-sent events. */
  readonly write: (frames: readonly InspectionFrame[]) => string;
}

interface ViewStream {
  readonly socket: SseSocket;
  readonly identity: Identity;
  readonly view: ActorView;
  viewing: ActorViewing | undefined;
  timer: unknown;
  /** Since when the socket accepts no bytes, as in `Clock.elapsed`; null while it does. */
  blockedSince: number | null;
}

/**
 * The streams of single actors. A transition only wakes the stream; the frames are taken and written from a timer (see
 * trap 1 in SseHub). Nothing is written to a blocked socket until it drains, and meanwhile the viewing drops the oldest
 * frames: a slow reader loses frames and does not slow the actor.
 */
export class InspectStreams {
  readonly #clock: Clock;
  readonly #faults: Pick<ConnectionFaults, 'caught' | 'guard'>;
  readonly #streams = new Set<ViewStream>();
  #tick: unknown;
  #ticks = 0;

  constructor(clock: Clock, faults: Pick<ConnectionFaults, 'caught' | 'guard'>) {
    this.#clock = clock;
    this.#faults = faults;
  }

  get open(): number {
    return this.#streams.size;
  }

  /** Throws 503 `overloaded` when there are too many viewers. */
  assertRoom(): void {
    if (this.#streams.size < MAX_STREAMS) return;
    throw new AppError('overloaded', 'Too many actor streams are open', { retryAfterSeconds: 5 });
  }

  /** Begins a stream on a response whose head is written. Call it corked. */
  begin(socket: SseSocket, view: ActorView, identity: Identity): void {
    const stream: ViewStream = {
      socket,
      identity,
      view,
      viewing: undefined,
      timer: undefined,
      blockedSince: null,
    };
    whenAborted(socket, this.#faults, () => this.#forget(stream));
    whenWritable(socket, this.#faults, () => this.#resume(stream));
    this.#streams.add(stream);
    this.#tick ??= this.#clock.setTimeout(() => this.#onTick(), TICK_MS);
    socket.write(openingRetry());
    try {
      stream.viewing = view.watch(() => this.#wake(stream));
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'actor_not_found')) {
        this.#faults.caught(error, () => this.#drop(stream));
        return;
      }
      // It ended between the request and now.
      this.#end(stream, view.write([{ kind: 'gone', at: this.#clock.now() }]));
      return;
    }
    this.#wake(stream);
  }

  /** Ends the streams of callers whose login is over. */
  async endStreamsOf(isOver: (identity: Identity) => boolean): Promise<void> {
    await nextTurn();
    for (const stream of this.#streams) {
      if (isOver(stream.identity)) this.#guarded(stream, () => this.#end(stream))();
    }
  }

  /** Ends all streams; their readers reconnect by themselves. */
  async close(): Promise<void> {
    this.#clock.clearTimeout(this.#tick);
    await nextTurn();
    for (const stream of this.#streams)
      this.#guarded(stream, () => this.#end(stream, farewellFrame(Math.random())))();
  }

  /** Called inside the actor's transition, so it only schedules a flush. */
  #wake(stream: ViewStream): void {
    if (stream.blockedSince !== null) return;
    if (stream.timer !== undefined) return;
    const flush = this.#guarded(stream, () => {
      stream.timer = undefined;
      this.#flush(stream);
    });
    stream.timer = this.#clock.setTimeout(flush, WINDOW_MS);
  }

  #flush(stream: ViewStream): void {
    if (!this.#streams.has(stream) || stream.blockedSince !== null) return;
    const frames = stream.viewing?.take() ?? [];
    if (frames.length === 0) return;
    const text = stream.view.write(frames);
    if (frames.at(-1)?.kind === 'gone') this.#end(stream, text);
    else if (text !== '') this.#write(stream, Buffer.from(text));
  }

  #write(stream: ViewStream, bytes: Uint8Array): void {
    stream.socket.cork(() => {
      if (!stream.socket.write(bytes)) stream.blockedSince = this.#clock.elapsed();
    });
  }

  /** Writes a comment, because without a write nothing drains (trap 3 in SseHub). */
  #resume(stream: ViewStream): boolean {
    stream.blockedSince = null;
    this.#write(stream, HEARTBEAT);
    this.#wake(stream);
    return stream.blockedSince === null;
  }

  #onTick(): void {
    this.#tick = undefined;
    this.#ticks += 1;
    for (const stream of this.#streams) this.#guarded(stream, () => this.#attend(stream))();
    if (this.#streams.size > 0) this.#tick = this.#clock.setTimeout(() => this.#onTick(), TICK_MS);
  }

  #attend(stream: ViewStream): void {
    const { identity, blockedSince } = stream;
    if (hasExpired(identity, this.#clock)) this.#end(stream);
    else if (blockedSince === null) {
      if (this.#ticks % TICKS_PER_HEARTBEAT === 0) this.#write(stream, HEARTBEAT);
    } else if (this.#clock.elapsed() - blockedSince >= MAX_BLOCKED_MS) this.#drop(stream);
  }

  #guarded(stream: ViewStream, callback: () => void): () => void {
    return this.#faults.guard(() => this.#drop(stream), callback);
  }

  #end(stream: ViewStream, lastText = ''): void {
    this.#forget(stream);
    stream.socket.cork(() => {
      if (lastText === '') stream.socket.end();
      else stream.socket.end(lastText);
    });
  }

  #drop(stream: ViewStream): void {
    try {
      this.#forget(stream);
    } finally {
      stream.socket.close();
    }
  }

  #forget(stream: ViewStream): void {
    if (!this.#streams.delete(stream)) return;
    this.#clock.clearTimeout(stream.timer);
    stream.viewing?.close();
  }
}
