import { describe, expect, it } from 'vitest';
import { LINK_EVENT_TYPES } from '../../src/machines/link/events.ts';
import { LINK_GRACE_MS, linkMachine } from '../../src/machines/link/machine.ts';
import { machineContract } from './machine-contract.ts';
import { witness } from './witness.ts';

const PROXY = { role: 'proxy', name: 'p', platform: 'modern', epoch: 1 } as const;

machineContract('link', {
  machine: linkMachine,
  inputs: [PROXY],
  events: [
    { type: 'link.synced' },
    { type: 'link.lost' },
    { type: 'link.resumed' },
    { type: 'link.replaced' },
    { type: 'xstate.after.grace.link.greeting' },
    { type: 'xstate.after.grace.link.stale' },
  ],
  eventTypes: LINK_EVENT_TYPES,
  place: ({ value }) => JSON.stringify(value),
});

describe('the lease of an agent', () => {
  it('outlives its link for ten seconds, and not a millisecond longer', () => {
    const { actor, clock, heard } = witness(linkMachine, PROXY);
    actor.send({ type: 'link.synced' });
    clock.increment(3_600_000);
    actor.send({ type: 'link.lost' });
    clock.increment(9_999);
    expect(heard()).toEqual([]);
    clock.increment(1);
    expect(heard()).toEqual([{ type: 'link.closed', why: 'expired' }]);
    expect(actor.getSnapshot().status).toBe('done');
  });

  it('that came back in time is not closed by the old grace, and must say its truth again', () => {
    const { actor, clock, heard } = witness(linkMachine, PROXY);
    actor.send({ type: 'link.synced' });
    actor.send({ type: 'link.lost' });
    clock.increment(LINK_GRACE_MS - 1);
    actor.send({ type: 'link.resumed' });
    expect(actor.getSnapshot().value).toBe('greeting');
    actor.send({ type: 'link.synced' });
    clock.increment(LINK_GRACE_MS * 10);
    expect(actor.getSnapshot().value).toBe('synced');
    expect(heard()).toEqual([]);
  });

  it('whose agent never says its truth is overdue, then over', () => {
    const { actor, clock, heard } = witness(linkMachine, PROXY);
    clock.increment(LINK_GRACE_MS);
    expect(heard()).toEqual([{ type: 'link.overdue' }]);
    actor.send({ type: 'link.lost' });
    expect(heard()).toEqual([]);
    clock.increment(LINK_GRACE_MS);
    expect(heard()).toEqual([{ type: 'link.closed', why: 'expired' }]);
  });

  it.each(['greeting', 'synced', 'stale'] as const)(
    'that is %s ends at once for a newer process',
    (where) => {
      const { actor, clock, heard } = witness(linkMachine, PROXY);
      if (where === 'synced') actor.send({ type: 'link.synced' });
      if (where === 'stale') actor.send({ type: 'link.lost' });
      actor.send({ type: 'link.replaced' });
      clock.increment(LINK_GRACE_MS * 10);
      expect(heard()).toEqual([{ type: 'link.closed', why: 'replaced' }]);
    },
  );
});
