import type { LoggedEvent } from '../../actors/network.ts';
import type { NetworkEventType } from '../../domain/network-event.ts';

/** A comment: keeps proxies from closing a quiet stream, and lets a blocked one drain. */
export const HEARTBEAT: Uint8Array = Buffer.from(':\n\n');

/** Milliseconds after which a browser comes back. */
export const RETRY_MS = 3000;

/**
 * One event on the wire. The type is from a closed set and JSON escapes every line break inside a text, so no payload
 * can begin a line of its own.
 */
export function eventFrame({ id, event }: LoggedEvent): string {
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

/**
 * What a stream begins with. The id alone dispatches nothing, but makes a reader that is cut off before its first event
 * come back to this point.
 */
export function openingFrame(lastId: number): string {
  return `retry: ${RETRY_MS}\nid: ${lastId}\n\n`;
}

/** What a stream begins with whose events have no ids: there is nothing to be replayed. */
export function openingRetry(): string {
  return `retry: ${RETRY_MS}\n\n`;
}

/** Tells the reader to load everything anew: what it missed cannot be replayed. */
export function resetFrame(lastId: number): string {
  return `id: ${lastId}\nevent: reset\ndata: {}\n\n`;
}

/** The last words of a server that goes away: come back, but not all at the same moment. */
export function farewellFrame(random: number): string {
  return `retry: ${1000 + Math.floor(random * 4000)}\n\n`;
}

/** The frames of those entries that a reader of `types` has not had yet, as one text. */
export function framesAfter(
  entries: readonly LoggedEvent[],
  types: ReadonlySet<NetworkEventType>,
  cursor: number,
): string {
  let text = '';
  for (const entry of entries)
    if (entry.id > cursor && types.has(entry.event.type)) text += eventFrame(entry);
  return text;
}
