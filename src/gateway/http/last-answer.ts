import type { HttpResponse } from 'uWebSockets.js';
import type { Clock } from '../../runtime/clock.ts';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import { whenAborted, whenReceived } from '../../runtime/faults/response-callbacks.ts';

type Faults = Pick<ConnectionFaults, 'caught' | 'guard'>;

/** Milliseconds for which the rest of a refused body is read. */
const DRAIN_MS = 2_000;
/** More than is under way before a client sees that it was answered. */
const MAX_BYTES = 256 * 1024;
/** Each piece costs a call, however small it is. */
const MAX_PIECES = 256;

/**
 * Ends a response whose head is complete but for the length, while its client may still send, as the last of its connection.
 * A connection that is closed with bytes unread is reset, and the reset overtakes the answer; so some of the rest is read and
 * dropped before the connection is closed (RFC 9112, 9.6). Call it corked, and not inside the handler (`afterHandler`):
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
 * Writes corked when the handler is over, unless the client is gone. What came together with the head of the request is
 * dropped meanwhile, for far less than a call for each piece costs. What `write` throws closes the connection.
 */
export function afterHandler(res: HttpResponse, faults: Faults, write: () => void): void {
  let isGone = false;
  whenAborted(res, faults, () => {
    isGone = true;
  });
  const later = faults.guard(
    () => res.close(),
    () => isGone || res.cork(write),
  );
  setImmediate(later);
}
