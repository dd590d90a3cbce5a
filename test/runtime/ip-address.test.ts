import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressBlock,
  blocksAround,
  ipBytes,
  ipText,
  isNetwork,
  networkMatcher,
  peerIp,
  plainIp,
  siteBlock,
} from '../../src/runtime/ip-address.ts';

describe('addresses', () => {
  it.each([
    ['1.2.3.4', '01020304', '1.2.3.4'],
    ['::ffff:1.2.3.4', '01020304', '1.2.3.4'],
    ['::1', '00000000000000000000000000000001', '::1'],
    ['2001:DB8:0:0:0:0:0:9', '20010db8000000000000000000000009', '2001:db8::9'],
  ])('%s has the bytes %s and is written %s', (given, bytes, plain) => {
    expect(ipBytes(given)?.toString('hex')).toBe(bytes);
    expect(ipText(Buffer.from(bytes, 'hex'))).toBe(plain);
    expect(plainIp(given)).toBe(plain);
  });

  it('that are none have no bytes', () => {
    for (const text of [
      '',
      'localhost',
      '1.2.3',
      '1.2.3.4.5',
      ':::',
      '256.1.1.1',
      '0x7f.1',
      'fe80::1%eth0',
    ]) {
      expect(ipBytes(text)).toBeUndefined();
    }
  });

  it.each([
    ['10.1.2.3', '10.1.2.0/24'],
    ['::ffff:10.1.2.9', '10.1.2.0/24'],
    ['2001:db8:1:2::9', '2001:db8:1::/48'],
    ['2001:db8:7:ffff:1:2:3:4', '2001:db8:7::/48'],
    ['::1', '0:0:0::/48'],
    ['', ''],
    ['nobody', 'nobody'],
  ])('%s is in the block %s', (address, block) => {
    expect(siteBlock(address)).toBe(block);
    expect(siteBlock(addressBlock(address))).toBe(block);
  });

  it('are found in ranges', () => {
    const isIn = networkMatcher(['10.0.0.0/9', '192.0.2.1', '2001:db8::/33', '::1']);
    for (const ip of ['10.127.255.255', '192.0.2.1', '2001:db8:7fff::1', '::1', '::ffff:10.1.1.1']) {
      expect([ip, isIn(ip)]).toEqual([ip, true]);
    }
    for (const ip of ['10.128.0.0', '192.0.2.2', '2001:db8:8000::1', '::2', 'nobody', '']) {
      expect([ip, isIn(ip)]).toEqual([ip, false]);
    }
    expect(networkMatcher([])('127.0.0.1')).toBe(false);
  });

  it.each([
    '10.0.0.0/33',
    '10.0.0.0/x',
    'proxy.example',
    '',
    '::1/129',
    '10.0.0.0/-1',
    'fe80::1%eth0',
    '1.2.3.4/8/8',
  ])('in a list of trusted networks "%s" is a mistake, and not passed over', (network) => {
    expect(() => networkMatcher(['10.0.0.0/8', network])).toThrow(RangeError);
    expect(isNetwork(network)).toBe(false);
  });

  it('with a zone are read from our own sockets only', () => {
    expect(plainIp('fe80::1%eth0')).toBeUndefined();
    expect(peerIp('fe80::1%eth0')).toBe('fe80::1');
  });

  it('of one IPv6 customer are one block', () => {
    expect(addressBlock('2001:db8:1:2::1')).toBe(addressBlock('2001:db8:1:2:ffff::9'));
    expect(addressBlock('2001:db8:1:2::1')).not.toBe(addressBlock('2001:db8:1:3::1'));
    expect(addressBlock('::1')).toBe('0:0:0:0::/64');
    expect(addressBlock('203.0.113.9')).toBe('203.0.113.9');
    for (const mapped of ['::ffff:203.0.113.9', '0:0:0:0:0:ffff:cb00:7109']) {
      expect(addressBlock(mapped)).toBe('203.0.113.9');
    }
    for (const none of ['1:2:3:4:x', '1:2:3:4:', 'fe80:1:2:3::1%eth0']) expect(addressBlock(none)).toBe(none);
  });

  it('lie in a /24, or in a /56 and a /48', () => {
    expect(blocksAround('203.0.113.9')).toEqual(['203.0.113.9', '203.0.113.9', '203.0.113.0/24']);
    const block = addressBlock('2001:db8:1:2ff::1');
    expect(blocksAround(block)).toEqual([block, '2001:db8:1:200::/56', '2001:db8:1::/48']);
    expect(blocksAround(addressBlock('::1'))).toEqual(['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48']);
    for (const none of ['', 'somewhere']) expect(blocksAround(none)).toEqual([none, none, none]);
  });

  it('are in the same block however they are written', () => {
    const group = fc.oneof(fc.constant(0), fc.nat(0xffff));
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const long = groups.map((one) => one.toString(16).padStart(4, '0').toUpperCase()).join(':');
        const plain = plainIp(long) ?? '';
        const java = groups.map((one) => one.toString(16)).join(':');
        expect([addressBlock(plain), addressBlock(java)]).toEqual([addressBlock(long), addressBlock(long)]);
      }),
    );
  });
});
