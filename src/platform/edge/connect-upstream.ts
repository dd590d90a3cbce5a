import { connect, type Socket } from 'node:net';
import type { Clock } from '../../runtime/clock.ts';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import type { Upstream } from './routes.ts';

/** How long one server may take to accept a connection. */
const CONNECT_WITHIN_MS = 3_000;

/** A connection to an upstream that accepted it. */
export interface UpstreamConnection {
  readonly upstream: Upstream;
  readonly socket: Socket;
}

/** A failed attempt, for the log. */
export interface FailedAttempt {
  readonly upstream: Upstream;
  readonly reason: string;
}

export interface ConnectDeps {
  readonly clock: Clock;
  readonly faults: Pick<ConnectionFaults, 'guard'>;
}

/**
 * Connects to the first of `upstreams` that accepts, in their order; undefined when none does. `failed` is called for
 * every other one. Each attempt is made only if `isWanted` returns true.
 */
export async function connectUpstream(
  upstreams: readonly Upstream[],
  deps: ConnectDeps,
  isWanted: () => boolean,
  failed: (attempt: FailedAttempt) => void,
): Promise<UpstreamConnection | undefined> {
  for (const upstream of upstreams) {
    if (!isWanted()) return undefined;
    try {
      return { upstream, socket: await connectOne(upstream, deps) };
    } catch (error) {
      failed({ upstream, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return undefined;
}

function connectOne({ host, port }: Upstream, { clock, faults }: ConnectDeps): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, allowHalfOpen: true });
    const giveUp = (): void => {
      socket.destroy();
      reject(new Error('it was given up after an error of this program'));
    };
    const late = faults.guard(giveUp, () => socket.destroy(new Error('it did not accept in time')));
    const timer = clock.setTimeout(late, CONNECT_WITHIN_MS);
    const refuse = faults.guard(giveUp, (error: Error) => {
      clock.clearTimeout(timer);
      reject(error);
    });
    const accept = faults.guard(giveUp, () => {
      clock.clearTimeout(timer);
      socket.off('error', refuse);
      resolve(socket);
    });
    socket.once('error', refuse);
    socket.once('connect', accept);
  });
}
