import { expect, test } from 'vitest';
import { addressOf, plainAddress, readAddressesVia } from '../../../src/gateway/http/client-address.ts';

test('the client is the rightmost address that is not a trusted proxy', () => {
  const addresses = readAddressesVia(['10.0.0.0/8', '2001:db8::/32', '192.0.2.1']);
  const clientOf = (peer: string, list: string) => addresses.clientOf(peer, list);
  const trusts = (peer: string) => addresses.trusts(peer);
  expect(clientOf('10.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
  expect(clientOf('10.0.0.1', '1.2.3.4, 203.0.113.9, 10.4.4.4, 192.0.2.1')).toBe('203.0.113.9');
  expect(clientOf('10.0.0.1', '203.0.113.9:4711, 2001:db8::7')).toBe('203.0.113.9');
  expect(clientOf('10.0.0.1', '[2001:4860::1]:443')).toBe('2001:4860::1');
  expect(clientOf('10.0.0.1', '10.1.1.1, 10.2.2.2')).toBe('10.1.1.1');
  expect(clientOf('10.0.0.1', '')).toBe('10.0.0.1');
  expect(clientOf('10.0.0.1', '203.0.113.9, rubbish')).toBe('10.0.0.1');
  expect([trusts('10.255.255.255'), trusts('11.0.0.0'), trusts('2001:db8:1::')]).toEqual([true, false, true]);
});

test('without configuration no proxy is trusted', () => {
  expect(readAddressesVia([]).trusts('127.0.0.1')).toBe(false);
});

test.each(['10.0.0.0/33', '10.0.0.0/x', 'proxy.example', '', '::1/129', '10.0.0.0/-1'])(
  '"%s" is refused as a trusted proxy',
  (entry) => {
    expect(() => readAddressesVia([entry])).toThrow(`"${entry}" is neither`);
  },
);

test('addresses are normalized', () => {
  expect(plainAddress('0000:0000:0000:0000:0000:ffff:7f00:0001')).toBe('127.0.0.1');
  expect(plainAddress('::FFFF:192.0.2.128')).toBe('192.0.2.128');
  expect(plainAddress('2001:0DB8:0000:0000:0000:0000:0000:0001')).toBe('2001:db8::1');
  expect(plainAddress(' 192.0.2.1 ')).toBe('192.0.2.1');
  for (const none of ['', 'unknown', '_hidden', '300.1.1.1', 'fe80::1%eth0', '1.2.3.4, 5.6.7.8']) {
    expect(plainAddress(none)).toBeUndefined();
  }
});

test('the address of a client that hung up meanwhile is unknown, and not empty', () => {
  const request = { forEach: () => undefined };
  const response = { getRemoteAddressAsText: () => new ArrayBuffer(0) };
  expect(addressOf(response, request, readAddressesVia([]))).toBe('unknown');
});
