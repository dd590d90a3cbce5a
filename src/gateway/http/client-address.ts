import { BlockList, isIP } from 'node:net';

/** Finds the client's address behind proxies that are trusted to say it. */
export interface AddressReader {
  /** Whether `X-Forwarded-For` of this peer counts at all. */
  trusts(peer: string): boolean;
  /** The rightmost address in the list that is not a trusted proxy: everything left of it may be invented. */
  clientOf(peer: string, forwardedFor: string): string;
}

/** `trusted` are addresses and CIDR blocks. Throws for one that is neither, naming it. */
export function readAddressesVia(trusted: readonly string[]): AddressReader {
  const blocks = new BlockList();
  for (const entry of trusted) trust(blocks, entry);
  const trusts = (address: string) => blocks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return {
    trusts: (peer) => trusted.length > 0 && trusts(peer),
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

function trust(blocks: BlockList, entry: string): void {
  const [address = '', prefix] = entry.split('/');
  const family = isIP(address);
  const bits = prefix === undefined ? undefined : Number(prefix);
  const tooWide =
    bits !== undefined && !(Number.isInteger(bits) && bits >= 0 && bits <= (family === 4 ? 32 : 128));
  if (family === 0 || tooWide) {
    throw new Error(`gateway.trustedProxies: "${entry}" is neither an IP address nor a CIDR block`);
  }
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  if (bits === undefined) blocks.addAddress(address, kind);
  else blocks.addSubnet(address, bits, kind);
}

/** An address as people write it: IPv4 inside IPv6 unwrapped, port and brackets gone; undefined when it is none. */
export function plainAddress(written: string): string | undefined {
  const bare = written
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  if (isIP(bare) === 4) return bare;
  if (isIP(bare) !== 6 || bare.includes('%')) return undefined;
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return canonical;
  const [h, l] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return `${h >> 8}.${h & 255}.${l >> 8}.${l & 255}`;
}

/** Whom limits count as one: an IPv4 address, or the /64 that one IPv6 customer has to himself. */
export function addressBlock(address: string): string {
  if (isIP(address) !== 6) return address;
  const [left = '', right] = address.split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const zeros = right === undefined ? 0 : 8 - head.length - tail.length;
  return `${[...head, ...Array.from({ length: zeros }, () => '0'), ...tail].slice(0, 4).join(':')}::/64`;
}
