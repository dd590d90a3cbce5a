import type { EncodedEvent } from '../../actors/network.ts';
import type { NetworkEventType } from '../../domain/network-event.ts';

/** A comment: keeps reverse proxies from closing a quiet stream, and drains a blocked one. */
export const HEARTBEAT: Uint8Array = Buffer.from(':\n\n');

/** Milliseconds after which a browser reconnects. */
export const RETRY_MS = 3000;

/**
 * One event as text. The type is from a closed set and JSON escapes every line break, so no payload can begin a line.
 */
export function eventFrame({ id, type, json }: EncodedEvent): string {
  return `id: ${id}\nevent: ${type}\ndata: ${json}\n\n`;
}

/** The bytes of an event's frame, some more than less. */
export function sizeOf({ bytes }: EncodedEvent): number {
  return bytes + 64;
}

/**
 * The start of a stream of a new reader. The id alone dispatches no event, but a reader that loses the connection before
 * its first event continues from here.
 */
export function openingFrame(lastId: number): string {
  return `retry: ${RETRY_MS}\nid: ${lastId}\n\n`;
}

/**
 * The start of a stream without an id: of one whose events have none, and of one that goes on. A reader that goes on has
 * an id, and the newest one would claim for it what is only about to be replayed.
 */
export function openingRetry(): string {
  return `retry: ${RETRY_MS}\n\n`;
}

/** Makes the reader load everything again, because what it missed cannot be replayed. */
export function resetFrame(lastId: number): string {
  return `id: ${lastId}\nevent: reset\ndata: {}\n\n`;
}

/** The end of a stream when the server stops: readers reconnect after 1 to 5 s, spread by `random` from 0 to 1. */
export function farewellFrame(random: number): string {
  return `retry: ${1000 + Math.floor(random * 4000)}\n\n`;
}

/** The frames of the entries after `cursor` that a reader of `types` gets, as one text. */
export function framesAfter(
  entries: readonly EncodedEvent[],
  types: ReadonlySet<NetworkEventType>,
  cursor: number,
): string {
  let text = '';
  for (const entry of entries) if (entry.id > cursor && types.has(entry.type)) text += eventFrame(entry);
  return text;
}
