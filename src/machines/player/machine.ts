import { assign, emit, fromPromise, setup } from 'xstate';
import { type Ban, type BanAuthor, isPermanent } from '../../domain/ban.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { refusalOf } from '../refusal.ts';
import { STEP_LIMIT } from '../step-limit.ts';
import {
  banInput,
  initialContext,
  done,
  expired,
  failed,
  joined,
  left,
  liftInput,
  passed,
  type PlayerContext,
  type PlayerEmitted,
  type PlayerInput,
  refusalCode,
  refused,
  switched,
} from './context.ts';
import type { BanDraft, PlayerEvent } from './events.ts';

const player = setup({
  types: {
    context: {} as PlayerContext,
    events: {} as PlayerEvent,
    input: {} as PlayerInput,
    emitted: {} as PlayerEmitted,
    tags: {} as 'online' | 'busy',
  },
  actors: {
    /** Commits a ban; provided by the actors room. */
    saveBan: fromPromise<Ban, { draft: BanDraft; by: BanAuthor }>(() =>
      Promise.reject(new Error('not provided')),
    ),
    /** Commits the end of a ban; provided by the actors room. */
    saveLift: fromPromise<Ban, { uuid: Uuid; at: number; by: BanAuthor }>(() =>
      Promise.reject(new Error('not provided')),
    ),
  },
  guards: {
    isBanned: ({ context }) => context.ban !== null,
    isPermanent: ({ context }) => context.ban !== null && isPermanent(context.ban),
    isTemporary: ({ context }) => context.ban !== null && !isPermanent(context.ban),
  },
  actions: {
    refuse: emit(({ event }) => refusalOf(event, refusalCode(event))),
    reportJoin: emit(({ event }) => joined(event)),
    reportRefusal: emit(({ event }) => refused(event)),
    reportLeave: emit(({ context }) => left(context)),
    reportExpiry: emit(({ context }) => expired(context)),
    setPresence: assign(({ context, event }) =>
      event.type === 'presence.join' ? { name: event.name, presence: event.presence } : context,
    ),
    setServer: assign(({ context, event }) =>
      event.type === 'presence.switch' && context.presence !== null
        ? { presence: { ...context.presence, server: event.server } }
        : context,
    ),
    setSuccessor: assign(({ context, event }) =>
      event.type === 'presence.pass' && context.presence !== null
        ? { presence: { ...context.presence, ...event.presence } }
        : context,
    ),
    clearPresence: assign({ presence: null }),
    clearBan: assign({ ban: null }),
    clearCommand: assign({ command: null }),
    keepDraft: assign(({ context, event }) =>
      event.type === 'ban.request' || event.type === 'ban.replace'
        ? { command: { kind: 'ban', requestId: event.requestId, draft: event.draft, by: event.by } }
        : context,
    ),
  },
});

/**
 * One player: whether they are online (presence), and whether they are banned (standing). The two are parallel, so that a ban
 * that is being written neither waits for joins and leaves nor is lost by them.
 */
export const playerMachine = player.createMachine({
  id: 'player',
  options: STEP_LIMIT,
  type: 'parallel',
  context: ({ input }) => initialContext(input),
  on: { '*': { actions: 'refuse' } },
  states: {
    presence: {
      initial: 'offline',
      states: {
        offline: {
          on: {
            'presence.admit': { target: 'admitting' },
            'presence.join': [
              { guard: 'isBanned', actions: 'reportRefusal' },
              { target: 'online', actions: ['setPresence', 'reportJoin'] },
            ],
          },
        },
        admitting: {
          on: {
            'presence.admit': {},
            'presence.forget': { target: 'offline' },
            'presence.join': [
              { guard: 'isBanned', target: 'offline', actions: 'reportRefusal' },
              { target: 'online', actions: ['setPresence', 'reportJoin'] },
            ],
          },
        },
        online: {
          tags: 'online',
          on: {
            'presence.admit': {},
            'presence.switch': {
              actions: [emit(({ context, event }) => switched(context, event.server)), 'setServer'],
            },
            'presence.pass': {
              actions: [emit(({ context, event }) => passed(context, event.presence)), 'setSuccessor'],
            },
            'presence.lost': { target: 'leaving' },
            'presence.leave': { target: 'offline', actions: ['reportLeave', 'clearPresence'] },
          },
        },
        /** The proxy that reported the player is not connected; during the grace the player counts as online. */
        leaving: {
          tags: 'online',
          on: {
            'presence.admit': {},
            'presence.switch': {
              actions: [emit(({ context, event }) => switched(context, event.server)), 'setServer'],
            },
            'presence.resume': { target: 'online' },
            'presence.pass': {
              target: 'online',
              actions: [emit(({ context, event }) => passed(context, event.presence)), 'setSuccessor'],
            },
            'presence.leave': { target: 'offline', actions: ['reportLeave', 'clearPresence'] },
          },
        },
      },
    },
    standing: {
      initial: 'deciding',
      states: {
        deciding: {
          always: [
            { guard: 'isPermanent', target: 'banned.permanent' },
            { guard: 'isBanned', target: 'banned.temporary' },
            { target: 'clear' },
          ],
        },
        clear: {
          on: {
            'ban.request': { target: 'banning', actions: 'keepDraft' },
            'ban.replace': { target: 'banning', actions: 'keepDraft' },
          },
        },
        banning: {
          tags: 'busy',
          invoke: {
            id: 'saveBan',
            src: 'saveBan',
            input: ({ context }) => banInput(context),
            onDone: {
              target: 'deciding',
              actions: [
                assign(({ event }) => ({ ban: event.output })),
                emit(({ event }) => ({ type: 'player.banned', ban: event.output })),
                emit(({ context, event }) => done(context, event.output)),
                'clearCommand',
              ],
            },
            onError: {
              target: 'deciding',
              actions: [emit(({ context, event }) => failed(context, event.error)), 'clearCommand'],
            },
          },
          on: {
            // The ban that is being replaced is over, whether the new one can be written or not.
            'ban.expired': { guard: 'isTemporary', actions: ['reportExpiry', 'clearBan'] },
          },
        },
        banned: {
          initial: 'temporary',
          on: {
            // The standing ban holds until the new one is written: there is no moment without one.
            'ban.replace': { target: 'banning', actions: 'keepDraft' },
            'ban.lift': {
              target: 'lifting',
              actions: assign(({ event }) => ({
                command: { kind: 'lift', requestId: event.requestId, at: event.at, by: event.by },
              })),
            },
          },
          states: {
            temporary: {
              on: {
                'ban.expired': {
                  target: '#player.standing.clear',
                  actions: ['reportExpiry', 'clearBan'],
                },
              },
            },
            permanent: {},
          },
        },
        lifting: {
          tags: 'busy',
          invoke: {
            id: 'saveLift',
            src: 'saveLift',
            input: ({ context }) => liftInput(context),
            onDone: {
              target: 'clear',
              actions: [
                emit(({ event }) => ({ type: 'player.unbanned', ban: event.output })),
                emit(({ context, event }) => done(context, event.output)),
                'clearBan',
                'clearCommand',
              ],
            },
            onError: {
              target: 'deciding',
              actions: [emit(({ context, event }) => failed(context, event.error)), 'clearCommand'],
            },
          },
          on: {
            // The ban expired while the lift is being written: it is over even if the write fails.
            'ban.expired': { guard: 'isTemporary', actions: ['reportExpiry', 'clearBan'] },
          },
        },
      },
    },
  },
});
