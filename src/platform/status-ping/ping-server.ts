import { connect } from 'node:net';
import type { Clock } from '../../runtime/clock.ts';
import type { StatusProbe } from '../../actors/ports.ts';
import { parseServerAddress } from '../server-address.ts';
import { readStatusAnswer, type ServerListing, statusRequest } from './status-packets.ts';

/**
 * Asks a server for its entry in the server list, as a game client does. Null when it does not answer in time, answers
 * something else, or the address is none.
 */
export function pingServer(address: string, timeoutMs: number, clock: Clock): Promise<ServerListing | null> {
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
    const timer = clock.setTimeout(() => finish(null), timeoutMs);
    socket.on('connect', () => socket.write(statusRequest(target)));
    socket.on('data', (chunk) => {
      // Bounded: the length at the beginning is refused when it is more than a status can have.
      received = Buffer.concat([received, chunk]);
      try {
        const listing = readStatusAnswer(received);
        if (listing !== undefined) finish(listing);
      } catch {
        finish(null);
      }
    });
    socket.on('error', () => finish(null));
    socket.on('close', () => finish(null));
  });
}

/** What the network asks servers with that have an address. */
export function createStatusProbe(clock: Clock): StatusProbe {
  return { probe: (address, timeoutMs) => pingServer(address, timeoutMs, clock) };
}
