import { expect, it } from 'vitest';
import { openFixture } from '../actors/network-fixture.ts';
import { MemoryStorage } from '../fixtures/memory-storage.ts';
import { TestClock } from '../fixtures/test-clock.ts';

it.each(['settings.load', 'bans.active', 'servers.all', 'history.load', 'now'])(
  'leaves nothing running when the network cannot open because of %s',
  async (method) => {
    const clock = new TestClock();
    const storage = new MemoryStorage(clock);
    storage.faults.next(method, 'before');
    await expect(openFixture({ clock, storage })).rejects.toMatchObject({ code: 'storage_unavailable' });
    await clock.advance(0);
    expect(clock.pending).toBe(0);
  },
);

it('leaves nothing running when it is closed', async () => {
  const { network, clock, proxy, backend } = await openFixture();
  proxy().connect();
  backend('game').connect();
  await clock.advance(500);
  await network.close();
  expect(clock.pending).toBe(0);
});

it('warns of a database whose clock is more than 2 s off, and knows by how much', async () => {
  for (const [clockSkewMs, warned] of [
    [1999, false],
    [-2001, true],
  ] as const) {
    const clock = new TestClock();
    const storage = new MemoryStorage(clock);
    storage.clockSkewMs = clockSkewMs;
    const { network, notes } = await openFixture({ clock, storage });
    expect(network.vitals().clockSkewMs).toBe(clockSkewMs);
    expect(notes().includes('clock.skewed')).toBe(warned);
  }
});
