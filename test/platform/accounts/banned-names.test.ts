import { expect, it } from 'vitest';
import { AccountClient } from '../../../src/platform/accounts/account-client.ts';
import { testPlayer } from '../../actors/test-players.ts';
import { recordedLog } from '../../commands/recorded-log.ts';
import { TestClock } from '../../fixtures/test-clock.ts';
import { FakeRequests } from './fake-requests.ts';

const HEIR = testPlayer(1, 'Griefer').uuid;

function open() {
  const clock = new TestClock();
  const requests = new FakeRequests(clock);
  requests.owners.set('griefer', HEIR);
  const { logger } = recordedLog();
  const client = new AccountClient(requests, { clock, logger, random: () => 0.5 });
  const banned = (name: string, ip: string) => client.uuidOfBanned(name, ip).catch(() => 'not had');
  /** Logins, each from another block of addresses, until no question for logins is left. */
  const flood = async (): Promise<void> => {
    for (let at = 0; at < 100; at += 1) {
      client.uuidOf(`Stranger_${at}`, `10.${at}.0.1`).catch(() => undefined);
      await clock.advance(60);
    }
  };
  /** Logins under names of bans, ten a second from as many blocks of addresses. */
  const spam = async (seconds: number): Promise<void> => {
    for (let at = 0; at < seconds * 10; at += 1) {
      void banned(`Banned_${at}`, `10.${at % 250}.1.1`);
      await clock.advance(100);
    }
  };
  return { clock, requests, client, banned, flood, spam };
}

it('the name of a ban is asked about although logins have used up their questions', async () => {
  const { clock, banned, flood } = open();
  await flood();
  const answer = banned('Griefer', '10.200.0.1');
  await clock.advance(100);
  expect(await answer).toBe(HEIR);
});

it('the name of a ban is asked about once for all of its logins, and again after half a minute', async () => {
  const { clock, requests, banned } = open();
  requests.owners.clear();
  for (let at = 0; at < 290; at += 1) {
    void banned('Griefer', `10.${at % 250}.0.1`);
    await clock.advance(100);
  }
  expect(requests.asked).toHaveLength(1);
  requests.owners.set('griefer', HEIR);
  await clock.advance(1_100);
  const answer = banned('Griefer', '10.0.0.1');
  await clock.advance(100);
  expect(await answer).toBe(HEIR);
  expect(requests.asked).toHaveLength(2);
});

it('players who are online are asked about before logins under names of bans', async () => {
  const { clock, requests, client, flood, spam } = open();
  await flood();
  requests.takesSeveral = false;
  await spam(60);
  requests.asked.length = 0;
  for (let at = 0; at < 100; at += 1) client.uuidOfOnline(`Present_${at}`).catch(() => undefined);
  await Promise.all([spam(60), clock.advance(0)]);
  const online = requests.asked.flat().filter((name) => name.startsWith('Present'));
  expect(online.length).toBeGreaterThanOrEqual(9);
  client.close();
});

it('names of bans spend less than half of the questions about players who are online', async () => {
  const { requests, client, flood, spam } = open();
  await flood();
  requests.takesSeveral = false;
  // Nobody else asks, so that every further question is one for names of bans or, every 2 s, one for their logins.
  requests.asked.length = 0;
  await spam(60);
  expect(requests.asked.length).toBeLessThanOrEqual(2 + 4 + 30);
  client.close();
});

it('the name of a ban waits for its turn longer than its login, so that the next one finds the answer', async () => {
  const { clock, requests, banned, flood, spam } = open();
  await flood();
  await spam(20);
  const first = banned('Griefer', '10.251.0.1');
  await clock.advance(17_000);
  expect(await first).toBe(HEIR);
  expect(requests.asked.flat()).toContain('Griefer');
});

it('a name of a ban that nobody could ask about in 20 s waits no longer', async () => {
  const { clock, client } = open();
  for (let at = 0; at < 990; at += 1) {
    client.uuidOfBanned(`Banned_${at}`, `10.${at % 99}.1.1`).catch(() => undefined);
  }
  const last = client.uuidOfBanned('Banned_last', '10.98.1.1').catch(() => 'not had');
  await clock.advance(20_200);
  expect(await last).toBe('not had');
});
