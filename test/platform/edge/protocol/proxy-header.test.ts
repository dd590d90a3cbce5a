import { describe, expect, it } from 'vitest';
import {
  readProxyHeader,
  type Route,
  writeProxyHeader,
} from '../../../../src/platform/edge/protocol/proxy-header.ts';
import { WireError } from '../../../../src/platform/edge/protocol/wire-reader.ts';

const V4: Route = {
  source: { ip: '203.0.113.9', port: 51_000 },
  destination: { ip: '192.0.2.1', port: 25_565 },
};
const V6: Route = {
  source: { ip: '2001:db8::9', port: 51_000 },
  destination: { ip: '2001:db8::1', port: 25_565 },
};
const SIGNATURE = '0d0a0d0a000d0a515549540a';
const VECTORS: [string, Route, string][] = [
  ['v1', V4, '50524f58592054435034203230332e302e3131332e39203139322e302e322e312035313030302032353536350d0a'],
  ['v2', V4, `${SIGNATURE}2111000ccb007109c0000201c73863dd`],
  ['v2', V6, `${SIGNATURE}2121002420010db800000000000000000000000920010db8000000000000000000000001c73863dd`],
];

describe('a header', () => {
  it.each(VECTORS)('of %s for %o has the bytes that the proxies read', (version, route, bytes) => {
    expect(writeProxyHeader(version === 'v1' ? 'v1' : 'v2', route).toString('hex')).toBe(bytes);
    expect(readProxyHeader(Buffer.from(bytes, 'hex'))).toEqual({ route, end: bytes.length / 2 });
  });

  it('is IPv6 when only one end is', () => {
    const mixed = { source: V4.source, destination: V6.destination };
    expect(writeProxyHeader('v1', mixed).toString()).toBe(
      'PROXY TCP6 ::ffff:cb00:7109 2001:db8::1 51000 25565\r\n',
    );
    // Reading it back gives the IPv4 address again.
    expect(readProxyHeader(writeProxyHeader('v2', mixed))?.route).toEqual(mixed);
  });

  it('of no version is empty', () => {
    expect(writeProxyHeader('none', V4)).toHaveLength(0);
  });

  it('of a health check has no route', () => {
    expect(readProxyHeader(Buffer.from(`${SIGNATURE}20000000`, 'hex'))).toEqual({ route: null, end: 16 });
    expect(readProxyHeader(Buffer.from(`${SIGNATURE}21000000`, 'hex'))).toEqual({ route: null, end: 16 });
    expect(readProxyHeader(Buffer.from('PROXY UNKNOWN whatever 1 2\r\n'))).toEqual({ route: null, end: 28 });
  });

  it('may have more after the addresses', () => {
    const bytes = `${SIGNATURE}21110010cb007109c0000201c73863dd04000100`;
    expect(readProxyHeader(Buffer.from(bytes, 'hex'))).toEqual({ route: V4, end: 32 });
  });

  it.each([
    'PROXY TCP4 203.0.113.9 192.0.2.1 51000\r\n',
    'PROXY TCP4 203.0.113.9 192.0.2.1 51000 25565 1\r\n',
    'PROXY TCP4 203.0.113.9 192.0.2.1 0 25565\r\n',
    'PROXY TCP4 203.0.113.9 192.0.2.1 51000 65536\r\n',
    'PROXY TCP4 2001:db8::9 192.0.2.1 51000 25565\r\n',
    'PROXY TCP6 203.0.113.9 192.0.2.1 51000 25565\r\n',
    'PROXY TCP4 a.b.c.d 192.0.2.1 51000 25565\r\n',
    'PROXY  TCP4 203.0.113.9 192.0.2.1 51000 25565\r\n',
    `PROXY TCP4 ${' '.repeat(100)}\r\n`,
  ])('that reads %j is refused', (line) => {
    expect(() => readProxyHeader(Buffer.from(line))).toThrow(WireError);
  });

  it.each([
    ['another version', '31110000'],
    ['an unknown command', '22110000'],
    ['a length beyond reason', '2111ffff'],
    ['too few bytes for its addresses', '21110004cb007109'],
  ])('in binary with %s is refused', (_, rest) => {
    expect(() => readProxyHeader(Buffer.from(`${SIGNATURE}${rest}`, 'hex'))).toThrow(WireError);
  });

  it.each([
    ['no port', '21110008cb007109c0000201'],
    ['one port', '2111000acb007109c0000201c738'],
    ['a port and a half', '2111000bcb007109c0000201c73863'],
    ['IPv6 addresses and no port', `21210020${'20010db8000000000000000000000009'.repeat(2)}`],
  ])('of version 2 with %s is refused, and no byte of the game is taken for a port', (_, rest) => {
    const header = Buffer.from(`${SIGNATURE}${rest}`, 'hex');
    expect(() => readProxyHeader(header)).toThrow(WireError);
    expect(() => readProxyHeader(Buffer.concat([header, Buffer.alloc(16)]))).toThrow(WireError);
  });
});
