import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readFrame, writeFrame, writeString, writeVarInt } from '../../src/platform/edge/protocol/frame.ts';
import {
  type Greeting,
  GreetingReader,
  MAX_GREETING_BYTES,
} from '../../src/platform/edge/protocol/greeting.ts';
import { ipBytes, ipText, plainIp } from '../../src/runtime/ip-address.ts';
import { readProxyHeader, writeProxyHeader } from '../../src/platform/edge/protocol/proxy-header.ts';
import { StatusHandler } from '../../src/platform/edge/status/status-handler.ts';
import { UpstreamLogin } from '../../src/platform/edge/protocol/upstream-login.ts';
import { WireError, WireReader } from '../../src/platform/edge/protocol/wire-reader.ts';
import { handshake, loginBytes } from '../platform/edge/game-client.ts';

const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const wholeText = fc.string({ unit: 'grapheme', maxLength: 40 });
const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((list) => Buffer.from(list));
const endpoint = fc.record({
  ip: fc.oneof(fc.ipV4(), fc.ipV6()).map((ip) => plainIp(ip) ?? ''),
  port: fc.integer({ min: 1, max: 65_535 }),
});
const protocol = fc.constantFrom(47, 340, 754, 758, 759, 760, 761, 763, 764, 767, 777, 0x40000001);
const login = fc
  .record({
    protocol,
    name: fc.stringMatching(/^[A-Za-z0-9_]{1,16}$/),
    uuid: fc.uuid(),
    host: fc.oneof(fc.domain(), fc.constantFrom('a\0FML\0', 'b.', ''), wholeText),
  })
  .map(loginBytes);

/** The outcome as a value that compares: the result, or that it was refused. */
function outcome<T>(read: () => T): T | 'refused' {
  try {
    return read();
  } catch (error) {
    if (error instanceof WireError) return 'refused';
    throw error;
  }
}

it('numbers, texts and packets are read back unchanged', () => {
  fc.assert(
    fc.property(int32, wholeText, bytes(50), (number, text, rest) => {
      const frame = readFrame(writeFrame(number, writeVarInt(number), writeString(text), rest), 0, 1_000);
      expect(frame?.id).toBe(number);
      expect(frame?.body.varInt()).toBe(number);
      expect(frame?.body.string(1_000)).toBe(text);
      expect(frame?.body.bytes(frame.body.left)).toEqual(rest);
    }),
  );
});

it('any bytes are read or refused', () => {
  fc.assert(
    fc.property(bytes(300), (noise) => {
      outcome(() => new WireReader(noise).varInt());
      outcome(() => new WireReader(noise).string(100));
      outcome(() => readFrame(noise, 0, 200));
      outcome(() => new GreetingReader(false).read(noise));
      outcome(() => new GreetingReader(true).read(noise));
      outcome(() => readProxyHeader(noise));
      outcome(() => new StatusHandler().read(noise));
      expect(typeof new UpstreamLogin().hasPassed(noise)).toBe('boolean');
    }),
    { numRuns: 5_000 },
  );
});

it('a greeting is read however its bytes are cut, and not before it is complete', () => {
  const status = protocol.map((number) => handshake(number, 1));
  const greeting = fc.oneof(login, status);
  fc.assert(
    fc.property(greeting, fc.array(fc.nat(200), { maxLength: 6 }), (whole, cuts) => {
      const places = [...new Set(cuts.map((cut) => cut % whole.length))].sort((a, b) => a - b);
      const reader = new GreetingReader(false);
      let from = 0;
      for (const place of places) {
        expect(reader.read(whole.subarray(from, place))).toBeUndefined();
        from = place;
      }
      const answer = reader.read(whole.subarray(from));
      expect(answer).toBeDefined();
      expect(answer).toEqual(new GreetingReader(false).read(whole));
      expect(reader.bytes).toEqual(whole);
    }),
  );
});

it('a login with a wrong byte is another login, incomplete, old, or refused', () => {
  fc.assert(
    fc.property(login, fc.nat(), fc.integer({ min: 1, max: 255 }), (whole, place, change) => {
      const hostile = Buffer.from(whole);
      const at = place % hostile.length;
      hostile.writeUInt8(hostile.readUInt8(at) ^ change, at);
      const answer = outcome<Greeting | undefined>(() => new GreetingReader(false).read(hostile));
      if (answer === 'refused' || answer === undefined) return;
      if (answer.kind === 'login') expect(answer.start.name.length).toBeLessThanOrEqual(16);
    }),
    { numRuns: 2_000 },
  );
});

it('no greeting is longer than the bound', () => {
  fc.assert(
    fc.property(fc.array(bytes(2_000), { minLength: 10, maxLength: 20 }), (pieces) => {
      const reader = new GreetingReader(false);
      for (const piece of pieces) {
        if (outcome(() => reader.read(piece)) !== undefined) return;
        expect(reader.bytes.length).toBeLessThanOrEqual(MAX_GREETING_BYTES);
      }
    }),
  );
});

it('a PROXY header is read back unchanged, is incomplete at every byte before its end, and leaves what follows', () => {
  fc.assert(
    fc.property(
      endpoint,
      endpoint,
      fc.constantFrom('v1', 'v2'),
      bytes(20),
      (source, destination, version, rest) => {
        const header = writeProxyHeader(version, { source, destination });
        const whole = Buffer.concat([header, rest]);
        expect(readProxyHeader(whole)).toEqual({ route: { source, destination }, end: header.length });
        for (let cut = 1; cut < header.length; cut += 1) {
          expect(readProxyHeader(header.subarray(0, cut))).toBeUndefined();
        }
        const reader = new GreetingReader(true);
        const login = loginBytes();
        for (const byte of header) expect(reader.read(Buffer.from([byte]))).toBeUndefined();
        expect(reader.read(login)).toMatchObject({ kind: 'login' });
        expect(reader.route).toEqual({ source, destination });
      },
    ),
    { numRuns: 100 },
  );
});

it('addresses are read back unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (ip) => {
      const plain = plainIp(ip) ?? '';
      expect(ipText(ipBytes(ip) ?? Buffer.alloc(0))).toBe(plain);
      expect(plainIp(plain)).toBe(plain);
    }),
  );
});
