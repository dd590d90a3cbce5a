import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Returns a function that compares a text with a secret. It compares hashes, so that the time it takes reveals neither the
 * secret nor its length.
 */
export function secretMatcher(secret: string): (given: string) => boolean {
  const expected = digestOf(secret);
  return (given) => timingSafeEqual(digestOf(given), expected);
}

/** Compares two secrets or signatures, of any length, in constant time. */
export function isSameSecret(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  return timingSafeEqual(digestOf(given), digestOf(expected));
}

function digestOf(text: string | Uint8Array): Buffer {
  return createHash('sha256').update(text).digest();
}
