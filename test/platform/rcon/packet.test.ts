import { expect, test } from 'vitest';
import { encodePacket, PacketReader } from '../../../src/platform/rcon/packet.ts';

// The bytes of docs/game-protocols.md "RCON".
const AUTH = '110000000100000003000000706173737772640000';
const AUTH_OK = '0a00000001000000020000000000';
const AUTH_FAILED = '0a000000ffffffff020000000000';
const LIST = '0e00000002000000020000006c6973740000';

test('requests have the bytes of the protocol', () => {
  expect(encodePacket({ id: 1, type: 3, body: 'passwrd' }).toString('hex')).toBe(AUTH);
  expect(encodePacket({ id: 2, type: 2, body: 'list' }).toString('hex')).toBe(LIST);
});

test('answers are read from the bytes', () => {
  const read = (hex: string) => new PacketReader().read(Buffer.from(hex, 'hex'));
  expect(read(AUTH_OK + AUTH_FAILED)).toEqual([
    { id: 1, type: 2, body: '' },
    { id: -1, type: 2, body: '' },
  ]);
});

test('a request that the server would not read is refused before it is sent', () => {
  expect(encodePacket({ id: 1, type: 2, body: 'x'.repeat(1446) })).toHaveLength(1460);
  expect(() => encodePacket({ id: 1, type: 2, body: 'x'.repeat(1447) })).toThrow(RangeError);
  expect(() => encodePacket({ id: 1, type: 2, body: 'é'.repeat(724) })).toThrow(RangeError);
});

test('packets are read from a stream that is cut anywhere', () => {
  const bytes = Buffer.from(AUTH_OK + LIST + AUTH_FAILED, 'hex');
  for (let size = 1; size <= bytes.length; size += 1) {
    const reader = new PacketReader();
    const packets = [];
    for (let at = 0; at < bytes.length; at += size)
      packets.push(...reader.read(bytes.subarray(at, at + size)));
    expect(packets.map(({ id, body }) => [id, body])).toEqual([
      [1, ''],
      [2, 'list'],
      [-1, ''],
    ]);
  }
});
