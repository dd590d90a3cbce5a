import type { Socket } from 'node:net';
import type { Clock } from '../../runtime/clock.ts';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';

/** More than any client sends before it has read that the connection ends. */
const MAX_BYTES = 64 * 1024;
/** For the last words to arrive: the connection may end with a reset then, which overtakes what is on the way. */
const READ_WITHIN_MS = 2_000;

export interface UnaskedBytesDeps {
  readonly clock: Clock;
  readonly faults: Pick<ConnectionFaults, 'guard'>;
}

/**
 * Takes the pieces that a client sends although nobody wants them any more, and forgets them: left unread they would turn
 * the end of the connection into a reset, and the client would lose its last words. One that sends on without end costs
 * others their time, so it is read no further than 64 KiB, and closed two seconds later.
 */
export function forgetting(client: Socket, { clock, faults }: UnaskedBytesDeps): (piece: Buffer) => void {
  let bytes = 0;
  let timer: unknown = null;
  const destroy = faults.guard(
    () => undefined,
    () => client.destroy(),
  );
  const closed = faults.guard(destroy, () => clock.clearTimeout(timer));
  client.once('close', closed);
  return (piece) => {
    bytes += piece.length;
    if (bytes <= MAX_BYTES) return;
    client.pause();
    timer ??= clock.setTimeout(destroy, READ_WITHIN_MS);
  };
}
