import { emit, setup } from 'xstate';
import { BOUNDED_TURNS } from '../turns.ts';
import type { LinkContext, LinkEmitted, LinkInput } from './context.ts';
import type { LinkEvent } from './events.ts';

/** How long what an agent vouched for outlives its link (CHANNEL, "Presence is a lease"). */
export const LINK_GRACE_MS = 10_000;

const link = setup({
  types: {
    context: {} as LinkContext,
    events: {} as LinkEvent,
    input: {} as LinkInput,
    emitted: {} as LinkEmitted,
  },
  delays: { grace: LINK_GRACE_MS },
  actions: {
    refuse: emit(({ event }) => ({ type: 'event.refused', refused: event.type })),
  },
});

/**
 * One agent's lease. A link that drops and comes back with the same epoch inside the grace goes on where it was; it has
 * to say its whole truth again before it counts as synced.
 */
export const linkMachine = link.createMachine({
  id: 'link',
  options: BOUNDED_TURNS,
  context: ({ input }) => input,
  initial: 'greeting',
  on: {
    '*': { actions: 'refuse' },
    'link.replaced': { target: '.closed', actions: emit({ type: 'link.closed', why: 'replaced' }) },
  },
  states: {
    greeting: {
      on: {
        'link.synced': { target: 'synced' },
        'link.lost': { target: 'stale' },
      },
      after: { grace: { target: 'stale', actions: emit({ type: 'link.overdue' }) } },
    },
    synced: {
      on: {
        'link.synced': {},
        'link.lost': { target: 'stale' },
      },
    },
    stale: {
      on: {
        'link.resumed': { target: 'greeting' },
        // The owner drops the line of an overdue agent, and hears of it here: nothing new.
        'link.lost': {},
      },
      after: { grace: { target: 'closed', actions: emit({ type: 'link.closed', why: 'expired' }) } },
    },
    closed: { type: 'final' },
  },
});
