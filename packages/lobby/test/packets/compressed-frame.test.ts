import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { writeVarInt } from '../../../../src/platform/edge/protocol/frame.ts';
import { WireError } from '../../../../src/platform/edge/protocol/wire-reader.ts';
import { openFrame } from '../../src/packets/compressed-frame.ts';

const MAX = 1_000;

function open(announced: number, content: Uint8Array): { packet: Buffer; noted: number[] } {
  const noted: number[] = [];
  const frame = Buffer.concat([writeVarInt(announced), content]);
  return { packet: openFrame(frame, MAX, (bytes) => noted.push(bytes)), noted };
}

describe('a frame of a connection with compression', () => {
  it('has its packet as it is behind a 0', () => {
    expect(open(0, Buffer.of(1, 2))).toEqual({ packet: Buffer.of(1, 2), noted: [] });
  });

  it('has a deflated packet behind its length, which is said before it is inflated', () => {
    const packet = Buffer.alloc(MAX, 3);
    expect(open(MAX, deflateSync(packet))).toEqual({ packet, noted: [MAX] });
  });

  it.each([
    ['more than is allowed', MAX + 1, MAX + 1],
    ['less than it has', 10, 64 * 1_024 * 1_024],
    ['more than it has', 20, 10],
    ['a negative length', -1, 10],
  ])('is refused when it announces %s', (_what, announced, actual) => {
    expect(() => open(announced, deflateSync(Buffer.alloc(actual)))).toThrow(WireError);
  });

  it('is refused when it does not inflate', () => {
    expect(() => open(10, Buffer.from('nonsense'))).toThrow(WireError);
    expect(() => open(10, deflateSync(Buffer.alloc(10)).subarray(0, 5))).toThrow(WireError);
  });

  it('takes no more memory than it announces', () => {
    const megabyte = deflateRawSync(Buffer.alloc(1_024 * 1_024), { finishFlush: constants.Z_FULL_FLUSH });
    const bomb = Buffer.concat([Buffer.of(0x78, 0x9c), ...Array.from({ length: 512 }, () => megabyte)]);
    const before = process.resourceUsage().maxRSS;
    expect(() => open(MAX, bomb)).toThrow(WireError);
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(128 * 1_024);
  });
});
