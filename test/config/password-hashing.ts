import type { PasswordHashing } from '../../src/config/password-setting.ts';

/** A hashing that takes no time; like the real one, it salts. */
export function quickHashing(): PasswordHashing {
  let salt = 0;
  return {
    hash: async (password) => `hash$${salt++}$${Buffer.from(password).toString('hex')}`,
    verify: async (password, hash) => hash.split('$')[2] === Buffer.from(password).toString('hex'),
    isHash: (text) => text.startsWith('hash$'),
  };
}
