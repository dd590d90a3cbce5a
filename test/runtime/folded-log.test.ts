import { expect, it } from 'vitest';
import { FoldedLog } from '../../src/runtime/folded-log.ts';
import { KeptLog } from '../channel/channel-fixture.ts';
import { SyncTestClock } from '../fixtures/test-clock.ts';

function stage() {
  const clock = new SyncTestClock();
  const log = new KeptLog();
  const folded = new FoldedLog({ clock, logger: log, level: 'warn', event: 'wrong', by: 'source' });
  return { clock, log, folded };
}

const lineOf = (source: string, times: number, more = {}) => ({ event: 'wrong', source, ...more, times });

it('what one source causes is one line a minute, with its number and the first of them', () => {
  const { clock, log, folded } = stage();
  for (let time = 0; time < 500; time += 1) folded.note('a', { time });
  folded.note('b');
  expect(log.lines).toEqual([lineOf('a', 1, { time: 0 }), lineOf('b', 1)]);
  clock.advance(59_999);
  expect(log.lines).toHaveLength(2);
  clock.advance(1);
  expect(log.lines.slice(2)).toEqual([lineOf('a', 499, { time: 1 })]);
  folded.note('a', { time: 500 });
  clock.advance(60_000);
  expect(log.lines.slice(3)).toEqual([lineOf('a', 1, { time: 500 })]);
});

it('a source that comes again after a quiet minute is logged at once, and no timer is left', () => {
  const { clock, log, folded } = stage();
  folded.note('a');
  clock.advance(60_000);
  expect(clock.pending).toBe(0);
  folded.note('a');
  expect(log.lines).toEqual([lineOf('a', 1), lineOf('a', 1)]);
});

it('of a hundred thousand sources a thousand are logged, and the others in one line a minute', () => {
  const { clock, log, folded } = stage();
  for (let at = 0; at < 100_000; at += 1) folded.note(`source-${at}`);
  expect(log.lines).toHaveLength(1_001);
  clock.advance(60_000);
  expect(log.lines.slice(1_001)).toEqual([lineOf('others', 98_999)]);
});

it('what was counted is logged at the end', () => {
  const { clock, log, folded } = stage();
  for (let time = 0; time < 3; time += 1) folded.note('a');
  folded.close();
  expect(log.lines).toEqual([lineOf('a', 1), lineOf('a', 2)]);
  expect(clock.pending).toBe(0);
});
