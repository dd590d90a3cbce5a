import { connect } from 'node:net';
import type { Clock } from '../../runtime/clock.ts';
import { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { StatusProbe } from '../../actors/ports.ts';
import { parseServerAddress } from '../server-address.ts';
import { readStatusAnswer, type ServerListing, statusRequest } from './status-packets.ts';

/** A status of a hundred kilobytes comes in some seventy pieces; each costs a copy of all that came before. */
const MAX_READS = 1_024;

/**
 * Requests a server's status for the server list, as a game client does. Null when the server does not answer in time
 * or answers something else, and for an invalid address.
 */
export function pingServer(
  address: string,
  timeoutMs: number,
  clock: Clock,
  faults: ConnectionFaults,
): Promise<ServerListing | null> {
  const target = parseServerAddress(address);
  if (target === undefined) return Promise.resolve(null);
  return new Promise((resolve) => {
    const socket = connect({ ...target, noDelay: true });
    let received: Buffer = Buffer.alloc(0);
    const finish = (listing: ServerListing | null): void => {
      clock.clearTimeout(timer);
      socket.destroy();
      resolve(listing);
    };
    const giveUp = (): void => {
      socket.destroy();
      resolve(null);
    };
    const end = faults.guard(giveUp, () => finish(null));
    const timer = clock.setTimeout(end, timeoutMs);
    socket.on(
      'connect',
      faults.guard(giveUp, () => socket.write(statusRequest(target))),
    );
    let reads = 0;
    const read = faults.guard(giveUp, (chunk: Buffer) => {
      reads += 1;
      if (reads > MAX_READS) return finish(null);
      // Bounded: a length at the beginning that is longer than a status can be is refused.
      received = Buffer.concat([received, chunk]);
      try {
        const listing = readStatusAnswer(received);
        if (listing !== undefined) finish(listing);
      } catch {
        finish(null);
      }
    });
    socket.on('data', read);
    socket.on('error', end);
    socket.on('close', end);
  });
}

/** The network's probe of servers that have an address. */
export function createStatusProbe(clock: Clock, logger: Logger): StatusProbe {
  const faults = new ConnectionFaults('status-ping', { clock, logger });
  return { probe: (address, timeoutMs) => pingServer(address, timeoutMs, clock, faults) };
}
