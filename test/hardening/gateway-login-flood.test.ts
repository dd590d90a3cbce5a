import { expect, it, onTestFinished } from 'vitest';
import { openLogin, type TestLogin } from '../gateway/auth/login-fixture.ts';
import { PASSWORD } from '../gateway/gateway-fixture.ts';
import { MemoryStorage } from '../fixtures/memory-storage.ts';
import { RunningClock, SyncTestClock, turn } from '../fixtures/test-clock.ts';

const OWNER = '198.51.100.7';
/** Two passwords are checked while the others wait. */
const CHECKED = 2;
const PLACES = 1_000;

/** Ever new addresses, each of a network of its own. */
function* newAddresses(): Generator<string> {
  for (let number = 0; ; number += 1) yield `10.${number >> 8}.${number & 255}.1`;
}

/** Guesses from this many threads, each with a new address every time, until the test is over. */
function flood(login: TestLogin, threads: number, addresses = newAddresses()): void {
  const over = new AbortController();
  const guess = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await login.login('guess', addresses.next().value ?? '').catch(() => turn());
    }
  };
  const all = Array.from({ length: threads }, guess);
  onTestFinished(async () => {
    over.abort();
    await Promise.all(all);
  });
}

const codeOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'a token',
    ({ code }: { code: string }) => code,
  );

it('guesses from ever new addresses do not lock out an owner whose address logged in before', async () => {
  const login = await openLogin();
  await login.login(PASSWORD, OWNER);
  flood(login, 40);
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await expect(login.login(PASSWORD, OWNER)).resolves.toEqual(expect.any(String));
  }
});

it('nor after a restart', async () => {
  const clock = new RunningClock();
  const storage = new MemoryStorage(clock);
  const before = await openLogin(clock, storage);
  await before.login(PASSWORD, OWNER);
  await before.known.close();
  const login = await openLogin(clock, storage);
  // More than there are places: without its row the owner would be one of them.
  flood(login, PLACES + CHECKED + 200);
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await expect(login.login(PASSWORD, OWNER)).resolves.toEqual(expect.any(String));
  }
});

it.each([40, 200])('%i threads do not keep out an owner at a new address', async (threads) => {
  const login = await openLogin();
  flood(login, threads);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await expect(login.login(PASSWORD, `198.51.${attempt}.7`)).resolves.toEqual(expect.any(String));
  }
});

it('a newcomer gets a place although all are taken, and one of the strangers who wait loses theirs', async () => {
  const login = await openLogin();
  const addresses = newAddresses();
  const crowd = Array.from({ length: CHECKED + PLACES }, () =>
    codeOf(login.login('guess', addresses.next().value ?? '')),
  );
  await expect(login.login(PASSWORD, OWNER)).resolves.toEqual(expect.any(String));
  const codes = await Promise.all(crowd);
  expect(codes.filter((code) => code === 'overloaded')).toHaveLength(1);
});

it('a network that takes all places loses one of its own to a newcomer, and waits for its turn behind them', async () => {
  const login = await openLogin();
  const checked = ['192.0.2.1', '192.0.3.1'].map((address) => codeOf(login.login('guess', address)));
  const crowd = Array.from({ length: PLACES }, (_, number) =>
    codeOf(login.login('guess', `2001:db8:7:${number.toString(16)}::1`)),
  );
  const order: string[] = [];
  for (const attempt of crowd) void attempt.then((code) => order.push(code));
  // A wrong password, because a token takes time to be made.
  const owner = codeOf(login.login('guess', OWNER)).then(() => order.push('the owner'));
  await Promise.all([...checked, owner]);
  // The network has had one turn or two, and the two that are checked at a time may end in any order.
  expect(order.indexOf('the owner')).toBeLessThanOrEqual(CHECKED + 1);
  expect(order.filter((code) => code === 'overloaded')).toHaveLength(1);
  await Promise.all(crowd);
});

it('nobody waits longer than ten seconds for a turn', async () => {
  const clock = new SyncTestClock();
  const login = await openLogin(clock);
  const attempts = ['192.0.2.1', '192.0.3.1', '192.0.4.1'].map((address) =>
    codeOf(login.login('guess', address)),
  );
  // They reach the queue without a turn of the event loop, and a check takes one.
  await Promise.resolve();
  clock.advance(10_000);
  expect(await Promise.all(attempts)).toEqual(['wrong_password', 'wrong_password', 'overloaded']);
});

it('who was pushed out or gave up has not failed', async () => {
  const login = await openLogin();
  const busy = ['192.0.2.1', '192.0.3.1'].map((address) => codeOf(login.login('guess', address)));
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const caller: { gone: (() => void) | undefined } = { gone: undefined };
    const left = codeOf(login.login(PASSWORD, OWNER, caller));
    await Promise.resolve();
    caller.gone?.();
    expect(await left).toBe('overloaded');
  }
  await expect(login.login(PASSWORD, OWNER)).resolves.toEqual(expect.any(String));
  await Promise.all(busy);
});
