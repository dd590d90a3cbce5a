import { assign, emit, setup } from 'xstate';
import { refusalOf } from '../refusal.ts';
import { BOUNDED_TURNS } from '../turns.ts';
import type { ServerContext, ServerEmitted, ServerInput } from './context.ts';
import type { ServerEvent } from './events.ts';

const server = setup({
  types: {
    context: {} as ServerContext,
    events: {} as ServerEvent,
    input: {} as ServerInput,
    emitted: {} as ServerEmitted,
  },
  guards: {
    isGone: ({ context }) => context.gone,
    saysStarting: ({ context }) => context.reported === 'STARTING',
    saysWaiting: ({ context }) => context.reported === 'WAITING',
    saysRunning: ({ context }) => context.reported === 'RUNNING',
    saysEnding: ({ context }) => context.reported === 'ENDING',
  },
  actions: {
    refuse: emit(({ event }) => refusalOf(event, 'server_restarting')),
    /** Nothing runs there yet that could be drained. */
    rejectAbsent: emit(({ event }) => refusalOf(event, 'platform_unavailable')),
    note: assign(({ event }) => (event.type === 'server.report' ? { reported: event.state } : {})),
    forgetReport: assign({ reported: 'IDLE' }),
  },
});

/**
 * One game server. What it reports of itself decides its state while it is up; draining and restarting are ours, and
 * hold against reports until the old process is gone.
 */
export const serverMachine = server.createMachine({
  id: 'server',
  options: BOUNDED_TURNS,
  context: ({ input }) => ({ name: input.name, reported: 'IDLE', gone: false }),
  initial: 'offline',
  on: {
    '*': { actions: 'refuse' },
    'server.remove': { target: '.removed' },
  },
  states: {
    offline: {
      on: {
        'server.report': { target: 'deciding', actions: 'note' },
        'server.drain': { actions: 'rejectAbsent' },
      },
    },
    /** Passed through at once: the last report names the state. */
    deciding: {
      always: [
        { guard: 'saysStarting', target: 'starting' },
        { guard: 'saysWaiting', target: 'online.waiting' },
        { guard: 'saysRunning', target: 'online.running' },
        { guard: 'saysEnding', target: 'online.ending' },
        { target: 'online.idle' },
      ],
    },
    starting: {
      on: {
        'server.report': { target: 'deciding', actions: 'note' },
        'server.lost': { target: 'offline', actions: 'forgetReport' },
        'server.drain': { actions: 'rejectAbsent' },
      },
    },
    online: {
      initial: 'idle',
      on: {
        'server.report': { target: 'deciding', actions: 'note' },
        'server.lost': { target: 'offline', actions: 'forgetReport' },
        'server.drain': {
          target: 'draining',
          actions: emit(({ event }) => ({ type: 'command.done', requestId: event.requestId, result: null })),
        },
      },
      states: { idle: {}, waiting: {}, running: {}, ending: {} },
    },
    draining: {
      on: {
        'server.report': { actions: 'note' },
        'server.lost': { target: 'offline', actions: 'forgetReport' },
        'server.restart': { target: 'restarting', actions: assign({ gone: false }) },
        'server.resume': { target: 'deciding' },
      },
    },
    restarting: {
      on: {
        'server.lost': { actions: assign({ gone: true }) },
        'server.report': [{ guard: 'isGone', target: 'deciding', actions: 'note' }, { actions: 'note' }],
        'server.resume': [
          { guard: 'isGone', target: 'offline', actions: 'forgetReport' },
          { target: 'deciding' },
        ],
      },
    },
    removed: { type: 'final' },
  },
});
