import { emit, setup } from 'xstate';
import { STEP_LIMIT } from '../step-limit.ts';
import type { LinkContext, LinkEmitted, LinkInput } from './context.ts';
import type { LinkEvent } from './events.ts';

/** How long what an agent reported holds without a connection (docs/channel.md "Presence is a lease"). */
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
 * The lease of one agent. An agent that loses its connection and returns with the same epoch within the grace keeps its
 * lease. It has to send its full state again before it counts as synced.
 */
export const linkMachine = link.createMachine({
  id: 'link',
  options: STEP_LIMIT,
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
        // The owner closes the connection of an overdue agent, which is already stale.
        'link.lost': {},
      },
      after: { grace: { target: 'closed', actions: emit({ type: 'link.closed', why: 'expired' }) } },
    },
    closed: { type: 'final' },
  },
});
