import { describe, expect, it } from 'vitest';
import type { HistoryPoint } from '../../../src/domain/resources.ts';
import { type NetworkFixture, openFixture } from '../network-fixture.ts';
import { testPlayers } from '../test-players.ts';

const MINUTE = 60_000;

function points({ network }: NetworkFixture): HistoryPoint[] {
  return JSON.parse(new TextDecoder().decode(network.proxy.history().bytes)) as HistoryPoint[];
}

/** 60 points a minute apart on whole minutes, the newest of the minute the clock is in. */
function expectHour(fixture: NetworkFixture): void {
  const newest = Math.floor(fixture.clock.now() / MINUTE) * MINUTE;
  expect(points(fixture).map(({ timestamp }) => timestamp)).toEqual(
    Array.from({ length: 60 }, (_, index) => newest - (59 - index) * MINUTE),
  );
}

function counts(fixture: NetworkFixture): number[] {
  return points(fixture).map(({ count }) => count);
}

/** A network that opened in the middle of a minute, with `size` players online. */
async function busy(size: number): Promise<NetworkFixture> {
  const fixture = await openFixture();
  await fixture.clock.advance(25_300);
  const home = fixture.proxy().connect();
  for (const one of testPlayers(size)) home.enter(one);
  return fixture;
}

describe('the history of the last hour', () => {
  it('has 60 points from the start, zero before the first reading', async () => {
    const fixture = await openFixture();
    expectHour(fixture);
    expect(counts(fixture)).toEqual(Array.from({ length: 60 }, () => 0));
  });

  it('takes one reading at every whole minute, announces it and writes it', async () => {
    const fixture = await busy(3);
    await fixture.clock.advance(10 * MINUTE);
    expectHour(fixture);
    expect(counts(fixture).slice(-10)).toEqual(Array.from({ length: 10 }, () => 3));
    expect(fixture.events('player_history')).toEqual(points(fixture).slice(-10));
    expect([...fixture.storage.rows.history.keys()]).toEqual(
      points(fixture)
        .slice(-10)
        .map((one) => one.timestamp),
    );
  });

  it('never has more than 60, whatever the time', async () => {
    const fixture = await busy(1);
    for (let hours = 0; hours < 3; hours += 1) {
      await fixture.clock.advance(60 * MINUTE);
      expectHour(fixture);
    }
    expect(counts(fixture)).toEqual(Array.from({ length: 60 }, () => 1));
  });

  it('survives a restart, with zeros for the minutes that were not counted', async () => {
    const fixture = await busy(2);
    await fixture.clock.advance(5 * MINUTE);
    await fixture.network.close();
    await fixture.clock.advance(3 * MINUTE);
    const next = await fixture.reopen();
    await next.clock.advance(2 * MINUTE);
    expectHour(next);
    expect(counts(next).slice(-10)).toEqual([2, 2, 2, 2, 2, 0, 0, 0, 0, 0]);
  });

  it('says which minutes nobody counted: before the first, while the coordinator was down, and without a proxy', async () => {
    const fixture = await busy(2);
    await fixture.clock.advance(2 * MINUTE);
    await fixture.network.close();
    await fixture.clock.advance(2 * MINUTE);
    const next = await fixture.reopen();
    await next.clock.advance(MINUTE);
    const proxy = next.proxy().connect();
    await next.clock.advance(MINUTE);
    proxy.drop();
    await next.clock.advance(MINUTE);
    const missing = points(next).map((one) => one.missing === true);
    expect(missing.slice(-8)).toEqual([true, false, false, true, true, true, false, true]);
    expect(missing.slice(0, -8)).not.toContain(false);
    expect(next.events('player_history').map((one) => one.missing === true)).toEqual([true, false, true]);
    expect(counts(next).at(-1)).toBe(0);
  });

  it('is right although the database is away', async () => {
    const fixture = await busy(2);
    fixture.storage.faults.always('history.append', 'before');
    await fixture.clock.advance(3 * MINUTE);
    expect(counts(fixture).slice(-4)).toEqual([0, 2, 2, 2]);
    expect(fixture.notes()).toContain('history.not-written');
  });

  it('reads each minute once although timers fire a moment early', async () => {
    const fixture = await busy(1);
    for (let minutes = 0; minutes < 5; minutes += 1) {
      while (fixture.events('player_history').length <= minutes) await fixture.clock.fireEarly(1);
    }
    const stamps = fixture.events('player_history').map(({ timestamp }) => timestamp);
    expect(stamps.map((stamp) => stamp % MINUTE)).toEqual([0, 0, 0, 0, 0]);
    expect(stamps.map((stamp) => stamp - (stamps[0] ?? 0))).toEqual([0, 1, 2, 3, 4].map((n) => n * MINUTE));
  });

  it('goes on at once with the right minutes when the clock is put back', async () => {
    const fixture = await busy(1);
    await fixture.clock.advance(3 * MINUTE);
    fixture.clock.jump(-90 * MINUTE);
    const before = fixture.events('player_history').length;
    await fixture.clock.advance(5 * MINUTE);
    expectHour(fixture);
    expect(fixture.events('player_history')).toHaveLength(before + 5);
    expect(counts(fixture).slice(-4)).toEqual([1, 1, 1, 1]);
  });

  it('leaves zeros for the minutes that a clock put forward, or a machine that slept, jumped over', async () => {
    for (const skip of ['jump', 'leap'] as const) {
      const fixture = await busy(1);
      await fixture.clock.advance(2 * MINUTE);
      await fixture.clock[skip](4 * MINUTE);
      await fixture.clock.advance(2 * MINUTE);
      expectHour(fixture);
      expect(
        counts(fixture)
          .slice(-8)
          .filter((count) => count === 0).length,
      ).toBeGreaterThanOrEqual(2);
      expect(counts(fixture).at(-1)).toBe(1);
    }
  });
});
