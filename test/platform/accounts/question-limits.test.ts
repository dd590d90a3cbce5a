import { expect, it } from 'vitest';
import { AccountClient } from '../../../src/platform/accounts/account-client.ts';
import { testPlayer } from '../../actors/test-players.ts';
import { recordedLog } from '../../commands/recorded-log.ts';
import { TestClock } from '../../fixtures/test-clock.ts';
import { FakeRequests } from './fake-requests.ts';

const ANN = testPlayer(1, 'Ann').uuid;

function open() {
  const clock = new TestClock();
  const requests = new FakeRequests(clock);
  const { logger } = recordedLog();
  const client = new AccountClient(requests, { clock, logger, random: () => 0.5 });
  const asked = (): string[] => requests.asked.flat();
  const login = (name: string, ip: string) => client.uuidOf(name, ip).catch(() => 'not had');
  /** Logins one after the other, each from another block of addresses. */
  const flood = async (logins: number): Promise<void> => {
    for (let at = 0; at < logins; at += 1) {
      void login(`Stranger_${at}`, `10.${at}.0.1`);
      await clock.advance(60);
    }
  };
  return { clock, requests, client, asked, login, flood };
}

it('a login waits for its question while as many were put as may be, and the questions are full then', async () => {
  const { clock, requests, login, flood } = open();
  requests.owners.set('ann', ANN);
  await flood(18);
  const before = requests.asked.length;
  const answers = [login('Ann', '10.99.0.1'), login('Ben', '10.98.0.1')];
  await clock.advance(1_400);
  expect(await Promise.all(answers)).toEqual([ANN, null]);
  expect(requests.asked.slice(before).map((names) => names.length)).toEqual([6]);
});

it('a login that waited for 1.5 s is not asked about any more', async () => {
  const { clock, asked, login, flood } = open();
  await flood(200);
  const answers = Array.from({ length: 100 }, (_, at) => login(`Late_${at}`, `10.${at}.9.1`));
  await clock.advance(1_600);
  expect((await Promise.all(answers)).filter((answer) => answer === 'not had').length).toBeGreaterThan(70);
  const before = asked().length;
  await clock.advance(60_000);
  expect(asked()).toHaveLength(before);
});

it('logins cannot spend the questions about players who are online', async () => {
  const { clock, asked, client, flood } = open();
  await flood(100);
  void client.uuidOfOnline('Present');
  await clock.advance(100);
  expect(asked()).toContain('Present');
});

it('a player who is online is asked about although nobody had the name a moment ago', async () => {
  const { clock, requests, client, login } = open();
  const first = login('Ann', '10.0.0.1');
  await clock.advance(100);
  expect(await first).toBeNull();
  requests.owners.set('ann', ANN);
  expect(await login('Ann', '10.0.0.1')).toBeNull();
  const online = client.uuidOfOnline('Ann');
  await clock.advance(100);
  expect(await online).toBe(ANN);
  const again = login('Ann', '10.0.0.1');
  await clock.advance(100);
  expect(await again).toBe(ANN);
});

it('the names of players who are online fill the questions of logins, and the other way round', async () => {
  const { clock, requests, client, login } = open();
  for (let at = 0; at < 45; at += 1) void client.uuidOfOnline(`Present_${at}`);
  for (let at = 0; at < 6; at += 1) void login(`Stranger_${at}`, '10.0.0.1');
  await clock.advance(50);
  expect(requests.asked.map((names) => names.length)).toEqual([10, 10, 10, 10, 10]);
  expect(requests.asked.at(-1)?.filter((name) => name.startsWith('Present'))).toHaveLength(4);
});

it.each([
  ['of IPv4', '10.0.0.1', '10.0.0.200', '10.0.1.1'],
  ['of IPv6', '2001:db8:1:1::1', '2001:db8:1:ffff::1', '2001:db8:2::1'],
])(
  'one block of addresses %s spends a third of the questions for logins at most',
  async (_, one, same, other) => {
    const { clock, requests, login } = open();
    for (let at = 0; at < 60; at += 1) {
      void login(`Stranger_${at}`, at % 2 === 0 ? one : same);
      await clock.advance(1_000);
    }
    const spent = requests.asked.length;
    expect(spent).toBeLessThanOrEqual(14);
    void login('Other', other);
    await clock.advance(50);
    expect(requests.asked).toHaveLength(spent + 1);
  },
);

it('logins of one block of addresses leave places in the queue for others', async () => {
  const { clock, login, flood } = open();
  await flood(20);
  const many = Array.from({ length: 2_000 }, (_, at) => login(`Many_${at}`, '10.200.0.1'));
  await clock.advance(0);
  const other = login('Other', '10.201.0.1');
  await clock.advance(1_600);
  expect(await other).toBeNull();
  expect((await Promise.all(many)).filter((answer) => answer === 'not had').length).toBeGreaterThan(1_900);
});

it('asks one by one, each as it may be, where the service has no form for several names', async () => {
  const { clock, requests, client } = open();
  requests.takesSeveral = false;
  const answers = ['Ann', 'Ben', 'Cid', 'Dan'].map((name) => client.uuidOfOnline(name));
  await clock.advance(30_000);
  expect(await Promise.all(answers)).toEqual([null, null, null, null]);
  expect(requests.asked).toEqual([['Ann'], ['Ben'], ['Cid'], ['Dan']]);
});
