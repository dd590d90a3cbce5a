import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Parses an address strictly: four decimal numbers, or IPv6 without a zone, which has a meaning only on the sender's machine.
 * An IPv4 address mapped to IPv6, as dual-stack sockets report it, is an IPv4 address. Undefined for anything else.
 */
function parse(written: string): Address | undefined {
  return isIP(written) === 0 || written.includes('%') ? undefined : ipaddr.process(written);
}

/** The 4 or 16 bytes of an address; undefined if it is not one. */
export function ipBytes(address: string): Buffer | undefined {
  const parsed = parse(address);
  return parsed === undefined ? undefined : Buffer.from(parsed.toByteArray());
}

/** The text (RFC 5952) of an address of 4 or 16 bytes. */
export function ipText(bytes: Uint8Array): string {
  return textOf(ipaddr.fromByteArray([...bytes]));
}

/** Before an IPv4 address that is mapped to IPv6. */
const MAPPED = '::ffff:';

/** An address in the form of RFC 5952; undefined if it is not one. */
export function plainIp(address: string): string | undefined {
  // Every connection asks, and an IPv4 address has only one form; so a dual-stack socket reports it.
  const v4 = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : address;
  if (isIP(v4) === 4) return v4;
  const parsed = parse(address);
  return parsed === undefined ? undefined : textOf(parsed);
}

/** Whether this is an address, with or without a zone; `peerIp` brings it into its one form. */
export function isPeerIp(written: string): boolean {
  return isIP(written) !== 0;
}

/** The remote address of a socket, without the zone that the system adds to link-local addresses. */
export function peerIp(remoteAddress: string): string | undefined {
  const [address = ''] = remoteAddress.split('%', 1);
  return plainIp(address);
}

/** An address of either family as the 16 bytes of an IPv6 address. */
export function asV6(bytes: Buffer): Buffer {
  if (bytes.length === 16) return bytes;
  return Buffer.from(new ipaddr.IPv4([...bytes]).toIPv4MappedAddress().toByteArray());
}

/** The first four groups of an IPv6 address as RFC 5952 writes them, and no `::` among them. */
const FIRST_HALF = /^(?:(?:0|[1-9a-f][0-9a-f]{0,3}):){4}/;

/** The key by which limits count addresses: an IPv4 address, or an IPv6 /64, which one customer has. Other texts stay as they are. */
export function addressBlock(address: string): string {
  // Every login asks, and an IPv4 address has only one form.
  if (!address.includes(':')) return address;
  // So is the first half of most IPv6 addresses, and reading the whole takes as long as the rest of an admission.
  const [half] = FIRST_HALF.exec(address) ?? [];
  // Where it is zero, it may be an IPv4 address that is mapped.
  if (half !== undefined && half !== '0:0:0:0:' && isIP(address) === 6 && !address.includes('%'))
    return `${half}:/64`;
  const parsed = parse(address);
  if (parsed === undefined) return address;
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const [a = 0, b = 0, c = 0, d = 0] = parsed instanceof ipaddr.IPv6 ? parsed.parts : [];
  return `${a.toString(16)}:${b.toString(16)}:${c.toString(16)}:${d.toString(16)}::/64`;
}

/**
 * An `addressBlock` and the blocks around it, the narrowest first: an IPv4 address, the same again, and its /24; an IPv6 /64,
 * its /56 and its /48, of which providers give one to a customer. Other texts are all three blocks themselves.
 */
export function blocksAround(block: string): readonly [string, string, string] {
  if (isIP(block) === 4) return [block, block, `${block.slice(0, block.lastIndexOf('.'))}.0/24`];
  if (!block.endsWith('::/64')) return [block, block, block];
  const [a = '', b = '', c = '', d = ''] = block.split(':');
  const site = Number.parseInt(d, 16) & 0xff00;
  return [block, `${a}:${b}:${c}:${site.toString(16)}::/56`, `${a}:${b}:${c}::/48`];
}

/** The network that an address or an `addressBlock` is part of, as one site has it: an IPv4 /24, or an IPv6 /48. Other texts stay as they are. */
export function siteBlock(address: string): string {
  return blocksAround(addressBlock(address))[2];
}

/** Whether this is an address or a range of addresses, such as `::1` or `10.0.0.0/8`. */
export function isNetwork(written: string): boolean {
  return parseNetwork(written) !== undefined;
}

/**
 * Returns a function that checks whether an address is in one of these addresses or ranges. Throws a RangeError for an entry
 * that is neither: a mistake in a list of trusted networks must not silently shorten the list.
 */
export function networkMatcher(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((network) => {
    const range = parseNetwork(network);
    if (range === undefined) throw new RangeError(`"${network}" is neither an IP address nor a CIDR block`);
    return range;
  });
  // As by default; every connection asks.
  if (ranges.length === 0) return () => false;
  return (address) => {
    const parsed = parse(address);
    return parsed !== undefined && ranges.some((range) => isWithin(parsed, range));
  };
}

/** Whether this is a loopback address, of either family: `127.0.0.0/8` or `::1`. */
export const isLoopbackIp = networkMatcher(['127.0.0.0/8', '::1']);

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
  // In an IPv4 range written as IPv6, the number of bits would not count from the start of the IPv4 address.
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
