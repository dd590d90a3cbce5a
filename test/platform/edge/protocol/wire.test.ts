import { describe, expect, it } from 'vitest';
import {
  readFrame,
  writeFrame,
  writeString,
  writeVarInt,
} from '../../../../src/platform/edge/protocol/frame.ts';
import { plainHost } from '../../../../src/platform/edge/protocol/handshake.ts';
import { offlineUuid } from '../../../../src/runtime/offline-uuid.ts';
import { UpstreamLogin } from '../../../../src/platform/edge/protocol/upstream-login.ts';
import { WireError, WireReader } from '../../../../src/platform/edge/protocol/wire-reader.ts';
import { ENCRYPTION_REQUEST, PASSED } from '../fake-upstream.ts';
import { handshake } from '../game-client.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('numbers and texts', () => {
  it.each([
    [0, '00'],
    [127, '7f'],
    [128, '80 01'],
    [25_565, 'dd c7 01'],
    [2_147_483_647, 'ff ff ff ff 07'],
    [-1, 'ff ff ff ff 0f'],
    [-2_147_483_648, '80 80 80 80 08'],
  ])('write %i as %s and read it back', (value, bytes) => {
    expect(writeVarInt(value)).toEqual(hex(bytes));
    expect(new WireReader(hex(bytes)).varInt()).toBe(value);
  });

  it.each([
    ['a number of six bytes', (reader: WireReader) => reader.varInt(), 'ff ff ff ff ff 00'],
    ['a number that ends early', (reader: WireReader) => reader.varInt(), 'ff'],
    ['a text longer than it may be', (reader: WireReader) => reader.string(1), '04 61 62 63 64'],
    ['a text of one letter too many', (reader: WireReader) => reader.string(2), '03 61 62 63'],
    ['a text of negative length', (reader: WireReader) => reader.string(9), 'ff ff ff ff 0f'],
    ['a text that is not UTF-8', (reader: WireReader) => reader.string(9), '02 c3 28'],
    ['a text that ends early', (reader: WireReader) => reader.string(9), '02 61'],
    ['a yes that is neither', (reader: WireReader) => reader.boolean(), '02'],
  ])('refuse %s', (_, read, bytes) => {
    expect(() => read(new WireReader(hex(bytes)))).toThrow(WireError);
  });
});

describe('packets', () => {
  it('have the bytes of the protocol', () => {
    expect(writeFrame(3, writeVarInt(256))).toEqual(hex('03 03 80 02'));
    expect(handshake(-1, 1, 'a', 1)).toEqual(hex('0b 00 ff ff ff ff 0f 01 61 00 01 01'));
    expect(writeFrame(1, Buffer.alloc(8)).subarray(0, 2)).toEqual(hex('09 01'));
  });

  it('are not read before they are complete', () => {
    const bytes = writeFrame(5, writeString('words'));
    for (let cut = 0; cut < bytes.length; cut += 1) {
      expect(readFrame(bytes.subarray(0, cut), 0, 100)).toBeUndefined();
    }
    expect(readFrame(bytes, 0, 100)).toMatchObject({ id: 5, end: bytes.length });
  });

  it.each([
    ['empty', '00'],
    ['too long, before they have come', '65'],
    ['of a length in four bytes', '80 80 80 01'],
    ['without a whole number', '01 80'],
  ])('are refused when %s', (_, bytes) => {
    expect(() => readFrame(hex(bytes), 0, 100)).toThrow(WireError);
  });
});

it.each([
  ['play.example.net', 'play.example.net'],
  ['Play.Example.NET.', 'play.example.net'],
  ['play.example.net\0FML\0', 'play.example.net'],
  ['play.example.net.\0FML2\0', 'play.example.net'],
  ['play.example.net\x00203.0.113.9\x00069a79f444e94726a5befca90e38aaf5\0[]', 'play.example.net'],
  ['', ''],
])('only the name of the host %j counts', (given, host) => {
  expect(plainHost(given)).toBe(host);
});

it.each([
  ['Notch', 'b50ad385-829d-3141-a216-7e7d7539ba7f'],
  ['notch', '42653081-a90e-3475-b3d6-3550cdb43f8e'],
  ['Tester_1', 'c5837432-680b-39cb-ade0-9b01977671f3'],
  ['.Bedrock_Guy', '8152815a-e6fb-3a53-b9bf-9593cd7160af'],
])('the offline uuid of %s is the one that servers make', (name, uuid) => {
  expect(offlineUuid(name)).toBe(uuid);
});

describe('the first bytes of a server', () => {
  const passes = (...pieces: Buffer[]): boolean[] => {
    const login = new UpstreamLogin();
    return pieces.map((piece) => login.hasPassed(piece));
  };

  it('accept a login with compression or success', () => {
    expect(passes(PASSED)).toEqual([true]);
    expect(passes(writeFrame(2, Buffer.alloc(16)))).toEqual([true]);
  });

  /** The place of the byte that lets a login pass, when the bytes come one at a time; -1 if none does. */
  const passesAt = (...parts: Buffer[]): number => {
    const login = new UpstreamLogin();
    return Buffer.concat(parts).findIndex((byte) => login.hasPassed(Buffer.from([byte])));
  };
  const disconnect = (text: string): Buffer => writeFrame(0, writeString(JSON.stringify({ text })));

  it('accept none while a request has no answer, however the bytes are cut', () => {
    for (const id of [1, 4, 5]) {
      const question = writeFrame(id, Buffer.alloc(140));
      expect(passesAt(question)).toBe(-1);
      expect(passesAt(question, PASSED)).toBeGreaterThanOrEqual(question.length);
      expect(passes(Buffer.concat([question, PASSED]))).toEqual([true]);
    }
    expect(passes(ENCRYPTION_REQUEST, Buffer.alloc(4, 9))).toEqual([false, true]);
  });

  it('accept none when one request follows another', () => {
    const questions = [4, 5, 4, 1].map((id) => writeFrame(id, Buffer.alloc(id === 5 ? 1 : 20_000)));
    const all = Buffer.concat(questions);
    expect([passesAt(all), passes(...questions)]).toEqual([-1, [false, false, false, false]]);
    expect(passes(all, Buffer.alloc(4, 9))).toEqual([false, true]);
  });

  it.each([1, 4, 5])(
    'accept none with a refusal that is not encrypted, after a request %i, however the bytes are cut',
    (id) => {
      const question = writeFrame(id, Buffer.alloc(140));
      for (const text of ['', 'Failed to verify username!', 'x'.repeat(300), 'x'.repeat(8_000)]) {
        expect(passesAt(question, disconnect(text))).toBe(-1);
        expect(passes(Buffer.concat([question, disconnect(text)]))).toEqual([false]);
      }
    },
  );

  it('accept encrypted bytes that look like a refusal once more bytes come, which a refusal never has', () => {
    expect(passes(ENCRYPTION_REQUEST, disconnect('x'), Buffer.alloc(1))).toEqual([false, false, true]);
    expect(passes(ENCRYPTION_REQUEST, Buffer.from([5, 0, 9, 9]))).toEqual([false, true]);
    expect(passes(ENCRYPTION_REQUEST, Buffer.from([0xff, 0xff, 0xff, 0]))).toEqual([false, true]);
  });

  it('are not taken for a refusal of two megabytes, whoever has chosen the key for them', () => {
    const chosen = Buffer.concat([Buffer.from([0xff, 0xff, 0x7f, 0x00]), writeVarInt(2_097_147)]);
    expect(passes(ENCRYPTION_REQUEST, chosen)).toEqual([false, true]);
    expect(passes(ENCRYPTION_REQUEST, disconnect('x'.repeat(9_000)))).toEqual([false, true]);
  });

  it('accept none with a refusal or with other bytes', () => {
    expect(passes(writeFrame(0, writeString('"no"')), Buffer.alloc(100, 9))).toEqual([false, false]);
    expect(passes(Buffer.alloc(100, 0xff), Buffer.alloc(100))).toEqual([false, false]);
  });
});
