import { asV6, ipBytes, ipText, plainIp } from '../../../runtime/ip-address.ts';
import { WireError } from './wire-reader.ts';

/** One end of a connection. */
export interface Endpoint {
  readonly ip: string;
  readonly port: number;
}

/** The two ends of a connection, as a PROXY header names them (docs/game-protocols.md "PROXY header"). */
export interface Route {
  readonly source: Endpoint;
  readonly destination: Endpoint;
}

/** A PROXY header of somebody who is not trusted to send one. */
export class UntrustedHeader extends WireError {
  constructor() {
    super('A PROXY header came from an address that is not trusted');
  }
}

/** The version of the PROXY protocol that an upstream expects. */
export type ProxyProtocol = 'none' | 'v1' | 'v2';

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');
const V1_WORD = Buffer.from('PROXY ');
const V1_MAX = 107;
const V2_HEAD = 16;
/** Many times what addresses and the usual TLVs of load balancers need. */
const V2_MAX_REST = 1_024;

/** Writes the header that names the client to an upstream; empty for `none`. Throws a TypeError for a host name. */
export function writeProxyHeader(version: ProxyProtocol, { source, destination }: Route): Buffer {
  if (version === 'none') return Buffer.alloc(0);
  const from = addressOf(source.ip);
  const to = addressOf(destination.ip);
  const isV4 = from.length === 4 && to.length === 4;
  const [sent, reached] = isV4 ? [from, to] : [asV6(from), asV6(to)];
  if (version === 'v1') {
    const family = isV4 ? 'TCP4' : 'TCP6';
    const addresses = `${ipText(sent)} ${ipText(reached)} ${source.port} ${destination.port}`;
    return Buffer.from(`PROXY ${family} ${addresses}\r\n`, 'latin1');
  }
  const head = Buffer.from([0x21, isV4 ? 0x11 : 0x21, 0, 2 * sent.length + 4]);
  const ports = Buffer.alloc(4);
  ports.writeUInt16BE(source.port, 0);
  ports.writeUInt16BE(destination.port, 2);
  return Buffer.concat([SIGNATURE, head, sent, reached, ports]);
}

/** A header as it was read: `route` is null for a health check, which the load balancer makes for itself. */
export interface ProxyHeader {
  readonly route: Route | null;
  /** Its length in bytes. */
  readonly end: number;
}

/**
 * Whether these bytes begin a PROXY header; undefined while they are too few. No packet of the game begins like one.
 */
export function beginsProxyHeader(bytes: Buffer): boolean | undefined {
  const begins = [SIGNATURE, V1_WORD].map((word) => {
    const shared = Math.min(word.length, bytes.length);
    return bytes.subarray(0, shared).equals(word.subarray(0, shared)) && shared;
  });
  if (begins[0] === SIGNATURE.length || begins[1] === V1_WORD.length) return true;
  return begins[0] === false && begins[1] === false ? false : undefined;
}

/**
 * Reads the header at the beginning of `bytes`; undefined while it is incomplete. Throws a WireError for an invalid
 * one.
 */
export function readProxyHeader(bytes: Buffer): ProxyHeader | undefined {
  return bytes[0] === SIGNATURE[0] ? readV2(bytes) : readV1(bytes);
}

function readV1(bytes: Buffer): ProxyHeader | undefined {
  const lineEnd = bytes.subarray(0, V1_MAX).indexOf('\r\n');
  if (lineEnd < 0) {
    if (bytes.length >= V1_MAX) throw new WireError('A PROXY line does not end');
    return undefined;
  }
  const end = lineEnd + 2;
  const line = bytes.toString('latin1', 0, lineEnd);
  if (/^PROXY UNKNOWN(?: |$)/.test(line)) return { route: null, end };
  const [, family, from = '', to = '', sourcePort = '', targetPort = ''] =
    /^PROXY (TCP[46]) (\S+) (\S+) ([1-9]\d{0,4}) ([1-9]\d{0,4})$/.exec(line) ?? [];
  const version = family === 'TCP4' ? '.' : ':';
  const source = endpointOf(from, Number(sourcePort));
  const destination = endpointOf(to, Number(targetPort));
  if (source === undefined || destination === undefined || !from.includes(version) || !to.includes(version)) {
    throw new WireError('A PROXY line cannot be read');
  }
  return { route: { source, destination }, end };
}

function endpointOf(address: string, port: number): Endpoint | undefined {
  const ip = plainIp(address);
  return ip === undefined || port > 0xffff ? undefined : { ip, port };
}

function readV2(bytes: Buffer): ProxyHeader | undefined {
  if (bytes.length < V2_HEAD) return undefined;
  const command = bytes.readUInt8(12);
  const family = bytes.readUInt8(13);
  const rest = bytes.readUInt16BE(14);
  if ((command !== 0x20 && command !== 0x21) || rest > V2_MAX_REST) {
    throw new WireError('A PROXY header cannot be read');
  }
  const end = V2_HEAD + rest;
  if (bytes.length < end) return undefined;
  const size = family === 0x11 ? 4 : family === 0x21 ? 16 : 0;
  if (command === 0x20 || size === 0) return { route: null, end };
  if (rest < 2 * size + 4) throw new WireError('A PROXY header is too short for its addresses');
  const ports = V2_HEAD + 2 * size;
  const endpoint = (start: number, port: number): Endpoint => ({
    // By `plainIp`, so that IPv4 inside IPv6 becomes IPv4.
    ip: plainIp(ipText(bytes.subarray(start, start + size))) ?? '',
    port: bytes.readUInt16BE(port),
  });
  return {
    route: { source: endpoint(V2_HEAD, ports), destination: endpoint(V2_HEAD + size, ports + 2) },
    end,
  };
}

function addressOf(ip: string): Buffer {
  const bytes = ipBytes(ip);
  if (bytes === undefined) throw new TypeError(`${ip} is not an IP address`);
  return bytes;
}
