import { expect, it } from 'vitest';
import { RefusalLog } from '../../../src/runtime/limits/refusal-log.ts';
import { SyncTestClock } from '../../fixtures/test-clock.ts';
import { KeptLog } from '../../channel/channel-fixture.ts';

function stage() {
  const clock = new SyncTestClock();
  const log = new KeptLog();
  return { clock, log, refusals: new RefusalLog(clock, log, 'door.refused') };
}

const lineOf = (address: string, times: number) => ({ event: 'door.refused', address, times });

it('refusals are one line for each address and minute, with their number', () => {
  const { clock, log, refusals } = stage();
  for (let time = 0; time < 500; time += 1) refusals.note('192.0.2.1');
  refusals.note('192.0.2.2');
  expect(log.lines).toEqual([lineOf('192.0.2.1', 1), lineOf('192.0.2.2', 1)]);
  clock.advance(59_999);
  refusals.sweep();
  expect(log.lines).toHaveLength(2);
  clock.advance(1);
  refusals.sweep();
  expect(log.lines.slice(2)).toEqual([lineOf('192.0.2.1', 499)]);
  refusals.note('192.0.2.1');
  clock.advance(60_000);
  refusals.sweep();
  expect(log.lines.slice(3)).toEqual([lineOf('192.0.2.1', 1)]);
});

it('an address that comes again after a quiet minute is logged at once', () => {
  const { clock, log, refusals } = stage();
  refusals.note('192.0.2.1');
  clock.advance(60_000);
  refusals.sweep();
  refusals.note('192.0.2.1');
  expect(log.lines).toEqual([lineOf('192.0.2.1', 1), lineOf('192.0.2.1', 1)]);
});

it('the addresses of one IPv6 network are one', () => {
  const { log, refusals } = stage();
  for (let host = 1; host < 100; host += 1) refusals.note(`2001:db8::${host}`);
  expect(log.lines).toHaveLength(1);
});

it('of a hundred thousand addresses a thousand are logged, and the others in one line a minute', () => {
  const { clock, log, refusals } = stage();
  for (let at = 0; at < 100_000; at += 1) refusals.note(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`);
  expect(log.lines).toHaveLength(1_001);
  clock.advance(60_000);
  refusals.sweep();
  expect(log.lines.slice(1_001)).toEqual([lineOf('others', 98_999)]);
});
