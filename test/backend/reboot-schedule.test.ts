import { describe, expect, it } from 'vitest';
import { RebootSchedule } from '../../src/backend/reboot-schedule.ts';
import { TestClock, turn } from '../fixtures/test-clock.ts';
import { KeptLog } from '../channel/channel-fixture.ts';

const HOUR = 3_600_000;

function scheduleOf(patterns: string[], reboot: () => Promise<void>, timezone = 'UTC') {
  const clock = new TestClock(Date.UTC(2026, 0, 31, 18, 30));
  const log = new KeptLog();
  const schedule = new RebootSchedule({ patterns, timezone, reboot, clock, logger: log, random: () => 0.5 });
  return { clock, log, schedule };
}

describe('the schedule of reboots', () => {
  it('reboots every day at its time, and not a millisecond earlier', async () => {
    const times: number[] = [];
    const { clock, schedule } = scheduleOf(['0 4 * * *'], async () => void times.push(clock.now()));
    await clock.advance(9.5 * HOUR - 1);
    expect(times).toEqual([]);
    await clock.advance(1);
    await clock.advance(24 * HOUR);
    expect(times).toEqual([Date.UTC(2026, 1, 1, 4), Date.UTC(2026, 1, 2, 4)]);
    schedule.close();
    await clock.advance(48 * HOUR);
    expect(times).toHaveLength(2);
  });

  it('uses the configured time zone', () => {
    const { schedule } = scheduleOf(['0 4 * * *'], async () => {}, 'Europe/Berlin');
    expect(schedule.next()).toBe(Date.UTC(2026, 1, 1, 3));
    schedule.close();
  });

  it('takes the next of several patterns, and is never without a pattern', () => {
    const several = scheduleOf(['0 4 * * *', '0 20 * * *'], async () => {});
    expect(several.schedule.next()).toBe(Date.UTC(2026, 0, 31, 20));
    several.schedule.close();
    expect(scheduleOf([], async () => {}).schedule.next()).toBeNull();
  });

  it('tries a reboot that cannot begin six times, then logs that it was missed', async () => {
    let tries = 0;
    const { clock, log, schedule } = scheduleOf(['0 19 * * *'], async () => {
      tries += 1;
      throw new Error('the coordinator is away');
    });
    await clock.advance(HOUR);
    await turn();
    expect(tries).toBe(6);
    expect(log.lines.at(-1)?.event).toBe('reboot.schedule-missed');
    schedule.close();
  });

  it('does not try again once it is closed', async () => {
    let tries = 0;
    const { clock, schedule } = scheduleOf(['0 19 * * *'], async () => {
      tries += 1;
      throw new Error('the coordinator is away');
    });
    await clock.advance(HOUR / 2);
    expect(tries).toBe(1);
    schedule.close();
    expect(clock.pending).toBe(0);
    await clock.advance(HOUR);
    expect(tries).toBe(1);
  });

  it('sets no timer and logs nothing when it is closed while a try is under way', async () => {
    let fail: (error: Error) => void = () => {};
    const { clock, log, schedule } = scheduleOf(
      ['0 19 * * *'],
      () =>
        new Promise((_, reject) => {
          fail = reject;
        }),
    );
    await clock.advance(HOUR / 2);
    schedule.close();
    fail(new Error('the connection was closed'));
    await turn();
    expect(clock.pending).toBe(0);
    expect(log.lines).toEqual([]);
  });

  it('waits longer after the clock was put back', async () => {
    const times: number[] = [];
    const { clock, schedule } = scheduleOf(['0 20 * * *'], async () => void times.push(clock.now()));
    clock.jump(-2 * HOUR);
    await clock.advance(3.5 * HOUR - 1);
    expect(times).toEqual([]);
    await clock.advance(HOUR);
    expect(times).toHaveLength(1);
    schedule.close();
  });
});
