import { describe, expect, it } from 'vitest';
import type { LogFields } from '../../../src/runtime/logger.ts';
import { Lease } from '../../../src/storage/lease/lease.ts';
import { DatabaseHeld, takeLease } from '../../../src/storage/lease/take-lease.ts';
import { TestClock } from '../../fixtures/test-clock.ts';
import { MemoryLease, ProcessClock } from './memory-lease.ts';

const T = 3_000;

function setUp() {
  const clock = new TestClock();
  const rows = new MemoryLease();
  const log: LogFields[] = [];
  const keep = (fields: LogFields) => void log.push(fields);
  const logger = { debug: keep, info: keep, warn: keep, error: keep };
  const optionsOf = (node: string, own: ProcessClock = new ProcessClock(clock)) => {
    return { node, leaseMs: T, clock: own, logger };
  };
  const take = async (node: string, own?: ProcessClock) => {
    const options = optionsOf(node, own);
    return new Lease(rows, await takeLease(rows, options), options);
  };
  const events = () => log.map(({ event }) => event);
  return { clock, rows, log, events, optionsOf, take };
}

describe('a database that nobody holds', () => {
  it('is taken at once, the first time and after a clean stop', async () => {
    const { rows, take } = setUp();
    const first = await take('one');
    expect([first.epoch, first.mayDecide()]).toEqual([1, true]);
    await first.close();
    expect(rows.state).toMatchObject({ released: true });
    const second = await take('two');
    expect([second.epoch, second.mayDecide()]).toEqual([2, true]);
  });

  it('goes to one of two that ask at once', async () => {
    const { clock, take } = setUp();
    const asked = [take('one'), take('two')];
    const results = Promise.allSettled(asked);
    await clock.advance(2 * T);
    const refused = (await results).flatMap((result) =>
      result.status === 'rejected' ? [result.reason] : [],
    );
    expect(refused).toEqual([expect.any(DatabaseHeld)]);
  });
});

describe('a database that another coordinator holds', () => {
  it('is refused as soon as the other is seen to be alive, and the error names it', async () => {
    const { clock, rows, take, events } = setUp();
    const first = await take('one, process 7');
    await clock.advance(60_000);
    const second = take('two');
    const refused = expect(second).rejects.toThrow(/one, process 7.*last seen at moment.*storage\.url/);
    await clock.advance(T / 2);
    await refused;
    expect(events()).toEqual(['storage.held']);
    expect([first.mayDecide(), rows.state?.epoch]).toEqual([true, 1]);
  });

  it('is taken 1.1 T after it was killed, and not before', async () => {
    const { clock, rows, take } = setUp();
    await take('one');
    clock.dropTimers();
    const second = take('two');
    await clock.advance(1.1 * T - 1);
    expect(rows.state?.epoch).toBe(1);
    await clock.advance(1);
    expect((await second).epoch).toBe(2);
  });

  it('is taken at once when it is given back meanwhile', async () => {
    const { clock, take } = setUp();
    const first = await take('one');
    const second = take('two');
    await clock.advance(T / 10);
    await first.close();
    await clock.advance(T / 6);
    expect((await second).epoch).toBe(2);
  });

  it('is not taken because the database was away: its silence is not the holder’s', async () => {
    const { clock, rows, take } = setUp();
    const first = await take('one');
    rows.isAway = true;
    const early = expect(take('two')).rejects.toMatchObject({ code: 'storage_unavailable' });
    await clock.advance(10 * T);
    await early;
    rows.isAway = false;
    const late = expect(take('two')).rejects.toThrow(DatabaseHeld);
    await clock.advance(T);
    await late;
    expect(first.mayDecide()).toBe(true);
  });
});

describe('the holder', () => {
  it('says three times in T that it is there, and nothing any more once it is closed', async () => {
    const { clock, rows, take } = setUp();
    const lease = await take('one');
    await clock.advance(10 * T);
    expect(rows.renewals).toBe(30);
    await lease.close();
    await clock.advance(10 * T);
    expect(rows.renewals).toBe(30);
    expect(clock.pending).toBe(0);
  });

  it('goes on deciding while the database is away, however long', async () => {
    const { clock, rows, take } = setUp();
    const lease = await take('one');
    rows.isAway = true;
    for (let second = 0; second < 600; second += 1) {
      await clock.advance(1_000);
      expect(lease.mayDecide()).toBe(true);
    }
    rows.isAway = false;
    await clock.advance(T);
    expect(lease.mayDecide()).toBe(true);
  });

  it('steps down for good when it reads the epoch of another, and names it', async () => {
    const { clock, rows, log, take } = setUp();
    const lease = await take('one');
    rows.state = { epoch: 2, node: 'two', released: false, seen: 'now' };
    await clock.advance(T / 3);
    expect(lease.mayDecide()).toBe(false);
    expect(await lease.lost).toBe('two');
    expect(log).toMatchObject([{ event: 'storage.lost', by: 'two', epoch: 2, ownEpoch: 1 }]);
    rows.state = { ...rows.state, epoch: 1 };
    await clock.advance(10 * T);
    expect(lease.mayDecide()).toBe(false);
    await lease.close();
    expect(rows.state).toMatchObject({ released: false });
  });

  it('steps down at once when a write of it is refused', async () => {
    const { clock, rows, take } = setUp();
    const lease = await take('one');
    rows.state = { epoch: 2, node: 'two', released: false, seen: 'now' };
    lease.suspect();
    expect(lease.mayDecide()).toBe(false);
    await clock.advance(0);
    expect(await lease.lost).toBe('two');
  });
});

describe('a holder that stood still for longer than T', () => {
  async function stopped(milliseconds: number) {
    const all = setUp();
    const own = new ProcessClock(all.clock);
    const lease = await all.take('one', own);
    await all.clock.advance(T);
    own.isStopped = true;
    await all.clock.advance(milliseconds);
    return { ...all, own, lease };
  }

  it('decides nothing from the moment it wakes, before any of its timers ran', async () => {
    const { clock, own, lease, take } = await stopped(2 * T);
    const second = take('two');
    await clock.advance(2 * T);
    await second;
    own.isStopped = false;
    expect(lease.mayDecide()).toBe(false);
    own.goOn();
    expect(lease.mayDecide()).toBe(false);
    await clock.advance(0);
    expect(await lease.lost).toBe('two');
  });

  it('goes on when it has looked and nobody took over', async () => {
    const { clock, own, lease } = await stopped(2 * T);
    own.goOn();
    expect(lease.mayDecide()).toBe(false);
    await clock.advance(0);
    expect(lease.mayDecide()).toBe(true);
  });

  it('does not take the end of its old connections for a database that is away', async () => {
    const { clock, own, rows, lease } = await stopped(2 * T);
    rows.isAway = true;
    own.goOn();
    await clock.advance(T / 3);
    expect(lease.mayDecide()).toBe(false);
    rows.state = { epoch: 2, node: 'two', released: false, seen: 'now' };
    rows.isAway = false;
    await clock.advance(T / 3);
    expect(await lease.lost).toBe('two');
  });

  it('goes on when the database stays away for T more', async () => {
    const { clock, own, rows, lease } = await stopped(2 * T);
    rows.isAway = true;
    own.goOn();
    await clock.advance(1.5 * T);
    expect(lease.mayDecide()).toBe(true);
  });
});
