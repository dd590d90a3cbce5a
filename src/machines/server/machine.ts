import { assign, emit, setup } from 'xstate';
import { refusalOf } from '../refusal.ts';
import { STEP_LIMIT } from '../step-limit.ts';
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
    reportsStarting: ({ context }) => context.reported === 'STARTING',
    reportsWaiting: ({ context }) => context.reported === 'WAITING',
    reportsRunning: ({ context }) => context.reported === 'RUNNING',
    reportsEnding: ({ context }) => context.reported === 'ENDING',
  },
  actions: {
    refuse: emit(({ event }) => refusalOf(event, 'server_restarting')),
    /** The server is not running, so it cannot be drained. */
    rejectOffline: emit(({ event }) => refusalOf(event, 'platform_unavailable')),
    keepReport: assign(({ event }) => (event.type === 'server.report' ? { reported: event.state } : {})),
    clearReport: assign({ reported: 'IDLE' }),
  },
});

/**
 * One game server. While it is up, its reports decide its state. The coordinator sets draining and restarting; reports do not
 * change these until the old process has stopped.
 */
export const serverMachine = server.createMachine({
  id: 'server',
  options: STEP_LIMIT,
  context: ({ input }) => ({ name: input.name, reported: 'IDLE', gone: false }),
  initial: 'offline',
  on: {
    '*': { actions: 'refuse' },
    'server.remove': { target: '.removed' },
  },
  states: {
    offline: {
      on: {
        'server.report': { target: 'deciding', actions: 'keepReport' },
        'server.drain': { actions: 'rejectOffline' },
      },
    },
    /** Left at once, for the state of the last report. */
    deciding: {
      always: [
        { guard: 'reportsStarting', target: 'starting' },
        { guard: 'reportsWaiting', target: 'online.waiting' },
        { guard: 'reportsRunning', target: 'online.running' },
        { guard: 'reportsEnding', target: 'online.ending' },
        { target: 'online.idle' },
      ],
    },
    starting: {
      on: {
        'server.report': { target: 'deciding', actions: 'keepReport' },
        'server.lost': { target: 'offline', actions: 'clearReport' },
        'server.drain': { actions: 'rejectOffline' },
      },
    },
    online: {
      initial: 'idle',
      on: {
        'server.report': { target: 'deciding', actions: 'keepReport' },
        'server.lost': { target: 'offline', actions: 'clearReport' },
        'server.drain': {
          target: 'draining',
          actions: emit(({ event }) => ({ type: 'command.done', requestId: event.requestId, result: null })),
        },
      },
      states: { idle: {}, waiting: {}, running: {}, ending: {} },
    },
    draining: {
      on: {
        'server.report': { actions: 'keepReport' },
        'server.lost': { target: 'offline', actions: 'clearReport' },
        'server.restart': { target: 'restarting', actions: assign({ gone: false }) },
        'server.resume': { target: 'deciding' },
      },
    },
    restarting: {
      on: {
        'server.lost': { actions: assign({ gone: true }) },
        'server.report': [
          { guard: 'isGone', target: 'deciding', actions: 'keepReport' },
          { actions: 'keepReport' },
        ],
        'server.resume': [
          { guard: 'isGone', target: 'offline', actions: 'clearReport' },
          { target: 'deciding' },
        ],
      },
    },
    removed: { type: 'final' },
  },
});
