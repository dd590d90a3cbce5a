import { assign, emit, fromPromise, setup } from 'xstate';
import type { ProxySettings } from '../../domain/proxy-status.ts';
import { refusalOf } from '../refusal.ts';
import { BOUNDED_TURNS } from '../turns.ts';
import { nextSettings, type ProxyContext, type ProxyEmitted, type ProxyInput, requestOf } from './context.ts';
import type { ProxyEvent } from './events.ts';

const proxy = setup({
  types: {
    context: {} as ProxyContext,
    events: {} as ProxyEvent,
    input: {} as ProxyInput,
    emitted: {} as ProxyEmitted,
    tags: {} as 'busy',
  },
  actors: {
    /** Commits the settings and answers them; provided by the actors room. */
    saveSettings: fromPromise<ProxySettings, ProxySettings>(() => Promise.reject(new Error('not provided'))),
  },
  guards: {
    isUnderMaintenance: ({ context }) => context.settings.maintenance,
    isOpenAgain: ({ context }) => !context.settings.maintenance,
    isPrevented: ({ context }) => context.settings.preventJoin,
    isAllowed: ({ context }) => !context.settings.preventJoin,
  },
  actions: {
    refuse: emit(({ event }) => refusalOf(event, 'overloaded')),
  },
});

/**
 * The proxy as admins steer it: maintenance and joining are states of their own and follow the stored settings, so
 * the chart and the database cannot disagree. `writing` is the lock: one change at a time, in force once it is stored.
 */
export const proxyMachine = proxy.createMachine({
  id: 'proxy',
  options: BOUNDED_TURNS,
  type: 'parallel',
  context: ({ input }) => ({ settings: input.settings, command: null }),
  on: { '*': { actions: 'refuse' } },
  states: {
    maintenance: {
      initial: 'off',
      states: {
        off: { always: { guard: 'isUnderMaintenance', target: 'on' } },
        on: { always: { guard: 'isOpenAgain', target: 'off' } },
      },
    },
    joining: {
      initial: 'open',
      states: {
        open: { always: { guard: 'isPrevented', target: 'prevented' } },
        prevented: { always: { guard: 'isAllowed', target: 'open' } },
      },
    },
    writing: {
      initial: 'rest',
      states: {
        rest: {
          on: {
            'proxy.update': {
              target: 'saving',
              actions: assign(({ event }) => ({
                command: { requestId: event.requestId, patch: event.patch },
              })),
            },
          },
        },
        saving: {
          tags: 'busy',
          invoke: {
            id: 'saveSettings',
            src: 'saveSettings',
            input: ({ context }) => nextSettings(context),
            onDone: {
              target: 'rest',
              actions: [
                assign(({ event }) => ({ settings: event.output })),
                emit(({ event }) => ({ type: 'proxy.changed', settings: event.output })),
                emit(({ context, event }) => ({
                  type: 'command.done',
                  requestId: requestOf(context),
                  result: event.output,
                })),
                assign({ command: null }),
              ],
            },
            onError: {
              target: 'rest',
              actions: [
                emit(({ context, event }) => ({
                  type: 'command.rejected',
                  requestId: requestOf(context),
                  code: 'storage_unavailable',
                  cause: event.error,
                })),
                assign({ command: null }),
              ],
            },
          },
        },
      },
    },
  },
});
