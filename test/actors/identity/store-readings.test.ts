import { expect, it } from 'vitest';
import { StoreReadings } from '../../../src/actors/identity/store-readings.ts';
import { AppError } from '../../../src/domain/errors.ts';
import { KeptLog } from '../../channel/channel-fixture.ts';
import { TestClock } from '../../fixtures/test-clock.ts';
import { openFixture } from '../network-fixture.ts';
import { testPlayers } from '../test-players.ts';
import { FakeEdge } from './fake-edge.ts';

function stage() {
  const clock = new TestClock();
  const logger = new KeptLog();
  return { clock, log: logger, readings: new StoreReadings({ clock, logger }) };
}

const never = new Promise<string>(() => undefined);

it('what was read in time is had, and nothing is logged', async () => {
  const { clock, log, readings } = stage();
  expect(await readings.orElse('login', Promise.resolve('row'), null)).toBe('row');
  expect([log.lines, clock.pending]).toEqual([[], 0]);
});

it('a reading that fails or takes too long has its stand-in', async () => {
  const { clock, readings } = stage();
  expect(
    await readings.orElse('login', Promise.reject(new AppError('storage_unavailable')), null),
  ).toBeNull();
  const late = readings.orElse('login', never, 'late');
  const later = readings.orElse('claims', never, 'later', 2_000);
  await clock.advance(500);
  expect(await Promise.race([late, later])).toBe('late');
  await clock.advance(1_500);
  expect(await later).toBe('later');
});

it('a reading that was given up counts until the database answers it, and one that failed does not', async () => {
  const { clock, readings } = stage();
  let answer: (row: string) => void = () => undefined;
  const slow = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const late = readings.orElseAt('edge', slow, null);
  await readings.orElseAt('edge', Promise.reject(new AppError('storage_unavailable')), null);
  await clock.advance(0);
  expect(readings.givenUpBy('edge')).toBe(0);
  await clock.advance(500);
  expect([await late, readings.givenUpBy('edge'), readings.givenUpBy('other')]).toEqual([null, 1, 0]);
  answer('row');
  await clock.advance(0);
  expect(readings.givenUpBy('edge')).toBe(0);
});

it('what failed is one line a minute and purpose, with its number, also when the network closes before', async () => {
  const { clock, log, readings } = stage();
  const fail = (): Promise<never> => Promise.reject(new AppError('storage_unavailable'));
  await Promise.all(Array.from({ length: 500 }, () => readings.orElse('login', fail(), null)));
  await readings.orElse('account', fail(), null);
  const line = { event: 'identity.not-read', err: expect.any(AppError) };
  const first = [
    { ...line, purpose: 'login', times: 1 },
    { ...line, purpose: 'account', times: 1 },
  ];
  expect(log.lines).toEqual(first);
  await clock.advance(60_000);
  expect(log.lines).toEqual([...first, { ...line, purpose: 'login', times: 499 }]);
  await readings.orElse('login', fail(), null);
  readings.close();
  expect(log.lines.at(-1)).toEqual({ ...line, purpose: 'login', times: 1 });
  expect(clock.pending).toBe(0);
});

it('two hundred logins while the database is away are some lines of the log, and each is answered', async () => {
  const { clock, network, storage, notes } = await openFixture();
  const edge = new FakeEdge(network, clock, 'edge');
  await clock.advance(0);
  for (const method of ['names.findMany', 'names.namesOf', 'players.findMany', 'players.findByName']) {
    storage.faults.always(method, 'before');
  }
  const logins = testPlayers(200).map(({ name, uuid }) => edge.login(name, uuid));
  await clock.advance(2_000);
  const answers = await Promise.all(logins);
  expect(answers.every(({ admission }) => admission.allow)).toBe(true);
  expect(notes().filter((note) => note === 'identity.not-read')).toHaveLength(1);
  await network.close();
  expect(notes().filter((note) => note === 'identity.not-read')).toHaveLength(2);
});
