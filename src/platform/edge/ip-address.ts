import { isIP } from 'node:net';

const V4_INSIDE_V6 = Buffer.from('00000000000000000000ffff', 'hex');

/**
 * The 4 or 16 bytes of an address; undefined for what is none. An IPv4 address inside IPv6, as sockets that listen on
 * both report it, is an IPv4 address.
 */
export function ipBytes(address: string): Buffer | undefined {
  const version = isIP(address);
  if (version === 4) return Buffer.from(address.split('.').map(Number));
  if (version === 0) return undefined;
  const [left = '', right] = canonical(address).split('::');
  const head = groupsOf(left);
  const tail = groupsOf(right ?? '');
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
  const bytes = Buffer.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
  return bytes.subarray(0, 12).equals(V4_INSIDE_V6) ? bytes.subarray(12) : bytes;
}

/** The usual text of 4 or 16 bytes. */
export function ipText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  const hex = Buffer.from(bytes).toString('hex');
  return canonical(hex.replace(/(.{4})(?=.)/g, '$1:'));
}

/** Writes an address in its usual form; undefined for what is none. */
export function plainIp(address: string): string | undefined {
  const bytes = ipBytes(address);
  return bytes === undefined ? undefined : ipText(bytes);
}

/** The 16 bytes by which an address of either family goes where only IPv6 fits. */
export function asV6(bytes: Buffer): Buffer {
  return bytes.length === 16 ? bytes : Buffer.concat([V4_INSIDE_V6, bytes]);
}

/** Tells whether an address is in one of these addresses or ranges (`10.0.0.0/8`, `::1`); ones that are neither match nothing. */
export function networkMatcher(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.flatMap((network) => {
    const [address = '', bits] = network.split('/');
    const bytes = ipBytes(address);
    return bytes === undefined ? [] : [{ bytes, bits: bits === undefined ? bytes.length * 8 : Number(bits) }];
  });
  return (address) => {
    const bytes = ipBytes(address);
    return bytes !== undefined && ranges.some((range) => sharePrefix(bytes, range.bytes, range.bits));
  };
}

function sharePrefix(one: Buffer, other: Buffer, bits: number): boolean {
  if (one.length !== other.length) return false;
  const whole = bits >> 3;
  if (!one.subarray(0, whole).equals(other.subarray(0, whole))) return false;
  const mask = 0xff & ~(0xff >> (bits & 7));
  return ((one[whole] ?? 0) & mask) === ((other[whole] ?? 0) & mask);
}

function canonical(address: string): string {
  // A zone is about our own interfaces, not about the other side.
  return new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
