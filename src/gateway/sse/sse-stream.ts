import type { NetworkEventType } from '../../domain/network-event.ts';
import type { Identity } from '../auth/identity.ts';
import type { SseSocket } from '../http/answer.ts';

export const TICK_MS = 1000;
export const TICKS_PER_HEARTBEAT = 15;
/** uWS itself closes a stalled socket about 11 s after its last write; this limit is for one that accepts few bytes. */
export const MAX_BLOCKED_MS = 12_000;

/** Readers of the same types share every buffer. */
export interface StreamGroup {
  readonly types: ReadonlySet<NetworkEventType>;
  readonly streams: Stream[];
  /** The bytes that the current flush writes to each stream; null until they are made for the first. */
  chunk: Uint8Array | null;
}

/** One reader. A plain record, because there may be ten thousand. */
export interface Stream {
  readonly socket: SseSocket;
  readonly group: StreamGroup;
  readonly identity: Identity;
  /** Its index in `group.streams`. */
  index: number;
  /** The id of the last event that was written to it or skipped. */
  cursor: number;
  /** Since when its socket accepts no bytes, as in `Clock.elapsed`; null while it does. */
  blockedSince: number | null;
  /** Bytes it has missed since then. */
  missed: number;
  gone: boolean;
}

/** Removes the stream from its group in constant time: the last one takes its index. */
export function leaveGroup(stream: Stream): void {
  const { streams } = stream.group;
  const last = streams.pop();
  if (last === undefined || last === stream) return;
  streams[stream.index] = last;
  last.index = stream.index;
}
