import { assign, emit, fromPromise, setup } from 'xstate';
import { STEP_LIMIT } from '../step-limit.ts';
import {
  type BanOrder,
  type BanWalkContext,
  type BanWalkEmitted,
  type BanWalkInput,
  type BanWalkOutcome,
  initialContext,
  failureOf,
  orderOf,
} from './context.ts';
import type { BanWalkEvent } from './events.ts';

/** How long the admin may take for a step, and how long the ban may take. */
export const BAN_WALK_LIMITS_MS = { idle: 300_000, banning: 15_000 };

const walk = setup({
  types: {
    context: {} as BanWalkContext,
    events: {} as BanWalkEvent,
    input: {} as BanWalkInput,
    emitted: {} as BanWalkEmitted,
    output: {} as BanWalkOutcome,
  },
  delays: BAN_WALK_LIMITS_MS,
  actors: {
    /** Bans the player; rejects with an error whose message the admin sees. Provided by the backend room. */
    banPlayer: fromPromise<void, BanOrder | null>(() => Promise.reject(new Error('not provided'))),
  },
  guards: {
    isSomebodyElse: ({ context, event }) =>
      event.type === 'walk.player' && event.player.uuid !== context.by.uuid,
  },
  actions: {
    refuse: emit(({ event }) => ({ type: 'event.refused', refused: event.type })),
    choosePlayer: assign(({ event }) => (event.type === 'walk.player' ? { player: event.player } : {})),
    chooseTime: assign(({ event }) => (event.type === 'walk.time' ? { time: event.time } : {})),
    chooseReason: assign(({ event }) => (event.type === 'walk.reason' ? { reason: event.reason } : {})),
    turnPage: assign(({ event }) => (event.type === 'walk.page' ? { page: Math.max(0, event.page) } : {})),
    openFirstPage: assign({ page: 0 }),
    clearFailure: assign({ failure: '' }),
    fail: assign((_, failure: string) => ({ failure })),
  },
});

/**
 * The dialog in which an admin bans a player: whom, for how long, why, and a confirmation. Every step can be undone, and a
 * step that takes too long ends the dialog. A ban that fails leads back to the confirmation, with the reason.
 */
export const banWalkMachine = walk.createMachine({
  id: 'ban-walk',
  options: STEP_LIMIT,
  context: ({ input }) => initialContext(input),
  initial: 'choosingPlayer',
  output: ({ event }) => ({ banned: event.type === 'xstate.done.state.ban-walk.banned' }),
  on: {
    '*': { actions: 'refuse' },
    'walk.cancel': { target: '.cancelled' },
  },
  states: {
    choosingPlayer: {
      entry: 'openFirstPage',
      on: {
        'walk.player': [
          { guard: 'isSomebodyElse', target: 'choosingTime', actions: 'choosePlayer' },
          { actions: 'refuse' },
        ],
        'walk.page': { actions: 'turnPage' },
        'walk.back': { target: 'cancelled' },
      },
      after: { idle: { target: 'cancelled' } },
    },
    choosingTime: {
      on: {
        'walk.time': { target: 'choosingReason', actions: 'chooseTime' },
        'walk.back': { target: 'choosingPlayer' },
      },
      after: { idle: { target: 'cancelled' } },
    },
    choosingReason: {
      entry: 'openFirstPage',
      on: {
        'walk.reason': { target: 'confirming', actions: ['chooseReason', 'clearFailure'] },
        'walk.page': { actions: 'turnPage' },
        'walk.back': { target: 'choosingTime' },
      },
      after: { idle: { target: 'cancelled' } },
    },
    confirming: {
      on: {
        'walk.confirm': { target: 'banning' },
        'walk.back': { target: 'choosingReason' },
      },
      after: { idle: { target: 'cancelled' } },
    },
    /** Cannot be cancelled: the coordinator may have stored the ban already. */
    banning: {
      invoke: {
        id: 'banPlayer',
        src: 'banPlayer',
        input: ({ context }) => orderOf(context),
        onDone: { target: 'banned' },
        onError: {
          target: 'confirming',
          actions: { type: 'fail', params: ({ event }) => failureOf(event.error) },
        },
      },
      on: { 'walk.cancel': { actions: 'refuse' } },
      after: {
        banning: {
          target: 'confirming',
          actions: {
            type: 'fail',
            params: 'It is not known whether the player is banned: there was no answer in time',
          },
        },
      },
    },
    banned: { type: 'final' },
    cancelled: { type: 'final' },
  },
});
