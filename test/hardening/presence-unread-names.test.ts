import { expect, it } from 'vitest';
import { FakeEdge } from '../actors/identity/fake-edge.ts';
import { openIdentity, VICTIM } from '../actors/identity/identity-fixture.ts';

it('lists of an edge that come again and again while the database is away are some lines of the log a minute', async () => {
  const { network, clock, storage, notes } = await openIdentity(false);
  storage.faults.always('*', 'before');
  const session = { ...VICTIM, server: null, joinedAt: clock.now() };
  for (let time = 0; time < 50; time += 1) {
    void new FakeEdge(network, clock, 'edge-3', 'online', [session]);
    await clock.advance(0);
  }
  expect(notes().filter((note) => note === 'names.not-read')).toHaveLength(6);
});
