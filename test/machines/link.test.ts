import { describe, expect, it } from 'vitest';
import { LINK_EVENT_TYPES } from '../../src/machines/link/events.ts';
import { LINK_GRACE_MS, linkMachine } from '../../src/machines/link/machine.ts';
import { machineContract } from './machine-contract.ts';
import { recordActor } from './recording-actor.ts';

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
  it('holds for ten seconds without a connection, and not a millisecond longer', () => {
    const { actor, clock, emitted } = recordActor(linkMachine, PROXY);
    actor.send({ type: 'link.synced' });
    clock.increment(3_600_000);
    actor.send({ type: 'link.lost' });
    clock.increment(9_999);
    expect(emitted()).toEqual([]);
    clock.increment(1);
    expect(emitted()).toEqual([{ type: 'link.closed', why: 'expired' }]);
    expect(actor.getSnapshot().status).toBe('done');
  });

  it('of an agent that returned in time is not ended by the old grace, and must be synced again', () => {
    const { actor, clock, emitted } = recordActor(linkMachine, PROXY);
    actor.send({ type: 'link.synced' });
    actor.send({ type: 'link.lost' });
    clock.increment(LINK_GRACE_MS - 1);
    actor.send({ type: 'link.resumed' });
    expect(actor.getSnapshot().value).toBe('greeting');
    actor.send({ type: 'link.synced' });
    clock.increment(LINK_GRACE_MS * 10);
    expect(actor.getSnapshot().value).toBe('synced');
    expect(emitted()).toEqual([]);
  });

  it('of an agent that never sends its state is first overdue, then ends', () => {
    const { actor, clock, emitted } = recordActor(linkMachine, PROXY);
    clock.increment(LINK_GRACE_MS);
    expect(emitted()).toEqual([{ type: 'link.overdue' }]);
    actor.send({ type: 'link.lost' });
    expect(emitted()).toEqual([]);
    clock.increment(LINK_GRACE_MS);
    expect(emitted()).toEqual([{ type: 'link.closed', why: 'expired' }]);
  });

  it.each(['greeting', 'synced', 'stale'] as const)(
    'that is %s ends at once when a newer process has the name',
    (where) => {
      const { actor, clock, emitted } = recordActor(linkMachine, PROXY);
      if (where === 'synced') actor.send({ type: 'link.synced' });
      if (where === 'stale') actor.send({ type: 'link.lost' });
      actor.send({ type: 'link.replaced' });
      clock.increment(LINK_GRACE_MS * 10);
      expect(emitted()).toEqual([{ type: 'link.closed', why: 'replaced' }]);
    },
  );
});
