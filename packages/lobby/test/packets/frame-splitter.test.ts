import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeVarInt } from '../../../../src/platform/edge/protocol/frame.ts';
import { WireError } from '../../../../src/platform/edge/protocol/wire-reader.ts';
import { FrameSplitter } from '../../src/packets/frame-splitter.ts';

const MAX = 5_000;
const frame = (content: Uint8Array): Buffer => Buffer.concat([writeVarInt(content.length), content]);

function read(splitter: FrameSplitter, ...pieces: readonly Buffer[]): Buffer[] {
  return pieces.flatMap((piece) => [...splitter.frames(piece)].map((one) => Buffer.from(one)));
}

describe('frames', () => {
  it('are the same, in whatever pieces they come', () => {
    const contents = fc.array(fc.uint8Array({ minLength: 1, maxLength: MAX }), { maxLength: 6 });
    const cuts = fc.array(fc.nat(), { maxLength: 30 });
    fc.assert(
      fc.property(contents, cuts, (packets, places) => {
        const bytes = Buffer.concat(packets.map(frame));
        const ends = [...places.map((at) => at % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
        const pieces = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
        const splitter = new FrameSplitter(() => MAX);
        expect(read(splitter, ...pieces)).toEqual(packets.map((one) => Buffer.from(one)));
        expect(splitter.isInside).toBe(false);
      }),
    );
  });

  it('are read from single bytes', () => {
    const content = Buffer.alloc(MAX, 7);
    const pieces = Array.from(frame(content), (byte) => Buffer.of(byte));
    expect(read(new FrameSplitter(() => MAX), ...pieces)).toEqual([content]);
  });

  it.each([
    ['of no bytes', Buffer.of(0)],
    ['that is too long', writeVarInt(MAX + 1)],
    ['of 2 GiB', writeVarInt(2 ** 31 - 1)],
    ['of a negative length', writeVarInt(-1)],
  ])('is refused by its length alone: one %s', (_what, length) => {
    expect(() => read(new FrameSplitter(() => MAX), length)).toThrow(WireError);
  });

  it('is bounded by what held after the frame before it', () => {
    let max = 10;
    const splitter = new FrameSplitter(() => max);
    const seen: number[] = [];
    for (const one of splitter.frames(Buffer.concat([frame(Buffer.alloc(10)), frame(Buffer.alloc(20))]))) {
      seen.push(one.length);
      max = 20;
    }
    expect(seen).toEqual([10, 20]);
  });
});
