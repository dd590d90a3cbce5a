import type { Socket } from 'node:net';
import type { Clock } from '../../runtime/clock.ts';

/** When one side has ended, both sockets are closed after this long, however slowly the other side reads. */
const HALF_CLOSED_MS = 30_000;
/** A connection to a machine that is gone is found by the kernel's keep-alive probes. */
const KEEP_ALIVE_MS = 60_000;

/** Notified of the end of two spliced sockets. */
export interface SpliceListener {
  /** One side has ended or is gone. Called once. */
  ending(): void;
  /** Both are gone. Called once, and last. */
  closed(): void;
}

/**
 * Connects two sockets: the bytes of each go to the other, no faster than it reads them. When one side ends its half,
 * the other side gets that end and may still finish its own half. Both are destroyed in the end.
 */
export function splice(one: Socket, other: Socket, clock: Clock, listener: SpliceListener): void {
  let open = 2;
  let timer: unknown = null;
  const onEnding = (): void => {
    if (timer !== null) return;
    timer = clock.setTimeout(() => {
      one.destroy();
      other.destroy();
    }, HALF_CLOSED_MS);
    listener.ending();
  };
  const onClose = (): void => {
    open -= 1;
    if (open > 0) return;
    clock.clearTimeout(timer);
    listener.closed();
  };
  pipe(one, other, onEnding, onClose);
  pipe(other, one, onEnding, onClose);
}

function pipe(from: Socket, to: Socket, onEnding: () => void, onClose: () => void): void {
  const endOther = (): void => {
    onEnding();
    to.end();
  };
  from.setKeepAlive(true, KEEP_ALIVE_MS);
  from.on('data', (piece: Buffer) => {
    // Bytes for a side that is gone are still read, or the end of this side would never be seen.
    if (!to.destroyed && !to.write(piece)) from.pause();
  });
  to.on('drain', () => from.resume());
  // Node destroys a socket that failed; `close` then ends the other side.
  from.on('error', () => undefined);
  from.once('end', endOther);
  from.once('close', () => {
    // `end` still sends what is buffered for the other side.
    endOther();
    to.resume();
    onClose();
  });
  from.resume();
}
