import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ActorViewing } from '../../actors/network.ts';
import type { Clock } from '../../runtime/clock.ts';
import { AppError } from '../../domain/errors.ts';
import type { InspectionFrame } from '../../domain/inspection/inspection.ts';
import type { Identity } from '../auth/identity.ts';
import type { SseSocket } from '../http/answer.ts';
import { farewellFrame, HEARTBEAT, openingRetry } from './sse-frame.ts';

/** Each attaches to an actor, and is for one person to look at: many more would be a mistake. */
const MAX_STREAMS = 32;
/** What happens meanwhile is written together. */
const WINDOW_MS = 50;
const TICK_MS = 1000;
const TICKS_PER_HEARTBEAT = 15;
/** As in SseHub: uWS closes a stalled socket by itself, this is for one that trickles. */
const MAX_BLOCKED_MS = 12_000;

/** What is looked at, and how it is told. */
export interface Look {
  /** Attaches to the actor; called once, when the stream is open. Throws when the actor is gone meanwhile. */
  readonly watch: (wake: () => void) => ActorViewing;
  /** Frames as the text of server-sent events. */
  readonly write: (frames: readonly InspectionFrame[]) => string;
}

interface LookStream {
  readonly socket: SseSocket;
  readonly identity: Identity;
  readonly look: Look;
  viewing: ActorViewing | undefined;
  timer: unknown;
  /** Epoch milliseconds since when the socket refuses bytes; 0 while it takes them. */
  blockedSince: number;
}

/**
 * The streams of single actors. An actor that moves only wakes its stream; the frames are taken and written from a timer
 * (SseHub says why never from where it happened). A socket that refuses bytes is left alone until it drains, and
 * meanwhile the viewing drops what is oldest: a slow page loses frames, and costs the actor nothing.
 */
export class InspectStreams {
  readonly #clock: Clock;
  readonly #streams = new Set<LookStream>();
  #tick: unknown;
  #ticks = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get open(): number {
    return this.#streams.size;
  }

  /** Throws 503 `overloaded` when no further viewer can be taken. */
  assertRoom(): void {
    if (this.#streams.size < MAX_STREAMS) return;
    throw new AppError('overloaded', 'Too many actors are being looked at', { retryAfterSeconds: 5 });
  }

  /** Begins a stream on a response whose head is written. Call it corked. */
  begin(socket: SseSocket, look: Look, identity: Identity): void {
    const stream: LookStream = {
      socket,
      identity,
      look,
      viewing: undefined,
      timer: undefined,
      blockedSince: 0,
    };
    socket.onAborted(() => this.#forget(stream));
    socket.onWritable(() => this.#resume(stream));
    this.#streams.add(stream);
    this.#tick ??= this.#clock.setTimeout(() => this.#onTick(), TICK_MS);
    socket.write(openingRetry());
    try {
      stream.viewing = look.watch(() => this.#wake(stream));
    } catch {
      this.#end(stream, look.write([{ kind: 'gone', at: this.#clock.now() }]));
      return;
    }
    this.#wake(stream);
  }

  /** Ends every stream of a login that was ended. */
  async endStreamsOf(tokenId: string): Promise<void> {
    await nextTurn();
    for (const stream of this.#streams) {
      const { identity } = stream;
      if (identity.kind === 'token' && identity.id === tokenId) this.#end(stream);
    }
  }

  /** Ends all of them; their pages come back by themselves. */
  async close(): Promise<void> {
    this.#clock.clearTimeout(this.#tick);
    await nextTurn();
    for (const stream of this.#streams) this.#end(stream, farewellFrame(Math.random()));
  }

  /** Called inside the actor's transition: only notes that there is something. */
  #wake(stream: LookStream): void {
    if (stream.blockedSince > 0) return;
    stream.timer ??= this.#clock.setTimeout(() => {
      stream.timer = undefined;
      this.#flush(stream);
    }, WINDOW_MS);
  }

  #flush(stream: LookStream): void {
    if (!this.#streams.has(stream) || stream.blockedSince > 0) return;
    const frames = stream.viewing?.take() ?? [];
    if (frames.length === 0) return;
    const text = stream.look.write(frames);
    if (frames.at(-1)?.kind === 'gone') this.#end(stream, text);
    else if (text !== '') this.#write(stream, Buffer.from(text));
  }

  #write(stream: LookStream, bytes: Uint8Array): void {
    stream.socket.cork(() => {
      if (!stream.socket.write(bytes)) stream.blockedSince = this.#clock.now();
    });
  }

  /** Must write something, or uWS leaves what it holds where it is. */
  #resume(stream: LookStream): boolean {
    stream.blockedSince = 0;
    this.#write(stream, HEARTBEAT);
    this.#wake(stream);
    return stream.blockedSince === 0;
  }

  #onTick(): void {
    this.#tick = undefined;
    this.#ticks += 1;
    const now = this.#clock.now();
    for (const stream of this.#streams) {
      const { identity, blockedSince } = stream;
      if (identity.kind === 'token' && identity.expires <= now) this.#end(stream);
      else if (blockedSince > 0 && now - blockedSince >= MAX_BLOCKED_MS) this.#drop(stream);
      else if (blockedSince === 0 && this.#ticks % TICKS_PER_HEARTBEAT === 0) this.#write(stream, HEARTBEAT);
    }
    if (this.#streams.size > 0) this.#tick = this.#clock.setTimeout(() => this.#onTick(), TICK_MS);
  }

  #end(stream: LookStream, lastWords = ''): void {
    this.#forget(stream);
    stream.socket.cork(() => {
      if (lastWords === '') stream.socket.end();
      else stream.socket.end(lastWords);
    });
  }

  #drop(stream: LookStream): void {
    this.#forget(stream);
    stream.socket.close();
  }

  #forget(stream: LookStream): void {
    if (!this.#streams.delete(stream)) return;
    this.#clock.clearTimeout(stream.timer);
    stream.viewing?.close();
  }
}
