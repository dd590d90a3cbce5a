import { networkMatcher, plainIp } from '../../runtime/ip-address.ts';

/** Finds the client's address behind proxies that are trusted to say it. */
export interface AddressReader {
  /** Whether `X-Forwarded-For` of this peer counts at all. */
  trusts(peer: string): boolean;
  /** The rightmost address in the list that is not a trusted proxy: everything left of it may be invented. */
  clientOf(peer: string, forwardedFor: string): string;
}

/** `trusted` are addresses and CIDR blocks. Throws a RangeError that names one that is neither. */
export function readAddressesVia(trusted: readonly string[]): AddressReader {
  const trusts = networkMatcher(trusted);
  return {
    trusts,
    clientOf(peer, forwardedFor) {
      let client = peer;
      for (const entry of forwardedFor.split(',').toReversed()) {
        const address = plainAddress(entry);
        if (address === undefined) return client;
        client = address;
        if (!trusts(address)) return client;
      }
      return client;
    },
  };
}

/** An address as proxies write it: port and brackets gone; undefined when it is none. */
export function plainAddress(written: string): string | undefined {
  const bare = written
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  return plainIp(bare);
}
