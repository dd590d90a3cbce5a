import { expect, it } from 'vitest';
import { LoginLimit } from '../../src/gateway/auth/login-limit.ts';
import { LoginService } from '../../src/gateway/auth/login-service.ts';
import { Tokens } from '../../src/gateway/auth/tokens.ts';
import { MemoryStorage } from '../fixtures/memory-storage.ts';
import { RunningClock } from '../fixtures/test-clock.ts';
import { PASSWORD, PASSWORD_HASH } from '../gateway/gateway-fixture.ts';

const OWNER = '198.51.100.7';
/** Two are checked and sixteen wait. */
const PLACES = 18;

async function openLogin(): Promise<LoginService> {
  const clock = new RunningClock();
  const { tokens: store } = new MemoryStorage(clock);
  const signingKey = new Uint8Array(32);
  const tokens = await Tokens.open({ signingKey, passwordHash: PASSWORD_HASH, store, clock });
  return new LoginService(PASSWORD_HASH, new LoginLimit(clock), tokens);
}

/** Guesses from forty threads, each with a new address every time, until stopped. */
function flood(login: LoginService): () => Promise<void> {
  const over = new AbortController();
  let address = 0;
  const thread = async () => {
    while (!over.signal.aborted) {
      address += 1;
      await login
        .login('guess', `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`)
        .catch(() => new Promise(setImmediate));
    }
  };
  const threads = Array.from({ length: 40 }, thread);
  return async () => {
    over.abort();
    await Promise.all(threads);
  };
}

it('guesses from ever new addresses do not lock out an owner whose address logged in before', async () => {
  const login = await openLogin();
  await login.login(PASSWORD, OWNER);
  const stop = flood(login);
  for (let turn = 0; turn < 12; turn += 1) {
    await expect(login.login(PASSWORD, OWNER)).resolves.toEqual(expect.any(String));
  }
  await stop();
});

it('an address block that fills the queue leaves a place for another', async () => {
  const login = await openLogin();
  const settled = (address: string, count: number) =>
    Array.from({ length: count }, () => login.login('guess', address).catch(({ code }) => code as string));
  // Five tries a block may be under way: four blocks fill all places.
  const crowd = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'].flatMap((address) =>
    settled(address, 5),
  );
  await expect(login.login(PASSWORD, '203.0.113.9')).resolves.toEqual(expect.any(String));
  const codes = await Promise.all(crowd);
  expect(codes.filter((code) => code === 'wrong_password')).toHaveLength(PLACES - 1);
  expect(codes.filter((code) => code === 'overloaded')).toHaveLength(3);
});

it('one login of each of as many blocks as there are places is never pushed out', async () => {
  const login = await openLogin();
  const all = Array.from({ length: PLACES }, (_, place) => login.login(PASSWORD, `192.0.2.${place}`));
  await expect(login.login(PASSWORD, '203.0.113.9')).rejects.toMatchObject({ code: 'overloaded' });
  await expect(Promise.all(all)).resolves.toHaveLength(PLACES);
});
