import { expect, it } from 'vitest';
import { NonceCache } from '../../../src/channel/protocol/nonce-cache.ts';

it('a nonce of the generation before is still known', () => {
  const nonces = new NonceCache(1_000);
  expect(nonces.admit('a', 0)).toBe(true);
  expect(nonces.admit('b', 1_000)).toBe(true);
  expect(nonces.admit('a', 1_001)).toBe(false);
  expect(nonces.admit('a', 1_999)).toBe(false);
});

it('a nonce is forgotten two generations later', () => {
  const nonces = new NonceCache(1_000);
  nonces.admit('a', 0);
  nonces.admit('b', 1_000);
  nonces.admit('c', 2_000);
  expect(nonces.size).toBe(2);
  expect(nonces.admit('a', 2_001)).toBe(true);
});
