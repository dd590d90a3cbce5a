import { describe, expect, it } from 'vitest';
import { writeFrame, writeString } from '../../../../src/platform/edge/protocol/frame.ts';
import { GreetingReader, MAX_GREETING_BYTES } from '../../../../src/platform/edge/protocol/greeting.ts';
import { WireError } from '../../../../src/platform/edge/protocol/wire-reader.ts';
import { handshake, loginBytes, loginStart, NOTCH, uuidBytes } from '../game-client.ts';

function read(...pieces: Uint8Array[]) {
  const reader = new GreetingReader(false);
  return pieces.map((piece) => reader.read(Buffer.from(piece))).at(-1);
}

describe('a login', () => {
  it.each([
    [47, 'Notch', null],
    [340, 'Notch', null],
    [758, 'Notch', null],
    [759, 'Notch', null],
    [760, 'Notch', NOTCH],
    [761, 'Notch', NOTCH],
    [763, 'Notch', NOTCH],
    [764, 'Notch', NOTCH],
    [777, 'Notch', NOTCH],
  ])('of protocol %i has a name, and a uuid where the version sends one', (protocol, name, uuid) => {
    expect(read(loginBytes({ protocol, name }))).toEqual({
      kind: 'login',
      handshake: { protocol, host: 'localhost', intent: 'login' },
      start: { name, uuid, isNameValid: true },
    });
  });

  it.each([759, 760])('of protocol %i may have a key', (protocol) => {
    const start = loginStart(protocol, 'Notch', NOTCH, true);
    expect(read(handshake(protocol, 2), start)).toMatchObject({
      start: { uuid: protocol === 759 ? null : NOTCH },
    });
  });

  it('may leave the uuid out where it is optional', () => {
    expect(read(loginBytes({ protocol: 761, uuid: null }))).toMatchObject({ start: { uuid: null } });
  });

  it('may have unknown bytes at its end, from a future version', () => {
    const start = writeFrame(0, writeString('Notch'), uuidBytes(NOTCH), Buffer.from([1, 2, 3]));
    expect(read(handshake(900, 2), start)).toMatchObject({ start: { uuid: NOTCH } });
  });

  it('of a snapshot has a uuid only where it is certain', () => {
    const snapshot = 0x40000000 + 200;
    expect(read(handshake(snapshot, 2), writeFrame(0, writeString('Notch'), uuidBytes(NOTCH)))).toMatchObject(
      {
        start: { uuid: NOTCH },
      },
    );
    expect(read(handshake(snapshot, 2), writeFrame(0, writeString('Notch')))).toMatchObject({
      start: { uuid: null },
    });
  });

  it('after a transfer from another server is a login', () => {
    expect(read(handshake(767, 3), loginStart(767, 'Notch'))).toMatchObject({ kind: 'login' });
  });

  it.each(['', 'no spaces', 'ein_Ümlaut', '..dots'])('with the name %j is recognized as invalid', (name) => {
    expect(read(loginBytes({ name }))).toMatchObject({ start: { isNameValid: false } });
  });

  it.each([
    ['a name of seventeen letters', loginBytes({ name: 'a'.repeat(17) })],
    ['no uuid where one must be', Buffer.concat([handshake(767, 2), writeFrame(0, writeString('Notch'))])],
    ['another packet', Buffer.concat([handshake(767, 2), writeFrame(1, writeString('Notch'))])],
  ])('with %s is refused', (_, bytes) => {
    expect(() => read(bytes)).toThrow(WireError);
  });
});

describe('a handshake', () => {
  it('for the server list is a complete greeting', () => {
    expect(read(handshake(767, 1, 'Play.Example.Net'))).toEqual({
      kind: 'status',
      handshake: { protocol: 767, host: 'play.example.net', intent: 'status' },
    });
  });

  it.each([
    ['for something unknown', handshake(767, 4)],
    [
      'with more than it should',
      Buffer.concat([Buffer.from([0x0c]), handshake(-1, 1, 'a', 1).subarray(1), Buffer.alloc(1)]),
    ],
    ['that is another packet', writeFrame(9)],
  ])('%s is refused', (_, bytes) => {
    expect(() => read(bytes)).toThrow(WireError);
  });
});

it('old pings and logins are distinguished by their first bytes', () => {
  expect(read(Buffer.from([0xfe]))).toEqual({ kind: 'legacy-ping', era: '1.3' });
  expect(read(Buffer.from([0xfe]), Buffer.from([0x01]))).toEqual({ kind: 'legacy-ping', era: '1.4' });
  expect(read(Buffer.from([0x02, 0x49]))).toEqual({ kind: 'legacy-login' });
});

describe('what may be sent before a login', () => {
  it('is refused for its length before it has come', () => {
    expect(() => read(Buffer.from([0xff, 0xff, 0x7f]))).toThrow(WireError);
  });

  it('is bounded in total', () => {
    const start = Buffer.concat([loginBytes(), Buffer.alloc(MAX_GREETING_BYTES)]);
    expect(() => read(start)).toThrow(WireError);
  });

  it('is kept for the upstream', () => {
    const reader = new GreetingReader(false);
    reader.read(loginBytes());
    expect(reader.bytes).toEqual(loginBytes());
  });
});

describe('a PROXY header', () => {
  const LINE = Buffer.from('PROXY TCP4 203.0.113.9 192.0.2.1 51000 25565\r\n');

  it('from a trusted load balancer has the address, and is not kept for the upstream', () => {
    const reader = new GreetingReader(true);
    expect(reader.read(Buffer.concat([LINE, loginBytes()]))).toMatchObject({ kind: 'login' });
    expect(reader.route?.source).toEqual({ ip: '203.0.113.9', port: 51_000 });
    expect(reader.bytes).toEqual(loginBytes());
  });

  it('may be missing', () => {
    const reader = new GreetingReader(true);
    expect(reader.read(loginBytes())).toMatchObject({ kind: 'login' });
    expect(reader.route).toBeNull();
  });

  it('from any other address is not a packet of the game', () => {
    for (const header of [LINE, Buffer.from('0d0a0d0a000d0a515549540a20000000', 'hex')]) {
      expect(() => read(header, loginBytes())).toThrow(WireError);
    }
  });

  it('must end', () => {
    expect(() => new GreetingReader(true).read(Buffer.from(`PROXY ${'x'.repeat(200)}`))).toThrow(WireError);
  });
});
