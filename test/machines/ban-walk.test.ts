import { describe, expect, expectTypeOf, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { BanOrder } from '../../src/machines/ban-walk/context.ts';
import { BAN_WALK_EVENT_TYPES, type BanWalkEvent } from '../../src/machines/ban-walk/events.ts';
import { BAN_WALK_LIMITS_MS, banWalkMachine } from '../../src/machines/ban-walk/machine.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import { machineContract } from './machine-contract.ts';

const ADMIN = { uuid: '11111111-1111-4111-8111-111111111111' as Uuid, name: 'Admin' };
const MALLORY = { uuid: '22222222-2222-4222-8222-222222222222' as Uuid, name: 'Mallory' };
const CHOICES: BanWalkEvent[] = [
  { type: 'walk.player', player: MALLORY },
  { type: 'walk.time', time: '7D' },
  { type: 'walk.reason', reason: 'Cheating' },
  { type: 'walk.confirm' },
];

const endless = banWalkMachine.provide({
  actors: { banPlayer: fromPromise<void, BanOrder | null>(() => new Promise(() => {})) },
});

machineContract('ban-walk', {
  machine: endless,
  inputs: [{ by: ADMIN }],
  events: [
    ...CHOICES,
    { type: 'walk.player', player: ADMIN },
    { type: 'walk.back' },
    { type: 'walk.cancel' },
    { type: 'walk.page', page: 2 },
    { type: 'xstate.after.idle.ban-walk.choosingPlayer' },
    { type: 'xstate.after.idle.ban-walk.choosingTime' },
    { type: 'xstate.after.idle.ban-walk.choosingReason' },
    { type: 'xstate.after.idle.ban-walk.confirming' },
    { type: 'xstate.after.banning.ban-walk.banning' },
    { type: 'xstate.done.actor.banPlayer' },
    { type: 'xstate.error.actor.banPlayer', error: new Error('The database is away') },
  ],
  eventTypes: BAN_WALK_EVENT_TYPES,
  place: ({ value }) => JSON.stringify(value),
});

function walkWith(ban: (order: BanOrder | null) => Promise<void>) {
  const clock = new SimulatedClock();
  const machine = banWalkMachine.provide({
    actors: { banPlayer: fromPromise<void, BanOrder | null>(({ input }) => ban(input)) },
  });
  const actor = createActor(machine, { input: { by: ADMIN }, clock }).start();
  return { actor, clock };
}

describe('the ban dialog', () => {
  it('lists every type of its events (the compiler checks)', () => {
    expectTypeOf<(typeof BAN_WALK_EVENT_TYPES)[number]>().toEqualTypeOf<BanWalkEvent['type']>();
  });

  it('bans the chosen player for the chosen time and reason, once', async () => {
    const orders: (BanOrder | null)[] = [];
    const { actor } = walkWith(async (order) => void orders.push(order));
    for (const choice of CHOICES) actor.send(choice);
    actor.send({ type: 'walk.confirm' });
    await new Promise<void>((resolve) => actor.subscribe({ complete: resolve }));
    expect(actor.getSnapshot().output).toEqual({ banned: true });
    expect(orders).toEqual([{ by: ADMIN, player: MALLORY, time: '7D', reason: 'Cheating' }]);
  });

  it('returns to the confirmation when the ban failed, with the reason', async () => {
    const { actor } = walkWith(() => Promise.reject(new Error('This player is banned already')));
    for (const choice of CHOICES) actor.send(choice);
    await new Promise<void>((resolve) => {
      actor.subscribe((snapshot) => snapshot.matches('confirming') && resolve());
    });
    expect(actor.getSnapshot().context.failure).toBe('This player is banned already');
    actor.send({ type: 'walk.back' });
    actor.send({ type: 'walk.reason', reason: 'Spam' });
    expect(actor.getSnapshot().context.failure).toBe('');
  });

  it('does not let an admin ban themselves', () => {
    const { actor } = walkWith(() => Promise.resolve());
    actor.send({ type: 'walk.player', player: ADMIN });
    expect(actor.getSnapshot().value).toBe('choosingPlayer');
  });

  it('ends by itself when the next step takes too long', () => {
    const { actor, clock } = walkWith(() => Promise.resolve());
    actor.send({ type: 'walk.player', player: MALLORY });
    clock.increment(BAN_WALK_LIMITS_MS.idle - 1);
    expect(actor.getSnapshot().status).toBe('active');
    clock.increment(1);
    expect(actor.getSnapshot()).toMatchObject({ status: 'done', output: { banned: false } });
  });

  it('cannot be cancelled while the ban is being stored', () => {
    const { actor } = walkWith(() => new Promise(() => {}));
    for (const choice of CHOICES) actor.send(choice);
    actor.send({ type: 'walk.cancel' });
    expect(actor.getSnapshot().value).toBe('banning');
    actor.stop();
  });
});
