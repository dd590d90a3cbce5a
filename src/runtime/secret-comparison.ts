import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Returns a function that compares a text with a secret. It compares hashes, so that the time it takes reveals neither the
 * secret nor its length.
 */
export function secretMatcher(secret: string): (given: string) => boolean {
  const expected = digestOf(secret);
  return (given) => timingSafeEqual(digestOf(given), expected);
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
