import type { NetworkEventType } from '../../domain/network-event.ts';
import type { Identity } from '../auth/identity.ts';
import type { SseSocket } from '../http/answer.ts';

/** Readers of the same types share every buffer. */
export interface StreamGroup {
  readonly types: ReadonlySet<NetworkEventType>;
  readonly streams: Stream[];
  /** What the flush under way gives to each of them; empty when nothing of it is for this group. */
  chunk: Uint8Array;
}

/** One reader. A plain record, as there may be ten thousand. */
export interface Stream {
  readonly socket: SseSocket;
  readonly group: StreamGroup;
  readonly identity: Identity;
  /** Its place in `group.streams`. */
  index: number;
  /** The id of the last event that was written to it or passed over. */
  cursor: number;
  /** When its socket refused bytes, in epoch milliseconds; 0 while it takes them. */
  blockedSince: number;
  /** Bytes it would have got since then. */
  missed: number;
  gone: boolean;
}

/** Takes the stream out of its group in constant time: the last one moves into its place. */
export function leaveGroup(stream: Stream): void {
  const { streams } = stream.group;
  const last = streams.pop();
  if (last === undefined || last === stream) return;
  streams[stream.index] = last;
  last.index = stream.index;
}
