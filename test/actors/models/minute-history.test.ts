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

  const AWAY = 5 * MINUTE;
  const isMissing = (fixture: NetworkFixture) =>
    fixture.events('player_history').map(({ missing }) => missing === true);

  it('has no count while one of several proxies is away with its players, until it is back', async () => {
    const fixture = await busy(3);
    const west = fixture.proxy('west').connect();
    for (const one of testPlayers(6).slice(3)) west.enter(one);
    await fixture.clock.advance(MINUTE);
    west.drop();
    await fixture.clock.advance(2 * MINUTE);
    expect(fixture.network.status.current().counted).toBe(false);
    west.connect();
    expect(fixture.network.status.current().counted).toBe(true);
    await fixture.clock.advance(MINUTE);
    expect(isMissing(fixture)).toEqual([false, true, true, false]);
    expect(counts(fixture).at(-1)).toBe(6);
  });

  it('counts again without a proxy that stays away, where others have players', async () => {
    const fixture = await busy(3);
    const west = fixture.proxy('west').connect();
    for (const one of testPlayers(6).slice(3)) west.enter(one);
    await fixture.clock.advance(MINUTE);
    west.drop();
    await fixture.clock.advance(AWAY + MINUTE);
    expect(isMissing(fixture)).toEqual([false, true, true, true, true, true, false]);
    expect(counts(fixture).at(-1)).toBe(3);
  });

  it('has no count by a proxy that never had a player, however long the others are away', async () => {
    const fixture = await openFixture();
    const west = fixture.proxy('west').connect();
    for (const one of testPlayers(3)) west.enter(one);
    const edge = fixture.proxy('edge').connect();
    await fixture.clock.advance(MINUTE);
    west.drop();
    await fixture.clock.advance(AWAY + 2 * MINUTE);
    expect(isMissing(fixture).slice(1)).not.toContain(false);
    edge.enter(testPlayers(1)[0] ?? expect.fail());
    await fixture.clock.advance(MINUTE);
    expect(isMissing(fixture).at(-1)).toBe(false);
  });

  it('counts at once without a proxy that ended as it should, that had nobody, or whose secret was revoked', async () => {
    const fixture = await busy(2);
    const [ended, empty] = [fixture.proxy('ended').connect(), fixture.proxy('empty').connect()];
    const revoked = fixture.proxy('revoked').connect();
    const [one, other] = testPlayers(4).slice(2);
    ended.enter(one ?? expect.fail());
    revoked.enter(other ?? expect.fail());
    await fixture.network.agentSecrets.create('revoked', 'proxy');
    await fixture.clock.advance(MINUTE);
    ended.session.lost(true);
    empty.drop();
    await fixture.network.agentSecrets.revoke('revoked');
    revoked.drop();
    await fixture.clock.advance(MINUTE);
    expect(isMissing(fixture)).toEqual([false, false]);
    expect(counts(fixture).at(-1)).toBe(2);
  });

  it('has no count after a start until every proxy that had players has reported them, whoever is first', async () => {
    const fixture = await busy(3);
    await fixture.clock.advance(MINUTE);
    const next = await fixture.reopen();
    const edge = next.proxy('edge').connect();
    await next.clock.advance(MINUTE);
    const home = next.proxy();
    home.greet();
    await next.clock.advance(1000);
    expect(next.network.status.current().counted).toBe(false);
    home.drop();
    home.connect();
    expect(next.network.status.current().counted).toBe(true);
    await next.clock.advance(MINUTE);
    expect(edge.isUp).toBe(true);
    expect(isMissing(next)).toEqual([true, false]);
  });

  it('waits for the proxies that it knows of although they could not be stored', async () => {
    const fixture = await openFixture();
    fixture.storage.faults.always('settings.saveCountedProxies', 'before');
    const home = fixture.proxy().connect();
    home.enter(testPlayers(1)[0] ?? expect.fail());
    await fixture.clock.advance(MINUTE);
    expect(fixture.notes()).toContain('history.proxies-not-written');
    home.drop();
    fixture.proxy('edge').connect();
    await fixture.clock.advance(MINUTE);
    expect(isMissing(fixture)).toEqual([false, true]);
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
