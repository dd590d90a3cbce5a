import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import { isLoopbackIp, networkMatcher, plainIp } from '../../runtime/ip-address.ts';

/** More proxies than stand one behind the other: whoever is trusted may repeat themselves a thousand times. */
const MAX_HOPS = 16;
/** No address with its port is longer. */
const MAX_ADDRESS = 64;

/** Finds the client's address behind trusted proxies. */
export interface AddressReader {
  /** Whether any proxy is trusted. */
  readonly hasProxies: boolean;
  /** Whether `X-Forwarded-For` of this peer counts at all. */
  trusts(peer: string): boolean;
  /** The rightmost address in the list that is not a trusted proxy: the client can invent everything left of it. */
  clientOf(peer: string, forwardedFor: string): string;
}

/** `trusted` are addresses and CIDR blocks. Throws a RangeError that names an entry that is neither. */
export function readAddressesVia(trusted: readonly string[]): AddressReader {
  const trusts = networkMatcher(trusted);
  return {
    hasProxies: trusted.length > 0,
    trusts,
    clientOf(peer, forwardedFor) {
      let client = peer;
      let end = forwardedFor.length;
      for (let hop = 0; hop < MAX_HOPS && end >= 0; hop += 1) {
        const comma = forwardedFor.lastIndexOf(',', end - 1);
        const address = plainAddress(forwardedFor.slice(comma + 1, end));
        if (address === undefined) return client;
        client = address;
        if (!trusts(address)) return client;
        end = comma;
      }
      return client;
    },
  };
}

/** Stands for the address of a client that hung up while its request was served: the system no longer knows it. */
const UNKNOWN = 'unknown';

/** The client's address; `X-Forwarded-For` counts only when the peer is a trusted proxy, and then all its lines. */
export function addressOf(
  res: Pick<HttpResponse, 'getRemoteAddressAsText'>,
  req: Pick<HttpRequest, 'forEach'>,
  addresses: AddressReader,
): string {
  const peer = peerOf(res);
  if (!addresses.trusts(peer)) return peer;
  const lines: string[] = [];
  // getHeader returns the first line only; a proxy that adds a line of its own adds it after the client's.
  req.forEach((name, value) => {
    if (name === 'x-forwarded-for') lines.push(value);
  });
  return addresses.clientOf(peer, lines.join(','));
}

/** The address at the other end of the connection: of a client or of a proxy. */
export function peerOf(res: Pick<HttpResponse, 'getRemoteAddressAsText'>): string {
  const written = Buffer.from(res.getRemoteAddressAsText()).toString();
  return plainAddress(written) ?? (written === '' ? UNKNOWN : written);
}

/** An address as proxies write it, without port and brackets; undefined when it is not an address. */
export function plainAddress(written: string): string | undefined {
  if (written.length > MAX_ADDRESS) return undefined;
  const bare = written
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  return plainIp(bare);
}

const PROXY_HEADERS: ReadonlySet<string> = new Set(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']);

/**
 * Whether a proxy says that it passed this request on; what it says may be wrong. A proxy that adds a line of its own leaves
 * the client's before it, which may be empty, so it is the presence of any that counts.
 */
export function namesProxy(req: HttpRequest): boolean {
  let isNamed = false;
  req.forEach((name) => {
    isNamed ||= PROXY_HEADERS.has(name);
  });
  return isNamed;
}

/** Whether there is more than one `Host` line, which is 400 (RFC 9112, 3.2): only the first of them is looked at. */
export function hasManyHosts(req: Pick<HttpRequest, 'forEach'>): boolean {
  let count = 0;
  req.forEach((name) => {
    if (name === 'host') count += 1;
  });
  return count > 1;
}

const HOST = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/;

/** Whether a `Host` header names this machine by its loopback address, which no other machine's name can stand for. */
export function namesLoopback(host: string): boolean {
  if (host.length > MAX_ADDRESS) return false;
  const [, v6, name = v6 ?? ''] = HOST.exec(host) ?? [];
  if (v6?.includes(':') === false) return false;
  return name.toLowerCase() === 'localhost' || isLoopbackIp(name);
}
