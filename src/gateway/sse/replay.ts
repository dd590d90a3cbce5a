import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EncodedEvent, EventLog } from '../../actors/network.ts';
import { visitInSlices } from './in-slices.ts';
import { eventFrame, resetFrame, sizeOf } from './sse-frame.ts';
import type { Stream } from './sse-stream.ts';

/** A reader that missed more gets a `reset`. */
export const MAX_BEHIND_BYTES = 1024 * 1024;
/** What a reader is written before the next one has its turn, unless a single event is larger. */
export const PIECE_BYTES = 64 * 1024;
/** What looking at one missed event costs, next to writing bytes. */
const LOOK = 32;

/** Frames that bring a reader from one event to a later one. */
interface Piece {
  readonly from: number;
  readonly to: number;
  /** The newest event when it was made. */
  readonly lastId: number;
  readonly bytes: Uint8Array;
}

interface ReplayDeps {
  readonly events: Pick<EventLog, 'lastId' | 'since'>;
  /** Writes to a stream that is still there, and answers whether its socket accepts more. */
  readonly write: (stream: Stream, bytes: Uint8Array) => boolean;
  /** Takes what is thrown for one stream, and ends that. */
  readonly failed: (error: unknown, stream: Stream) => void;
}

/**
 * Brings readers what they missed: those that come back, and those that stalled. Each gets a piece, then the next reader
 * has its turn; a turn of the event loop writes 1 MiB. Readers who are at the same event get the same bytes.
 */
export class Replay {
  readonly #deps: ReplayDeps;
  readonly #behind = new Set<Stream>();
  readonly #pieces = new Map<Stream['group'], Piece>();
  #work = 0;
  #isRunning = false;

  constructor(deps: ReplayDeps) {
    this.#deps = deps;
  }

  /** Whether a stream is to get what it missed from here, and nothing by a flush until then. */
  has(stream: Stream): boolean {
    return this.#behind.has(stream);
  }

  /** Begins in a later turn of the event loop: see trap 1 of SseHub. */
  add(stream: Stream): void {
    this.#behind.add(stream);
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  /** Of a stream that ended, or whose socket accepts nothing. */
  delete(stream: Stream): void {
    this.#behind.delete(stream);
  }

  async #run(): Promise<void> {
    do {
      await nextTurn();
      await visitInSlices(
        [...this.#behind],
        (stream) => this.#serve(stream),
        (error, stream) => this.#failed(error, stream),
        () => this.#work,
      );
      this.#pieces.clear();
    } while (this.#behind.size > 0);
    this.#isRunning = false;
  }

  #failed(error: unknown, stream: Stream): void {
    this.#behind.delete(stream);
    this.#deps.failed(error, stream);
  }

  #serve(stream: Stream): void {
    if (!this.#behind.has(stream)) return;
    const piece = this.#pieceFor(stream);
    stream.cursor = piece.to;
    if (piece.to === this.#deps.events.lastId) this.#behind.delete(stream);
    if (piece.bytes.length === 0) return;
    this.#work += piece.bytes.length;
    if (!this.#deps.write(stream, piece.bytes)) this.#behind.delete(stream);
  }

  #pieceFor({ group, cursor }: Stream): Piece {
    const { lastId } = this.#deps.events;
    const known = this.#pieces.get(group);
    if (known?.from === cursor && known.lastId === lastId) return known;
    const missed = this.#deps.events.since(cursor);
    this.#work += LOOK * (missed?.length ?? 0);
    const own = missed?.filter(({ type }) => group.types.has(type));
    const made = own === undefined || isTooMuch(own) ? resetAt(lastId) : firstOf(own, lastId);
    const piece = { ...made, from: cursor, lastId };
    this.#pieces.set(group, piece);
    return piece;
  }
}

function isTooMuch(missed: readonly EncodedEvent[]): boolean {
  let bytes = 0;
  for (const entry of missed) bytes += sizeOf(entry);
  return bytes > MAX_BEHIND_BYTES;
}

function resetAt(lastId: number) {
  return { to: lastId, bytes: Buffer.from(resetFrame(lastId)) };
}

function firstOf(missed: readonly EncodedEvent[], lastId: number) {
  let text = '';
  let bytes = 0;
  for (const entry of missed) {
    // Up to the event before, of which this reader has everything.
    if (bytes > 0 && bytes + sizeOf(entry) > PIECE_BYTES)
      return { to: entry.id - 1, bytes: Buffer.from(text) };
    text += eventFrame(entry);
    bytes += sizeOf(entry);
  }
  return { to: lastId, bytes: Buffer.from(text) };
}
