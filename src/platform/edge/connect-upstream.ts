import { connect, type Socket } from 'node:net';
import type { Clock } from '../../runtime/clock.ts';
import type { Upstream } from './routes.ts';

/** How long one server may take to accept a connection. */
const CONNECT_WITHIN_MS = 3_000;

/** A server that accepted. */
export interface Connected {
  readonly upstream: Upstream;
  readonly socket: Socket;
}

/** What was tried in vain, for the log. */
export interface Unreachable {
  readonly upstream: Upstream;
  readonly reason: string;
}

/**
 * Connects to the first of `upstreams` that accepts, in their order; undefined when none does. `failed` hears of the
 * others; `isWanted` is asked before each try.
 */
export async function connectUpstream(
  upstreams: readonly Upstream[],
  clock: Clock,
  isWanted: () => boolean,
  failed: (attempt: Unreachable) => void,
): Promise<Connected | undefined> {
  for (const upstream of upstreams) {
    if (!isWanted()) return undefined;
    try {
      return { upstream, socket: await connectOne(upstream, clock) };
    } catch (error) {
      failed({ upstream, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return undefined;
}

function connectOne({ host, port }: Upstream, clock: Clock): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, allowHalfOpen: true });
    const timer = clock.setTimeout(() => socket.destroy(new Error('no answer in time')), CONNECT_WITHIN_MS);
    const refuse = (error: Error): void => {
      clock.clearTimeout(timer);
      reject(error);
    };
    socket.once('error', refuse);
    socket.once('connect', () => {
      clock.clearTimeout(timer);
      socket.off('error', refuse);
      resolve(socket);
    });
  });
}
