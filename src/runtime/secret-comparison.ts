import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Compares what is given with a secret. Hashes are compared, so that neither the time nor the length tells anything of
 * the secret.
 */
export function secretMatcher(secret: string): (given: string) => boolean {
  const expected = digestOf(secret);
  return (given) => timingSafeEqual(digestOf(given), expected);
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
