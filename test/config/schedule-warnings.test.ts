import { expect, it } from 'vitest';
import { scheduleWarnings } from '../../src/config/schedule-warnings.ts';

const at = (text: string, timezone = 'UTC') => ({ timezone, now: Date.parse(text) });
const warningsOf = (pattern: string, time = at('2026-11-22T12:00:00Z')) =>
  scheduleWarnings('reboot.schedule', [pattern], time);

it.each([
  ['0,3 4 * * *', 'up to 2 times within an hour, as little as 3 minutes apart'],
  ['0,3,30 4 1 1 *', 'up to 3 times within an hour, as little as 3 minutes apart'],
  ['* 4 * * *', 'up to 60 times within an hour, as little as a minute apart'],
  ['* * * * *', 'up to 60 times within an hour, as little as a minute apart'],
  ['58,2 * * * *', 'up to 2 times within an hour, as little as 4 minutes apart'],
  ['0,59 0,23 * * *', 'up to 2 times within an hour, as little as a minute apart'],
  ['*/5 * * * * *', 'more than 60 times within an hour, as little as 5 seconds apart'],
  ['0,30 0,1 4 * * *', 'up to 4 times within an hour, as little as 30 seconds apart'],
])('of "%s" it is said that it fires %s', (pattern, words) => {
  expect(warningsOf(pattern)).toEqual([
    expect.stringMatching(`^reboot.schedule: "[^"]*" fires ${words}; the fields are minute, hour`),
  ]);
});

it.each(['04:00:30', '04:30:00', '04:59:30', '05:00:00'])('the same is said at %s', (time) => {
  const now = at(`2026-11-22T${time}Z`);
  expect(warningsOf('* 4 * * *', now)).toEqual(warningsOf('* 4 * * *'));
  expect(warningsOf('58,0 4 * * *', now)).toEqual([]);
  expect(warningsOf('0,59 3,4 * * *', now)).toEqual(warningsOf('0,59 3,4 * * *'));
});

it.each(['0 4 * * *', '*/5 * * * *', '0,30 4,5 * * MON', '0 4 29 2 *'])('"%s" is no warning', (pattern) => {
  expect(warningsOf(pattern)).toEqual([]);
});

it('what never fires is judged in the zone of the schedule', () => {
  const onceAtNewYear = '0 0 0 1 1 * 2027';
  expect(warningsOf(onceAtNewYear, at('2026-12-31T23:30:00Z'))).toEqual([]);
  expect(warningsOf(onceAtNewYear, at('2026-12-31T23:30:00Z', 'Europe/Berlin'))).toEqual([
    `reboot.schedule: "${onceAtNewYear}" never fires`,
  ]);
});
