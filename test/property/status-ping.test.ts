import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStatusAnswer, type ServerListing } from '../../src/platform/status-ping/status-packets.ts';
import { WireError } from '../../src/platform/edge/protocol/wire-reader.ts';
import { statusFrame } from '../platform/status-ping/status-frame.ts';

const listing = fc.record({
  players: fc.nat({ max: 2_147_483_647 }),
  maxPlayers: fc.nat({ max: 2_147_483_647 }),
  version: fc.record({ name: fc.string({ unit: 'grapheme', maxLength: 40 }), protocol: fc.nat() }),
});

function answerOf({ players, maxPlayers, version }: ServerListing): string {
  return JSON.stringify({ version, players: { online: players, max: maxPlayers }, description: '§aé😀' });
}

describe('status answers', () => {
  it('are read once they are complete, and not before', () => {
    fc.assert(
      fc.property(listing, fc.nat(), (expected, place) => {
        const bytes = statusFrame(answerOf(expected));
        expect(readStatusAnswer(bytes.subarray(0, place % bytes.length))).toBeUndefined();
        expect(readStatusAnswer(bytes)).toEqual(expected);
        expect(readStatusAnswer(Buffer.concat([bytes, bytes]))).toEqual(expected);
      }),
    );
  });

  it('cut at any byte are incomplete', () => {
    const bytes = statusFrame(
      answerOf({ players: 3, maxPlayers: 20, version: { name: 'x', protocol: 774 } }),
    );
    for (let length = 0; length < bytes.length; length += 1) {
      expect(readStatusAnswer(bytes.subarray(0, length))).toBeUndefined();
    }
  });

  it('of any bytes are read, incomplete or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.jsonValue(), (bytes, json) => {
        for (const hostile of [Buffer.from(bytes), statusFrame(JSON.stringify(json))]) {
          try {
            readStatusAnswer(hostile);
          } catch (error) {
            expect(error).toBeInstanceOf(WireError);
          }
        }
      }),
    );
  });

  it('that are longer than a status can be are refused by their first bytes', () => {
    expect(() => readStatusAnswer(Buffer.from('ffff7f', 'hex'))).toThrow(WireError);
    expect(() => readStatusAnswer(Buffer.from('ffffffff07', 'hex'))).toThrow(WireError);
    expect(() => readStatusAnswer(Buffer.from('00', 'hex'))).toThrow(WireError);
  });
});
