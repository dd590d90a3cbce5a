import { expect, it } from 'vitest';
import { ConnectionFaults } from '../../../src/runtime/faults/connection-faults.ts';
import { KeptLog } from '../../channel/channel-fixture.ts';
import { SyncTestClock, turn } from '../../fixtures/test-clock.ts';

function stage() {
  const log = new KeptLog();
  const clock = new SyncTestClock();
  const closed: string[] = [];
  return { log, clock, closed, faults: new ConnectionFaults('edge', { clock, logger: log }) };
}

it('what a callback throws is logged, and closes the connection', () => {
  const { log, closed, faults } = stage();
  const err = new TypeError('a bug');
  const callback = faults.guard(
    () => closed.push('closed'),
    () => {
      throw err;
    },
  );
  callback();
  expect(closed).toEqual(['closed']);
  expect(log.lines).toEqual([{ event: 'connection.failed', door: 'edge', err, times: 1 }]);
});

it('so does what it rejects with later', async () => {
  const { log, closed, faults } = stage();
  faults.guard(
    () => closed.push('closed'),
    () => Promise.reject(new Error('late')),
  )();
  await turn();
  expect([closed, log.lines.length]).toEqual([['closed'], 1]);
});

it('a callback that throws nothing gets what it is given, and closes nothing', () => {
  const { log, closed, faults } = stage();
  const given: unknown[] = [];
  faults.guard(
    () => closed.push('closed'),
    (one: number, two: string) => given.push(one, two),
  )(1, 'two');
  expect([given, closed, log.lines]).toEqual([[1, 'two'], [], []]);
});

it('a connection that cannot be closed is not another fault, and many are a line a minute', () => {
  const { log, clock, faults } = stage();
  const fail = () => {
    throw new Error('closed already');
  };
  for (let times = 0; times < 1_000; times += 1) faults.guard(fail, fail)();
  clock.advance(60_000);
  expect(log.lines.map(({ times }) => times)).toEqual([1, 999]);
});
