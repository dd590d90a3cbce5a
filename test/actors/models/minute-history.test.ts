import { describe, expect, it } from 'vitest';
import type { HistoryPoint } from '../../../src/domain/resources.ts';
import { type Bed, openBed } from '../network-fixture.ts';
import { people } from '../people.ts';

const MINUTE = 60_000;

function points({ network }: Bed): HistoryPoint[] {
  return JSON.parse(new TextDecoder().decode(network.proxy.history().bytes)) as HistoryPoint[];
}

/** 60 points a minute apart on whole minutes, the newest of the minute the clock is in. */
function expectHour(bed: Bed): void {
  const newest = Math.floor(bed.clock.now() / MINUTE) * MINUTE;
  expect(points(bed).map(({ timestamp }) => timestamp)).toEqual(
    Array.from({ length: 60 }, (_, index) => newest - (59 - index) * MINUTE),
  );
}

function counts(bed: Bed): number[] {
  return points(bed).map(({ count }) => count);
}

/** A network that opened in the middle of a minute, with `size` players online. */
async function busy(size: number): Promise<Bed> {
  const bed = await openBed();
  await bed.clock.advance(25_300);
  const home = bed.proxy().connect();
  for (const one of people(size)) home.enter(one);
  return bed;
}

describe('the history of the last hour', () => {
  it('has 60 points from the start, zero before the first reading', async () => {
    const bed = await openBed();
    expectHour(bed);
    expect(counts(bed)).toEqual(Array.from({ length: 60 }, () => 0));
  });

  it('takes one reading at every whole minute, tells of it and writes it down', async () => {
    const bed = await busy(3);
    await bed.clock.advance(10 * MINUTE);
    expectHour(bed);
    expect(counts(bed).slice(-10)).toEqual(Array.from({ length: 10 }, () => 3));
    expect(bed.events('player_history')).toEqual(points(bed).slice(-10));
    expect([...bed.storage.rows.history.keys()]).toEqual(
      points(bed)
        .slice(-10)
        .map((one) => one.timestamp),
    );
  });

  it('never has more than 60, whatever the time', async () => {
    const bed = await busy(1);
    for (let hours = 0; hours < 3; hours += 1) {
      await bed.clock.advance(60 * MINUTE);
      expectHour(bed);
    }
    expect(counts(bed)).toEqual(Array.from({ length: 60 }, () => 1));
  });

  it('survives a restart, with zeros for the minutes nobody counted', async () => {
    const bed = await busy(2);
    await bed.clock.advance(5 * MINUTE);
    await bed.network.close();
    await bed.clock.advance(3 * MINUTE);
    const next = await bed.reopen();
    await next.clock.advance(2 * MINUTE);
    expectHour(next);
    expect(counts(next).slice(-10)).toEqual([2, 2, 2, 2, 2, 0, 0, 0, 0, 0]);
  });

  it('is not upset by a database that is away', async () => {
    const bed = await busy(2);
    bed.storage.faults.always('history.append', 'before');
    await bed.clock.advance(3 * MINUTE);
    expect(counts(bed).slice(-4)).toEqual([0, 2, 2, 2]);
    expect(bed.notes()).toContain('history.not-written');
  });

  it('reads each minute once although timers fire a moment early', async () => {
    const bed = await busy(1);
    for (let minutes = 0; minutes < 5; minutes += 1) {
      while (bed.events('player_history').length <= minutes) await bed.clock.fireEarly(1);
    }
    const stamps = bed.events('player_history').map(({ timestamp }) => timestamp);
    expect(stamps.map((stamp) => stamp % MINUTE)).toEqual([0, 0, 0, 0, 0]);
    expect(stamps.map((stamp) => stamp - (stamps[0] ?? 0))).toEqual([0, 1, 2, 3, 4].map((n) => n * MINUTE));
  });

  it('goes on at once with the right minutes when the clock is put back', async () => {
    const bed = await busy(1);
    await bed.clock.advance(3 * MINUTE);
    bed.clock.jump(-90 * MINUTE);
    const before = bed.events('player_history').length;
    await bed.clock.advance(5 * MINUTE);
    expectHour(bed);
    expect(bed.events('player_history')).toHaveLength(before + 5);
    expect(counts(bed).slice(-4)).toEqual([1, 1, 1, 1]);
  });

  it('leaves zeros for the minutes that a clock put forward, or a machine that slept, jumped over', async () => {
    for (const skip of ['jump', 'leap'] as const) {
      const bed = await busy(1);
      await bed.clock.advance(2 * MINUTE);
      await bed.clock[skip](4 * MINUTE);
      await bed.clock.advance(2 * MINUTE);
      expectHour(bed);
      expect(
        counts(bed)
          .slice(-8)
          .filter((count) => count === 0).length,
      ).toBeGreaterThanOrEqual(2);
      expect(counts(bed).at(-1)).toBe(1);
    }
  });
});
