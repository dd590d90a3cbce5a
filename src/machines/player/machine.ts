import { assign, emit, fromPromise, setup } from 'xstate';
import { type Ban, type BanAuthor, isPermanent } from '../../domain/ban.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { refusalOf } from '../refusal.ts';
import { BOUNDED_TURNS } from '../turns.ts';
import {
  banInput,
  beginPlayer,
  done,
  expired,
  failed,
  joined,
  left,
  liftInput,
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
    tellJoined: emit(({ event }) => joined(event)),
    tellRefused: emit(({ event }) => refused(event)),
    tellLeft: emit(({ context }) => left(context)),
    tellExpired: emit(({ context }) => expired(context)),
    enter: assign(({ context, event }) =>
      event.type === 'presence.join' ? { name: event.name, presence: event.presence } : context,
    ),
    move: assign(({ context, event }) =>
      event.type === 'presence.switch' && context.presence !== null
        ? { presence: { ...context.presence, server: event.server } }
        : context,
    ),
    forgetPresence: assign({ presence: null }),
    forgetBan: assign({ ban: null }),
    forgetCommand: assign({ command: null }),
  },
});

/**
 * One player: whether they are on the network, and whether they may be. The two sides are parallel, so that a ban
 * that is being written neither waits for the player's comings and goings nor is lost by them.
 */
export const playerMachine = player.createMachine({
  id: 'player',
  options: BOUNDED_TURNS,
  type: 'parallel',
  context: ({ input }) => beginPlayer(input),
  on: { '*': { actions: 'refuse' } },
  states: {
    presence: {
      initial: 'offline',
      states: {
        offline: {
          on: {
            'presence.admit': { target: 'admitting' },
            'presence.join': [
              { guard: 'isBanned', actions: 'tellRefused' },
              { target: 'online', actions: ['enter', 'tellJoined'] },
            ],
          },
        },
        admitting: {
          on: {
            'presence.admit': {},
            'presence.forget': { target: 'offline' },
            'presence.join': [
              { guard: 'isBanned', target: 'offline', actions: 'tellRefused' },
              { target: 'online', actions: ['enter', 'tellJoined'] },
            ],
          },
        },
        online: {
          tags: 'online',
          on: {
            'presence.admit': {},
            'presence.switch': {
              actions: [emit(({ context, event }) => switched(context, event.server)), 'move'],
            },
            'presence.lost': { target: 'leaving' },
            'presence.leave': { target: 'offline', actions: ['tellLeft', 'forgetPresence'] },
          },
        },
        /** The link that vouched for the player is gone; for the grace time they count as online. */
        leaving: {
          tags: 'online',
          on: {
            'presence.admit': {},
            'presence.resume': { target: 'online' },
            'presence.leave': { target: 'offline', actions: ['tellLeft', 'forgetPresence'] },
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
            'ban.request': {
              target: 'banning',
              actions: assign(({ event }) => ({
                command: { kind: 'ban', requestId: event.requestId, draft: event.draft, by: event.by },
              })),
            },
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
                'forgetCommand',
              ],
            },
            onError: {
              target: 'clear',
              actions: [emit(({ context, event }) => failed(context, event.error)), 'forgetCommand'],
            },
          },
        },
        banned: {
          initial: 'temporary',
          on: {
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
                  actions: ['tellExpired', 'forgetBan'],
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
                'forgetBan',
                'forgetCommand',
              ],
            },
            onError: {
              target: 'deciding',
              actions: [emit(({ context, event }) => failed(context, event.error)), 'forgetCommand'],
            },
          },
          on: {
            // The ban ran out while its lifting is being written: whatever comes of the write, it is over.
            'ban.expired': { guard: 'isTemporary', actions: ['tellExpired', 'forgetBan'] },
          },
        },
      },
    },
  },
});
