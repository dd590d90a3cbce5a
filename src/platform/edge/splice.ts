import type { Socket } from 'node:net';
import type { Clock } from '../../runtime/clock.ts';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import { forgetting } from './unasked-bytes.ts';

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

export interface SpliceDeps {
  readonly clock: Clock;
  readonly faults: Pick<ConnectionFaults, 'guard'>;
}

/**
 * Connects two sockets: the bytes of each go to the other, no faster than it reads them. When one side ends its half,
 * the other side gets that end and may still finish its own half. Both are destroyed in the end, and at once by an error of
 * what they call.
 */
export function splice(client: Socket, upstream: Socket, deps: SpliceDeps, listener: SpliceListener): void {
  const { clock, faults } = deps;
  let open = 2;
  let timer: unknown = null;
  const destroy = (): void => {
    client.destroy();
    upstream.destroy();
  };
  const guard: Guard = (callback) => faults.guard(destroy, callback);
  const onEnding = (): void => {
    if (timer !== null) return;
    timer = clock.setTimeout(guard(destroy), HALF_CLOSED_MS);
    listener.ending();
  };
  const onClose = (): void => {
    open -= 1;
    if (open > 0) return;
    clock.clearTimeout(timer);
    listener.closed();
  };
  pipe(client, upstream, guard, { onEnding, onClose, forget: forgetting(client, deps) });
  // A server notices by itself that its player is gone, and has bounds of its own until then.
  pipe(upstream, client, guard, { onEnding, onClose, forget: () => undefined });
}

type Guard = <A extends readonly unknown[]>(callback: (...given: A) => void) => (...given: A) => void;

interface PipeListener {
  readonly onEnding: () => void;
  readonly onClose: () => void;
  /** Takes what comes for a side that is gone: it is still read, or the end of this side would never be seen. */
  readonly forget: (piece: Buffer) => void;
}

function pipe(from: Socket, to: Socket, guard: Guard, { onEnding, onClose, forget }: PipeListener): void {
  const endOther = guard((): void => {
    onEnding();
    // For one that is gone or has ended Node would make an error with a stack, which nobody reads.
    if (!to.destroyed && !to.writableEnded) to.end();
  });
  from.setKeepAlive(true, KEEP_ALIVE_MS);
  let isWaiting = false;
  const sent = guard((): void => {
    if (!isWaiting || to.writableLength > 0) return;
    isWaiting = false;
    from.resume();
  });
  const forward = guard((piece: Buffer): void => {
    if (to.destroyed) return forget(piece);
    to.write(piece, sent);
    // What `write` answers is no measure: it is false also for a large piece that the kernel has taken whole. And until it has
    // the piece, nothing more may be read: the server's bytes would come into the same buffer.
    if (to.writableLength === 0) return;
    isWaiting = true;
    from.pause();
  });
  from.on('data', forward);
  // Node destroys a socket that failed; `close` then ends the other side.
  from.on('error', () => undefined);
  from.once('end', endOther);
  const closed = guard((): void => {
    // `end` still sends what is buffered for the other side.
    endOther();
    to.resume();
    onClose();
  });
  from.once('close', closed);
  from.resume();
}
