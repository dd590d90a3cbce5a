import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ForgottenPart } from '../../../src/actors/ports.ts';
import { Retention, type RetentionRules } from '../../../src/actors/services/retention.ts';
import type { LogFields } from '../../../src/runtime/logger.ts';
import { TestClock } from '../../fixtures/test-clock.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const NINETY: RetentionRules = { addresses: 90, banLog: 0 };

let clock: TestClock;
let calls: string[];
let log: LogFields[];
let answers: (ForgottenPart | Error)[];
let retention: Retention | undefined;

beforeEach(() => {
  clock = new TestClock();
  [calls, log, answers] = [[], [], []];
});
afterEach(() => retention?.close());

function open(rules: RetentionRules): Retention {
  const keep = (fields: LogFields): void => void log.push(fields);
  const answer = async (call: string): Promise<ForgottenPart> => {
    calls.push(call);
    const next = answers.shift() ?? { forgotten: 0, next: null };
    if (next instanceof Error) throw next;
    return next;
  };
  const age = (before: number): number => Math.round((clock.now() - before) / DAY);
  retention = new Retention({
    rules,
    clock,
    random: () => 0.5,
    logger: { debug: keep, info: keep, warn: keep, error: keep },
    store: {
      forgetAddresses: (before, after) => answer(`addresses ${age(before)} ${after}`),
      forgetBanAddresses: (before, _now, after) => answer(`bans ${age(before)} ${after}`),
      forgetBanLog: (before, after) => answer(`log ${age(before)} ${after}`),
    },
  });
  retention.open();
  return retention;
}

it('forgets once a day, soon after the start for the first time, what is older than the rules allow', async () => {
  open({ addresses: 90, banLog: 400 });
  await clock.advance(HOUR);
  expect(calls).toEqual(['addresses 90 null', 'bans 90 null', 'log 400 null']);
  await clock.advance(DAY);
  expect(calls).toHaveLength(6);
});

it('goes through a table part by part, and says at the end how many rows it forgot', async () => {
  answers = [
    { forgotten: 3, next: 'a' },
    { forgotten: 4, next: 'b' },
  ];
  open(NINETY);
  await clock.advance(HOUR);
  expect(calls).toEqual(['addresses 90 null', 'addresses 90 a', 'addresses 90 b', 'bans 90 null']);
  expect(log).toEqual([{ event: 'retention.done', addresses: 7, banAddresses: 0 }]);
});

it('leaves time between two parts for the writes of others', async () => {
  answers = Array.from({ length: 1_000 }, () => ({ forgotten: 0, next: 'more' }));
  open(NINETY);
  await clock.advance(10 * 60_000);
  const begun = calls.length;
  await clock.advance(1_000);
  expect(calls.length - begun).toBeLessThanOrEqual(10);
});

it('keeps everything for ever where the rules say 0', async () => {
  open({ addresses: 0, banLog: 0 });
  await clock.advance(3 * DAY);
  open({ addresses: 0, banLog: 30 });
  await clock.advance(HOUR);
  expect(calls).toEqual(['log 30 null']);
});

it('tries again with growing pauses while the database is away, and logs each try', async () => {
  answers = Array.from({ length: 9 }, () => new Error('away'));
  open(NINETY);
  await clock.advance(10 * 60_000);
  expect(log).toHaveLength(1);
  await clock.advance(HOUR);
  expect(calls.length).toBeGreaterThan(3);
  expect(calls.length).toBeLessThan(8);
  await clock.advance(6 * HOUR);
  expect(log.every(({ event }) => event === 'retention.failed')).toBe(true);
  expect(calls.at(-1)).toBe('bans 90 null');
});

it('stops in the middle of a table when it is closed', async () => {
  answers = Array.from({ length: 1_000 }, () => ({ forgotten: 0, next: 'more' }));
  const running = open(NINETY);
  await clock.advance(10 * 60_000);
  running.close();
  const begun = calls.length;
  await clock.advance(DAY);
  expect(calls).toHaveLength(begun);
  expect(clock.pending).toBe(0);
});
