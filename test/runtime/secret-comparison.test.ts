import { expect, it } from 'vitest';
import { secretMatcher } from '../../src/runtime/secret-comparison.ts';

it.each(['', 'secret', 'x'.repeat(10_000), 'grün 🔑'])('takes the secret itself: %j', (secret) => {
  expect(secretMatcher(secret)(secret)).toBe(true);
});

it.each(['', 'secre', 'secret ', 'Secret', 'secret\0', 'x'.repeat(10_000)])(
  'refuses %j for "secret", whatever its length',
  (given) => {
    expect(secretMatcher('secret')(given)).toBe(false);
  },
);
