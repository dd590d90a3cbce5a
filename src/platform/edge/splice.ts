import type { Socket } from 'node:net';
import type { Clock } from '../../runtime/clock.ts';

/** A connection of which one side has ended is closed after this long, however slowly the other side reads. */
const HALF_CLOSED_MS = 30_000;
/** What a dead machine leaves behind is found by the kernel's own probes. */
const KEEP_ALIVE_MS = 60_000;

/** What becomes of two joined sockets. */
export interface SpliceListener {
  /** One side has said its last or is gone. Once. */
  ending(): void;
  /** Both are gone. Once, and last. */
  closed(): void;
}

/**
 * Joins two sockets: what one says the other hears, no faster than it reads, and when one side ends its half the other
 * side learns so and may still finish its own. Both are destroyed in the end.
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
  flow(one, other, onEnding, onClose);
  flow(other, one, onEnding, onClose);
}

function flow(from: Socket, to: Socket, onEnding: () => void, onClose: () => void): void {
  const endOther = (): void => {
    onEnding();
    to.end();
  };
  from.setKeepAlive(true, KEEP_ALIVE_MS);
  from.on('data', (piece: Buffer) => {
    // What is said to somebody who is gone is read away, so that the end of it is seen.
    if (!to.destroyed && !to.write(piece)) from.pause();
  });
  to.on('drain', () => from.resume());
  // Node destroys a socket that failed; its `close` tells the other side.
  from.on('error', () => undefined);
  from.once('end', endOther);
  from.once('close', () => {
    // What is on its way to the other side still gets there.
    endOther();
    to.resume();
    onClose();
  });
  from.resume();
}
