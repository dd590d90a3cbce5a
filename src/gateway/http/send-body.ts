import type { HttpResponse } from 'uWebSockets.js';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import { whenAborted, whenWritable } from '../../runtime/faults/response-callbacks.ts';

/** How fast a reader must take an answer (`ReadingPace`). */
export interface Pace {
  /** Begins with an answer that waits for its reader; returns whether one who has taken so many bytes by now may go on. */
  begin(): (bytes: number) => boolean;
}

/**
 * Ends a response with its body, and keeps none of the body in the process beyond the answer itself: what the kernel does
 * not take is written when the reader has room again. `end` would copy the rest into the memory of the connection, once
 * for every request that its client pipelines; while a body waits, uWebSockets.js closes a connection that sends another
 * request. A reader that takes nothing for ten seconds is closed too, and so is one that is behind `pace`. Call it corked, or
 * inside the handler.
 */
export function sendBody(
  res: HttpResponse,
  body: Uint8Array | string,
  faults: Pick<ConnectionFaults, 'caught' | 'guard'>,
  pace?: Pace,
): void {
  const total = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  const [, done] = res.tryEnd(body, total);
  if (done) return;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  let isGone = false;
  whenAborted(res, faults, () => {
    isGone = true;
  });
  const close = () => isGone || res.close();
  const mayGoOn = pace?.begin();
  whenWritable(res, faults, (offset) => {
    if (mayGoOn?.(offset) === false) {
      // Later: uWebSockets.js still uses the socket after this callback.
      setImmediate(faults.guard(close, close));
      return true;
    }
    return res.tryEnd(bytes.subarray(offset), total)[0];
  });
}

/** One answer without a body in so many is the last of its connection. */
const LAST_IN = 128;

/**
 * Ends a response that has no body (304, HEAD, 204). Nothing in uWebSockets.js tells whether the kernel took such an answer,
 * so a connection that pipelines them and reads nothing could make the process keep any number. Instead each has a small
 * chance to close its connection: that ends such a flood after some ten kilobytes, and costs an honest client a new
 * connection now and then. `random` is from 0 to 1. Call it corked, or inside the handler.
 */
export function endWithoutBody(
  res: HttpResponse,
  faults: Pick<ConnectionFaults, 'caught' | 'guard'>,
  random: () => number = Math.random,
): void {
  if (random() * LAST_IN >= 1) {
    res.endWithoutBody();
    return;
  }
  let isGone = false;
  whenAborted(res, faults, () => {
    isGone = true;
  });
  res.writeHeader('Date', new Date().toUTCString());
  // The empty line ends the head. uWebSockets.js goes on to wait for an end, and so takes no other request.
  res.writeHeader('Connection', 'close\r\n');
  // Later, when the head was written.
  const close = () => isGone || res.close();
  setImmediate(faults.guard(close, close));
}
