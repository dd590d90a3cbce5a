import type { HttpResponse } from 'uWebSockets.js';
import type { Clock } from '../../runtime/clock.ts';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import { whenAborted, whenReceived } from '../../runtime/faults/response-callbacks.ts';

type Faults = Pick<ConnectionFaults, 'caught' | 'guard'>;

/** Milliseconds for which the rest of a refused body is read. */
const DRAIN_MS = 2_000;
/** More than is under way before a client sees that it was answered. */
const MAX_BYTES = 256 * 1024;
/** uWebSockets.js keeps what is written in a handler until the handler is over, up to so many bytes. */
const CORK_BYTES = 16 * 1024;
/** Each piece costs a call, however small it is. */
const MAX_PIECES = 256;

/**
 * Ends a response whose head is complete but for the length, while its client may still send, as the last of its connection.
 * A connection that is closed with bytes unread is reset, and the reset overtakes the answer; so some of the rest is read and
 * dropped before the connection is closed (RFC 9112, 9.6). Call it corked, and not inside the handler:
 * whatever closes the connection before the cork is out would take the answer with it.
 */
export function endLast(
  res: HttpResponse,
  body: Uint8Array | string,
  isHead: boolean,
  clock: Clock,
  faults: Faults,
): void {
  const close = () => res.close();
  let bytes = 0;
  let pieces = 0;
  const timer = clock.setTimeout(faults.guard(close, close), DRAIN_MS);
  whenAborted(res, faults, () => clock.clearTimeout(timer));
  whenReceived(res, faults, (piece, isLast) => {
    bytes += piece.byteLength;
    pieces += 1;
    if (isLast || bytes > MAX_BYTES || pieces > MAX_PIECES) res.close();
  });
  res.writeHeader('Date', new Date().toUTCString());
  // All of it as headers, so that uWebSockets.js goes on to wait for an end, and takes no other request. It ends each header
  // with two bytes, which are the last of the body: white space, which JSON may have there.
  const text = Buffer.from(body);
  if (text.length > 0) res.writeHeader('Content-Length', String(text.length + 2));
  const hasBody = text.length > 0 && !isHead;
  res.writeHeader('Connection', hasBody ? Buffer.concat([Buffer.from('close\r\n\r\n'), text]) : 'close\r\n');
}

/**
 * Ends a response whose head is complete but for the length inside its handler, and closes the connection before another byte
 * of it is read. The white space behind the body makes it more than uWebSockets.js keeps until the handler is over: so the
 * kernel has it before the connection is closed. `end` with the wish to close does not do: what it writes waits for
 * the end of the handler, and where the client reads nothing, the connection stays. A HEAD has no body to fill up, and is not answered.
 */
export function endNow(res: HttpResponse, body: Uint8Array | string, isHead: boolean): void {
  if (!isHead) {
    const text = Buffer.from(body);
    const filled = Buffer.concat([text, Buffer.alloc(Math.max(0, CORK_BYTES - text.length), ' ')]);
    res.writeHeader('Date', new Date().toUTCString());
    res.writeHeader('Content-Length', String(filled.length + 2));
    res.writeHeader('Connection', Buffer.concat([Buffer.from('close\r\n\r\n'), filled]));
  }
  res.close();
}
