import { expect, test } from 'vitest';
import type { BanDirectory } from '../../../src/actors/network.ts';
import { BanListCache } from '../../../src/gateway/ban-list-cache.ts';
import { API_KEY } from '../../../src/gateway/auth/identity.ts';
import { LoginLimit } from '../../../src/gateway/auth/login-limit.ts';
import { Tickets } from '../../../src/gateway/auth/tickets.ts';
import { RunningClock } from '../../fixtures/test-clock.ts';

test('the login limit forgets the least recently seen address, not one that guesses', () => {
  const limit = new LoginLimit(new RunningClock());
  for (let attempt = 0; attempt < 5; attempt += 1) limit.enter('early');
  for (let place = 0; place < 9_999; place += 1) limit.enter(`place-${place}`);
  expect(() => limit.enter('early')).toThrow('Too many failed logins');
  limit.enter('one more');
  limit.enter('early');
});

test('attempts older than a minute no longer count', () => {
  const clock = new RunningClock();
  const limit = new LoginLimit(clock);
  for (let round = 0; round < 10; round += 1) {
    limit.enter('slow');
    clock.push(20_001);
  }
  expect(() => limit.enter('slow')).not.toThrow();
});

test('an attempt that was never checked is taken back', () => {
  const limit = new LoginLimit(new RunningClock());
  for (let attempt = 0; attempt < 100; attempt += 1) limit.enter('busy')();
  expect(() => limit.enter('busy')).not.toThrow();
});

test('after 15 quiet minutes the next wait is short again', () => {
  const clock = new RunningClock();
  const limit = new LoginLimit(clock);
  for (let attempt = 0; attempt < 5; attempt += 1) limit.enter('place');
  clock.push(60_000 + 15 * 60_000);
  for (let attempt = 0; attempt < 5; attempt += 1) limit.enter('place');
  expect(() => limit.enter('place')).toThrow('try again in 60 s');
});

test('beyond ten thousand open tickets the oldest is dropped', () => {
  const tickets = new Tickets(new RunningClock());
  const [first = '', second = ''] = Array.from({ length: 10_001 }, () => tickets.issue(API_KEY));
  expect([tickets.redeem(first), tickets.redeem(second)]).toEqual([undefined, API_KEY]);
});

const NO_MORE = { all: () => Promise.reject(new Error('nobody asks for a whole list')) };

test('a ban list is read again only after a ban changed', async () => {
  let asked = 0;
  const bans = {
    version: 1,
    list: async () => {
      asked += 1;
      return { rows: [], total: asked, next: null };
    },
  };
  const cache = new BanListCache(Object.assign(bans, NO_MORE));
  const query = { sort: 'date', order: 'desc', search: '', limit: null, offset: 0 } as const;
  const totals = [
    await cache.list(query),
    await cache.list(query),
    await cache.list({ ...query, offset: 1 }),
  ];
  bans.version = 2;
  totals.push(await cache.list(query));
  expect(totals.map(({ total }) => total)).toEqual([1, 1, 2, 3]);
});

test('a ban list read while a ban changed is not kept', async () => {
  const answers: ((total: number) => void)[] = [];
  const bans = {
    version: 1,
    list: () => new Promise((resolve) => answers.push((total) => resolve({ rows: [], total, next: null }))),
  };
  const cache = new BanListCache(bans as unknown as BanDirectory);
  const query = { sort: 'date', order: 'desc', search: '', limit: null, offset: 0 } as const;
  const slow = cache.list(query);
  bans.version = 2;
  // Reading another list moves the cache to version 2 before the first answer, of version 1, arrives.
  const other = cache.list({ ...query, offset: 1 });
  answers[1]?.(20);
  answers[0]?.(10);
  expect([(await other).total, (await slow).total]).toEqual([20, 10]);
  const again = cache.list(query);
  answers[2]?.(11);
  expect((await again).total).toBe(11);
});
