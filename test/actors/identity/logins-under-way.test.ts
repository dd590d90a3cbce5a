import { expect, it } from 'vitest';
import { LoginsUnderWay } from '../../../src/actors/identity/logins-under-way.ts';
import { TestClock } from '../../fixtures/test-clock.ts';
import { FakeEdge } from './fake-edge.ts';
import { openFixture } from '../network-fixture.ts';
import { testPlayers } from '../test-players.ts';

/** What the database lets wait. */
const QUEUE = 1_000;

function stage(givenUp = 0) {
  const clock = new TestClock();
  const readings = { givenUp };
  const logins = new LoginsUnderWay(clock, readings);
  const counts = { begun: 0, done: 0, overloaded: 0 };
  const ends: (() => void)[] = [];
  const start = (edge: string): void => {
    const login = (): Promise<void> => {
      counts.begun += 1;
      return new Promise((end) => void ends.push(end));
    };
    void logins.run(edge, login).then(
      () => (counts.done += 1),
      ({ code }: { code: string }) => (counts.overloaded += Number(code === 'overloaded')),
    );
  };
  const endAll = async (): Promise<void> => {
    for (const end of ends.splice(0)) end();
    await clock.advance(0);
  };
  return { clock, readings, counts, start, endAll };
}

it('two thousand logins in one go, as after the restart of a proxy, all have their turn', async () => {
  const { clock, counts, start, endAll } = stage();
  for (let at = 0; at < 2_000; at += 1) start('edge');
  await clock.advance(0);
  expect(counts).toEqual({ begun: 250, done: 0, overloaded: 0 });
  for (let round = 0; round < 8; round += 1) await endAll();
  expect(counts).toEqual({ begun: 2_000, done: 2_000, overloaded: 0 });
  expect(clock.pending).toBe(0);
});

it('what waits too long or is too much is answered "overloaded", and other edges do not wait', async () => {
  const { clock, counts, start, endAll } = stage();
  for (let at = 0; at < 5_000; at += 1) start('edge');
  await clock.advance(0);
  expect(counts).toEqual({ begun: 250, done: 0, overloaded: 750 });
  start('other');
  await clock.advance(2_000);
  expect(counts).toEqual({ begun: 251, done: 0, overloaded: 4_750 });
  await endAll();
  start('edge');
  await clock.advance(0);
  expect(counts).toEqual({ begun: 252, done: 251, overloaded: 4_750 });
});

it('no login begins while the database owes the answers to readings that nobody waits for', async () => {
  const { clock, readings, counts, start } = stage(150);
  start('edge');
  await clock.advance(0);
  expect(counts).toEqual({ begun: 0, done: 0, overloaded: 1 });
  readings.givenUp = 149;
  start('edge');
  await clock.advance(0);
  expect(counts.begun).toBe(1);
});

it('a flood of logins leaves room in the queue of the database, however slow it is', async () => {
  const { clock, network, storage } = await openFixture();
  const edge = new FakeEdge(network, clock, 'edge');
  await clock.advance(0);
  storage.faults.always('*', 'hang');
  const before = storage.faults.calls.length;
  const codes: unknown[] = [];
  for (let second = 0; second < 10; second += 1) {
    for (const { name, uuid } of testPlayers(3_000)) {
      void edge.login(name, uuid).catch(({ code }: { code: unknown }) => codes.push(code));
    }
    await clock.advance(1_000);
  }
  expect(storage.faults.calls.length - before).toBeLessThan(QUEUE);
  expect(new Set(codes)).toEqual(new Set(['overloaded']));
});
