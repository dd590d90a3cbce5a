import { connect, type Socket, type TcpNetConnectOpts } from 'node:net';
import type { Clock } from '../../runtime/clock.ts';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import { ReadBuffers } from './read-buffers.ts';
import type { Upstream } from './routes.ts';

/** How long one server may take to accept a connection. */
const CONNECT_WITHIN_MS = 3_000;

/**
 * A connection to an upstream that accepted it. Its socket is paused until `resume`. The pieces of its `data` are overwritten
 * later: whoever needs one longer than the call has to pause the socket, or keep a copy.
 */
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
    const socket = readIntoOwnBuffers({ host, port, noDelay: true, allowHalfOpen: true });
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

function readIntoOwnBuffers(options: TcpNetConnectOpts): Socket {
  const buffers = new ReadBuffers();
  let bytes = 0;
  const onread = {
    callback: (count: number): boolean => {
      bytes = count;
      return socket.emit('data', buffers.current.subarray(0, count));
    },
    // Node asks after each read, and what is paused has not got rid of the bytes.
    buffer: (): Buffer => {
      if (bytes > 0 && !socket.isPaused()) buffers.choose(bytes);
      return buffers.current;
    },
  };
  const socket: Socket = connect({ ...options, onread });
  // Nobody takes what comes before there is somebody to pass it on to.
  return socket.pause();
}
