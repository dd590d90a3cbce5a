import { assign, emit, fromPromise, setup } from 'xstate';
import { changesNothing, type ProxySettings } from '../../domain/proxy-status.ts';
import { refusalOf } from '../refusal.ts';
import { STEP_LIMIT } from '../step-limit.ts';
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
    /** Commits the settings and returns them; provided by the actors room. */
    saveSettings: fromPromise<ProxySettings, ProxySettings>(() => Promise.reject(new Error('not provided'))),
  },
  guards: {
    changesNothing: ({ context, event }) => changesNothing(context.settings, event.patch),
    isUnderMaintenance: ({ context }) => context.settings.maintenance,
    isMaintenanceOver: ({ context }) => !context.settings.maintenance,
    isJoinPrevented: ({ context }) => context.settings.preventJoin,
    isJoinAllowed: ({ context }) => !context.settings.preventJoin,
  },
  actions: {
    /** There is nothing to store and nothing to announce. */
    confirm: emit(({ context, event }) => ({
      type: 'command.done',
      requestId: event.requestId,
      result: context.settings,
    })),
    refuse: emit(({ event }) => refusalOf(event, 'overloaded')),
  },
});

/**
 * The settings of the proxy. The states of `maintenance` and `joining` follow the stored settings, so that the chart and the
 * database cannot differ. `writing` allows one change at a time, which is in force once it is stored.
 */
export const proxyMachine = proxy.createMachine({
  id: 'proxy',
  options: STEP_LIMIT,
  type: 'parallel',
  context: ({ input }) => ({ settings: input.settings, command: null }),
  on: { '*': { actions: 'refuse' } },
  states: {
    maintenance: {
      initial: 'off',
      states: {
        off: { always: { guard: 'isUnderMaintenance', target: 'on' } },
        on: { always: { guard: 'isMaintenanceOver', target: 'off' } },
      },
    },
    joining: {
      initial: 'open',
      states: {
        open: { always: { guard: 'isJoinPrevented', target: 'prevented' } },
        prevented: { always: { guard: 'isJoinAllowed', target: 'open' } },
      },
    },
    writing: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'proxy.update': [
              { guard: 'changesNothing', actions: 'confirm' },
              {
                target: 'saving',
                actions: assign(({ event }) => ({
                  command: { requestId: event.requestId, patch: event.patch },
                })),
              },
            ],
          },
        },
        saving: {
          tags: 'busy',
          invoke: {
            id: 'saveSettings',
            src: 'saveSettings',
            input: ({ context }) => nextSettings(context),
            onDone: {
              target: 'idle',
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
              target: 'idle',
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
