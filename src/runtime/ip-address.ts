import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Reads an address strictly: nothing but four decimal numbers, or IPv6 without a zone, which means something on the
 * sender's machine only. An IPv4 address inside IPv6, as sockets that listen on both report it, is an IPv4 address.
 * Undefined for anything else.
 */
function parse(written: string): Address | undefined {
  return isIP(written) === 0 || written.includes('%') ? undefined : ipaddr.process(written);
}

/** The 4 or 16 bytes of an address; undefined for what is none. */
export function ipBytes(address: string): Buffer | undefined {
  const parsed = parse(address);
  return parsed === undefined ? undefined : Buffer.from(parsed.toByteArray());
}

/** The usual text (RFC 5952) of 4 or 16 bytes. */
export function ipText(bytes: Uint8Array): string {
  return textOf(ipaddr.fromByteArray([...bytes]));
}

/** Writes an address in its usual form; undefined for what is none. */
export function plainIp(address: string): string | undefined {
  const parsed = parse(address);
  return parsed === undefined ? undefined : textOf(parsed);
}

/** The address of a socket's other end: the system adds the zone of our own interface to link-local ones. */
export function peerIp(remoteAddress: string): string | undefined {
  return plainIp(remoteAddress.replace(/%.*$/, ''));
}

/** The 16 bytes by which an address of either family goes where only IPv6 fits. */
export function asV6(bytes: Buffer): Buffer {
  if (bytes.length === 16) return bytes;
  return Buffer.from(new ipaddr.IPv4([...bytes]).toIPv4MappedAddress().toByteArray());
}

/** Whom limits count as one: an IPv4 address, or the /64 that one IPv6 customer has. What is no address counts as itself. */
export function addressBlock(address: string): string {
  const parsed = parse(address);
  if (parsed === undefined) return address;
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const [a = 0, b = 0, c = 0, d = 0] = parsed instanceof ipaddr.IPv6 ? parsed.parts : [];
  return `${a.toString(16)}:${b.toString(16)}:${c.toString(16)}:${d.toString(16)}::/64`;
}

/** Whether this is an address or a range of addresses, as `10.0.0.0/8` or `::1`. */
export function isNetwork(written: string): boolean {
  return parseNetwork(written) !== undefined;
}

/**
 * Tells whether an address is in one of these addresses or ranges. Throws a RangeError that names the one that is
 * neither: a list of trusted networks with a mistake in it must not be taken for a shorter one.
 */
export function networkMatcher(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((network) => {
    const range = parseNetwork(network);
    if (range === undefined) throw new RangeError(`"${network}" is neither an IP address nor a CIDR block`);
    return range;
  });
  return (address) => {
    const parsed = parse(address);
    return parsed !== undefined && ranges.some((range) => isWithin(parsed, range));
  };
}

interface Range {
  readonly address: Address;
  readonly bits: number;
}

function parseNetwork(written: string): Range | undefined {
  const [text = '', bits, ...more] = written.split('/');
  const address = parse(text);
  if (address === undefined || more.length > 0) return undefined;
  const width = address.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return { address, bits: width };
  // The bits of an IPv4 range written as IPv6 would count from another beginning.
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > width || isIP(text) !== (width === 32 ? 4 : 6))
    return undefined;
  return { address, bits: Number(bits) };
}

function isWithin(address: Address, { address: range, bits }: Range): boolean {
  if (address instanceof ipaddr.IPv4) return range instanceof ipaddr.IPv4 && address.match(range, bits);
  return range instanceof ipaddr.IPv6 && address.match(range, bits);
}

function textOf(address: Address): string {
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}
