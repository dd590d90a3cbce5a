import { expect, it } from 'vitest';
import { ThinnedLog } from '../../src/runtime/thinned-log.ts';
import { KeptLog } from '../channel/channel-fixture.ts';
import { SyncTestClock } from '../fixtures/test-clock.ts';

function stage() {
  const clock = new SyncTestClock();
  const log = new KeptLog();
  const thinned = new ThinnedLog({ clock, logger: log, level: 'info', event: 'refused', by: 'address' });
  const note = (address: string, count: number) => {
    for (let at = 0; at < count; at += 1) thinned.note(address, { name: `${address} ${at}` });
  };
  return { clock, log, thinned, note };
}

const line = (name: string) => ({ event: 'refused', name });

it('a few lines of one source are logged as they are', () => {
  const { clock, log, note } = stage();
  note('a', 5);
  expect(log.lines).toEqual([0, 1, 2, 3, 4].map((at) => line(`a ${at}`)));
  for (let minute = 1; minute < 20; minute += 1) {
    clock.advance(60_000);
    note('a', 5);
  }
  expect(log.lines).toHaveLength(100);
  expect(log.lines.filter((written) => 'times' in written)).toEqual([]);
  expect(clock.pending).toBe(0);
});

it('many of one source are a few lines, and their number', () => {
  const { clock, log, note } = stage();
  note('a', 10_000);
  note('b', 1);
  expect(log.lines.slice(5)).toEqual([{ ...line('a 5'), address: 'a', times: 1 }, line('b 0')]);
  clock.advance(60_000);
  expect(log.lines.slice(7)).toEqual([{ ...line('a 6'), address: 'a', times: 9_994 }]);
});

it('however many sources there are, a minute has a hundred lines at most, and nothing is uncounted', () => {
  const { clock, log, note } = stage();
  for (let minute = 0; minute < 3; minute += 1) {
    const before = log.lines.length;
    for (let source = 0; source < 1_000; source += 1) note(`source-${source}`, 10);
    clock.advance(59_999);
    expect(log.lines.length - before).toBeLessThanOrEqual(100);
    clock.advance(1);
  }
  clock.advance(60_000);
  const counted = log.lines.reduce((sum, { times }) => sum + (typeof times === 'number' ? times : 1), 0);
  expect(counted).toBe(30_000);
});

it('what was counted is logged at the end', () => {
  const { clock, log, thinned, note } = stage();
  note('a', 9);
  thinned.close();
  expect(log.lines.at(-1)).toEqual({ ...line('a 6'), address: 'a', times: 3 });
  expect(clock.pending).toBe(0);
});
