import { expect, test } from 'vitest';
import { hashPassword, isPasswordHash, verifyPassword } from '../../../src/gateway/auth/password.ts';
import { PASSWORD, PASSWORD_HASH } from '../gateway-fixture.ts';

test('a hash verifies its own password and no other', async () => {
  const hash = await hashPassword('pässwörd 🎮');
  expect(hash).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await verifyPassword('pässwörd 🎮', hash)).toBe(true);
  expect(await verifyPassword('pa\u0308sswo\u0308rd 🎮', hash)).toBe(true);
  for (const wrong of ['', 'passwörd 🎮', hash]) expect(await verifyPassword(wrong, hash)).toBe(false);
});

test('hashing the same password twice gives different texts', async () => {
  expect(await hashPassword('x')).not.toBe(await hashPassword('x'));
});

test('the cost is part of the hash, so that it can be raised later', async () => {
  expect(await verifyPassword(PASSWORD, PASSWORD_HASH)).toBe(true);
});

test('a text that is no hash, or too costly to check, counts as a clear password', async () => {
  const [, , , , salt, hash] = PASSWORD_HASH.split('$');
  const wrong = [
    '',
    'hunter2',
    'scrypt$',
    `scrypt$1000$8$1$${salt}$${hash}`,
    `scrypt$67108864$8$1$${salt}$${hash}`,
    `scrypt$1024$0$1$${salt}$${hash}`,
    `scrypt$1$8$1$${salt}$${hash}`,
    `bcrypt$1024$8$1$${salt}$${hash}`,
    `${PASSWORD_HASH} `,
  ];
  for (const value of wrong) {
    expect([value, isPasswordHash(value), await verifyPassword(PASSWORD, value)]).toEqual([
      value,
      false,
      false,
    ]);
  }
  expect(isPasswordHash(PASSWORD_HASH)).toBe(true);
});
