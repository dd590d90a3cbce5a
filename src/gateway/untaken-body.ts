import type { HttpResponse } from 'uWebSockets.js';
import type { Clock } from '../runtime/clock.ts';
import type { ConnectionFaults } from '../runtime/faults/connection-faults.ts';
import { whenAborted, whenReceived } from '../runtime/faults/response-callbacks.ts';
import type { AnswerFrame } from './http/respond.ts';

/** Who sends head and body one after the other waits for one acknowledgement in between. */
const WAIT_MS = 1_000;
const CROWDED_WAIT_MS = 250;

interface UntakenBodyDeps {
  readonly clock: Clock;
  readonly faults: Pick<ConnectionFaults, 'caught' | 'guard'>;
  readonly connections: { readonly isCrowded: boolean };
}

/**
 * How a request is refused whose body has not wholly come: as the last of its connection, since uWebSockets.js would keep that for
 * the rest. While places are few nothing of the rest is read, and who is sending it may lose the answer.
 */
export function closingFrame(
  { clock, connections }: Pick<UntakenBodyDeps, 'clock' | 'connections'>,
  frame: AnswerFrame,
): AnswerFrame {
  return connections.isCrowded ? { ...frame, isLast: true } : { ...frame, closesBy: clock };
}

/**
 * Reads and drops the body of a request that takes none, and calls `come` in the handler of its end; `isLate`, corked, when it is
 * not there in time. An answer before the end would leave a connection to whoever never sends it: after an answer
 * uWebSockets.js lets nobody close the connection, and waits. Nothing is called once the client is gone.
 */
export function dropBody(
  res: HttpResponse,
  { clock, faults, connections }: UntakenBodyDeps,
  { come, isLate }: { readonly come: () => void; readonly isLate: () => void },
): void {
  const close = () => res.close();
  const late = () => void res.cork(faults.guard(close, isLate));
  const timer = clock.setTimeout(
    faults.guard(close, late),
    connections.isCrowded ? CROWDED_WAIT_MS : WAIT_MS,
  );
  whenAborted(res, faults, () => clock.clearTimeout(timer));
  whenReceived(res, faults, (_, isLast) => {
    if (!isLast) return;
    clock.clearTimeout(timer);
    come();
  });
}
