import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kickCommand, tellCommands } from '../../src/platform/rcon/commands.ts';
import { encodePacket, PacketReader, type RconPacket } from '../../src/platform/rcon/packet.ts';
import { readPlayerList } from '../../src/platform/rcon/player-list.ts';
import { answerPacket } from '../platform/rcon/console-server.ts';
import { playerRef } from '../platform/recording-listener.ts';

const int32 = fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff });
const packets = fc.array(
  fc.record({ id: int32, type: int32, body: fc.string({ unit: 'grapheme', maxLength: 400 }) }),
  { maxLength: 4 },
);

function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...sorted, bytes.length].map((end, at) => bytes.subarray(sorted[at - 1] ?? 0, end));
}

describe('RCON packets', () => {
  it('are the same after writing and reading, however the stream is cut', () => {
    fc.assert(
      fc.property(packets, fc.array(fc.nat()), (sent, places) => {
        const reader = new PacketReader();
        const stream = Buffer.concat(sent.map(encodePacket));
        const read = cutAt(stream, places).flatMap((part) => reader.read(part));
        expect(read).toEqual(sent);
      }),
    );
  });

  it('are complete when the stream is cut at any one byte, or at every byte', () => {
    const sent: RconPacket[] = [
      { id: 7, type: 0, body: 'one é' },
      { id: -1, type: 2, body: '' },
      { id: 8, type: 0, body: 'x'.repeat(300) },
    ];
    const stream = Buffer.concat(sent.map(encodePacket));
    for (let at = 0; at <= stream.length; at += 1) {
      const reader = new PacketReader();
      expect([...reader.read(stream.subarray(0, at)), ...reader.read(stream.subarray(at))]).toEqual(sent);
    }
    const reader = new PacketReader();
    expect([...stream].flatMap((byte) => reader.read(Buffer.from([byte])))).toEqual(sent);
  });

  it('of a length that no server sends are refused as soon as the length is read', () => {
    fc.assert(
      fc.property(int32, (size) => {
        const head = Buffer.alloc(4);
        head.writeInt32LE(size);
        const isPossible = size >= 10 && size <= 10 + 3 * 4096;
        if (isPossible) expect(new PacketReader().read(head)).toEqual([]);
        else expect(() => new PacketReader().read(head)).toThrow(RangeError);
      }),
    );
  });

  it('of any bytes are read or refused', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 64 })), (chunks) => {
        const reader = new PacketReader();
        try {
          for (const chunk of chunks) reader.read(Buffer.from(chunk));
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });

  it('of the longest answer are read', () => {
    const body = '€'.repeat(4096);
    expect(new PacketReader().read(answerPacket(1, 0, body))).toEqual([{ id: 1, type: 0, body }]);
  });
});

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3_000 }),
  fc.string({
    unit: fc.constantFrom('\n', '\r', '\0', '"', '\\', '@a', '😀', '\ud800', '§'),
    maxLength: 900,
  }),
);

describe('commands with any text in them', () => {
  it('are one line, fit into a request and begin with the command', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const command of [kickCommand(playerRef(1, 'Ann'), text), ...tellCommands('all', text)]) {
          expect(command).toMatch(/^(kick Ann |tellraw @a \{"text":")/);
          expect(command).not.toMatch(/\p{Cc}/u);
          expect(Buffer.byteLength(command)).toBeLessThanOrEqual(1_446);
        }
      }),
    );
  });
});

describe('lists of players', () => {
  it('of any text are read without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        readPlayerList(text);
        readPlayerList(`There are 1/20 players online:${text}`);
      }),
    );
  });
});
