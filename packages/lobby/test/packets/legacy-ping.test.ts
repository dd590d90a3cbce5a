import { describe, expect, it } from 'vitest';
import { legacyPing } from '../../src/packets/legacy-ping.ts';

describe('a ping of a client before 1.7', () => {
  it.each([
    ['up to 1.3', 'fe', 0],
    ['1.4', 'fe01', 1],
    ['1.6', 'fe01fa000b', 1],
  ])('is known (%s)', (_version, hex, payload) => {
    expect(legacyPing(Buffer.from(hex, 'hex'))).toEqual({ payload });
  });

  it.each([
    ['of a handshake of 254 bytes', 'fe0100fb05'],
    ['of a handshake of 1 278 bytes', 'fe0900fb05'],
    ['of a handshake', '100000'],
  ])('is not the beginning %s', (_what, hex) => {
    expect(legacyPing(Buffer.from(hex, 'hex'))).toBeUndefined();
  });
});
