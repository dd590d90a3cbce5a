import { assign, emit, fromPromise, setup } from 'xstate';
import { STEP_LIMIT } from '../step-limit.ts';
import {
  initialContext,
  isAnnounced,
  reasonOf,
  type RebootContext,
  type RebootEmitted,
  type RebootInput,
  type RebootOutcome,
} from './context.ts';
import type { RebootEvent } from './events.ts';

/** How long each step may take, in milliseconds. */
export const REBOOT_LIMITS_MS = {
  evacuating: 30_000,
  confirming: 15_000,
  stopping: 60_000,
  awaitingReturn: 300_000,
};

const reboot = setup({
  types: {
    context: {} as RebootContext,
    events: {} as RebootEvent,
    input: {} as RebootInput,
    emitted: {} as RebootEmitted,
    output: {} as RebootOutcome,
  },
  delays: { second: 1000, ...REBOOT_LIMITS_MS },
  actors: {
    /** Moves the players to other servers; rejects when there is none. Provided by the actors room. */
    evacuate: fromPromise<void, { server: string }>(() => Promise.reject(new Error('not provided'))),
    /** Makes the server save and stop; resolves once its agent has accepted that. Provided by the actors room. */
    stopServer: fromPromise<void, { id: string; server: string }>(() =>
      Promise.reject(new Error('not provided')),
    ),
  },
  guards: {
    isTimeUp: ({ context }) => context.secondsLeft <= 0,
    isAnnounced: ({ context }) => isAnnounced(context),
    isForced: ({ context }) => context.force,
    reportsFailure: ({ event }) => event.type === 'reboot.progress' && event.phase === 'failed',
  },
  actions: {
    refuse: emit(({ event }) => ({ type: 'event.refused', refused: event.type })),
    announce: emit(({ context }) => ({ type: 'reboot.announce', secondsLeft: context.secondsLeft })),
    fail: assign((_, failure: string) => ({ failure })),
  },
});

/**
 * A clean reboot of one game server: players are warned, the server takes no new ones, all are moved away, and only an empty
 * server is stopped (unless forced). Every step has a time limit, after which the reboot fails with a message about it.
 */
export const rebootMachine = reboot.createMachine({
  id: 'reboot',
  options: STEP_LIMIT,
  context: ({ input }) => initialContext(input),
  initial: 'countdown',
  output: ({ context }) => ({ ok: context.failure === '', failure: context.failure }),
  on: {
    '*': { actions: 'refuse' },
    'server.removed': {
      target: '.failed',
      actions: { type: 'fail', params: 'the server was removed' },
    },
    'reboot.progress': [
      {
        guard: 'reportsFailure',
        target: '.failed',
        actions: { type: 'fail', params: ({ event }) => event.detail || 'the game server could not reboot' },
      },
      {},
    ],
    'server.emptied': {},
    'server.returned': {},
    'server.gone': {
      target: '.failed',
      actions: { type: 'fail', params: 'the server went away before it was stopped' },
    },
  },
  states: {
    countdown: {
      initial: 'announcing',
      always: { guard: 'isTimeUp', target: 'closing' },
      states: {
        announcing: {
          always: [{ guard: 'isAnnounced', target: 'waiting', actions: 'announce' }, { target: 'waiting' }],
        },
        waiting: {
          after: {
            second: {
              target: 'announcing',
              actions: assign(({ context }) => ({ secondsLeft: context.secondsLeft - 1 })),
            },
          },
        },
      },
    },
    closing: {
      entry: emit({ type: 'reboot.closing' }),
      always: { target: 'evacuating' },
    },
    evacuating: {
      invoke: {
        id: 'evacuate',
        src: 'evacuate',
        input: ({ context }) => ({ server: context.server }),
        onDone: { target: 'confirming' },
        onError: [
          { guard: 'isForced', target: 'stopping' },
          { target: 'failed', actions: { type: 'fail', params: ({ event }) => reasonOf(event.error) } },
        ],
      },
      after: {
        evacuating: [
          { guard: 'isForced', target: 'stopping' },
          { target: 'failed', actions: { type: 'fail', params: 'players could not be moved in time' } },
        ],
      },
    },
    /** Waits until the server is empty, by presence and by its own list; the answers to the moves are no proof of that. */
    confirming: {
      on: { 'server.emptied': { target: 'stopping' } },
      after: {
        confirming: [
          { guard: 'isForced', target: 'stopping' },
          { target: 'failed', actions: { type: 'fail', params: 'players were still on the server' } },
        ],
      },
    },
    stopping: {
      entry: emit({ type: 'reboot.stopping' }),
      invoke: {
        id: 'stopServer',
        src: 'stopServer',
        input: ({ context }) => ({ id: context.id, server: context.server }),
        onDone: {},
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: ({ event }) => reasonOf(event.error) },
        },
      },
      on: { 'server.gone': { target: 'awaitingReturn' } },
      after: {
        stopping: { target: 'failed', actions: { type: 'fail', params: 'the server did not stop in time' } },
      },
    },
    awaitingReturn: {
      on: { 'server.returned': { target: 'done' }, 'server.gone': {} },
      after: {
        awaitingReturn: {
          target: 'failed',
          actions: { type: 'fail', params: 'the server did not come back' },
        },
      },
    },
    done: { type: 'final' },
    failed: { type: 'final' },
  },
});
