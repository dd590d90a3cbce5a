import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { RebootInput } from '../../src/machines/reboot/context.ts';
import { REBOOT_EVENT_TYPES } from '../../src/machines/reboot/events.ts';
import { REBOOT_LIMITS_MS, rebootMachine } from '../../src/machines/reboot/machine.ts';
import { settledWork, endless, settled } from './machine-fixture.ts';
import { machineContract } from './machine-contract.ts';
import { recordActor } from './recording-actor.ts';

const PLAN: RebootInput = { id: 'b1', server: 'arena', countdownSeconds: 0, announceAt: [], force: false };
const idle = rebootMachine.provide({ actors: { evacuate: endless(), stopServer: endless() } });

machineContract('reboot', {
  machine: idle,
  inputs: [PLAN, { ...PLAN, countdownSeconds: 2, announceAt: [1] }, { ...PLAN, force: true }],
  events: [
    { type: 'reboot.progress', phase: 'saving', detail: '' },
    { type: 'reboot.progress', phase: 'failed', detail: 'disk full' },
    { type: 'server.emptied' },
    { type: 'server.gone' },
    { type: 'server.returned' },
    { type: 'server.removed' },
    { type: 'xstate.after.second.reboot.countdown.waiting' },
    { type: 'xstate.after.evacuating.reboot.evacuating' },
    { type: 'xstate.after.confirming.reboot.confirming' },
    { type: 'xstate.after.stopping.reboot.stopping' },
    { type: 'xstate.after.awaitingReturn.reboot.awaitingReturn' },
    { type: 'xstate.done.actor.evacuate' },
    { type: 'xstate.error.actor.evacuate', error: new Error('no hub is up') },
    { type: 'xstate.done.actor.stopServer' },
    { type: 'xstate.error.actor.stopServer', error: 'away' },
  ],
  eventTypes: REBOOT_EVENT_TYPES,
  place: ({ value, context }) => JSON.stringify([value, (context as { secondsLeft: number }).secondsLeft]),
});

function atWork(plan: Partial<RebootInput> = {}) {
  const evacuations = settledWork<void, { server: string }>();
  const stops = settledWork<void, { id: string; server: string }>();
  const machine = rebootMachine.provide({
    actors: { evacuate: evacuations.logic, stopServer: stops.logic },
  });
  const watched = recordActor(machine, { ...PLAN, ...plan });
  const failure = () => watched.actor.getSnapshot().output?.failure;
  return { ...watched, evacuations: evacuations.tasks, stops: stops.tasks, failure };
}

describe('a reboot', () => {
  it('warns, closes the server to players, empties it, stops it, and is done when it is back', async () => {
    const { actor, clock, emitted, evacuations, stops } = atWork({
      countdownSeconds: 3,
      announceAt: [10, 2, 1],
    });
    expect(emitted()).toEqual([]);
    clock.increment(1000);
    expect(emitted()).toEqual([{ type: 'reboot.announce', secondsLeft: 2 }]);
    clock.increment(1000);
    expect(emitted()).toEqual([{ type: 'reboot.announce', secondsLeft: 1 }]);
    clock.increment(1000);
    expect(emitted()).toEqual([{ type: 'reboot.closing' }]);
    expect(evacuations[0]?.input).toEqual({ server: 'arena' });
    evacuations[0]?.finish();
    await settled();
    expect(emitted()).toEqual([]);
    actor.send({ type: 'server.emptied' });
    expect(emitted()).toEqual([{ type: 'reboot.stopping' }]);
    expect(stops[0]?.input).toEqual({ id: 'b1', server: 'arena' });
    stops[0]?.finish();
    await settled();
    actor.send({ type: 'server.gone' });
    actor.send({ type: 'server.returned' });
    expect(actor.getSnapshot().output).toEqual({ ok: true, failure: '' });
  });

  it('announces the first second too, and each second once', () => {
    const { pass, emitted } = atWork({ countdownSeconds: 2, announceAt: [2, 2, 1] });
    pass(5000);
    expect(emitted()).toEqual([
      { type: 'reboot.announce', secondsLeft: 2 },
      { type: 'reboot.announce', secondsLeft: 1 },
      { type: 'reboot.closing' },
    ]);
  });

  it('never stops a server with players on it, and fails with the reason', async () => {
    const { clock, evacuations, stops, failure } = atWork();
    evacuations[0]?.finish();
    await settled();
    clock.increment(REBOOT_LIMITS_MS.confirming);
    expect(failure()).toBe('players were still on the server');
    expect(stops).toEqual([]);
  });

  it('that is forced stops the server even with players on it', async () => {
    const refused = atWork({ force: true });
    refused.evacuations[0]?.fail(new Error('no hub is up'));
    await settled();
    expect(refused.emittedTypes()).toEqual(['reboot.closing', 'reboot.stopping']);

    const stalled = atWork({ force: true });
    stalled.clock.increment(REBOOT_LIMITS_MS.evacuating);
    expect(stalled.emittedTypes()).toEqual(['reboot.closing', 'reboot.stopping']);
  });

  it.each([
    ['evacuating', 'players could not be moved in time', []],
    ['stopping', 'the server did not stop in time', ['empty']],
    ['awaitingReturn', 'the server did not come back', ['empty', 'gone']],
  ] as const)('that stalls in %s fails by name: %s', async (step, words, way) => {
    const { actor, clock, evacuations, failure } = atWork();
    if (way.some((one) => one === 'empty')) {
      evacuations[0]?.finish();
      await settled();
      actor.send({ type: 'server.emptied' });
    }
    if (way.some((one) => one === 'gone')) actor.send({ type: 'server.gone' });
    clock.increment(REBOOT_LIMITS_MS[step] - 1);
    expect(failure()).toBeUndefined();
    clock.increment(1);
    expect(failure()).toBe(words);
  });

  it.each([
    [new Error('no hub is up'), 'no hub is up'],
    [new Error(''), 'the work of this step failed'],
    ['a thrown string', 'the work of this step failed'],
    [undefined, 'the work of this step failed'],
  ])('that failed is never reported as done, whatever was thrown: %s', async (thrown, words) => {
    const { actor, evacuations } = atWork();
    evacuations[0]?.fail(thrown);
    await settled();
    expect(actor.getSnapshot().output).toEqual({ ok: false, failure: words });
  });

  it('fails at once when the server is removed, stops too early, or reports a failure', () => {
    const removed = atWork();
    removed.actor.send({ type: 'server.removed' });
    expect(removed.failure()).toBe('the server was removed');
    const gone = atWork();
    gone.actor.send({ type: 'server.gone' });
    expect(gone.failure()).toBe('the server went away before it was stopped');
    const unable = atWork();
    unable.actor.send({ type: 'reboot.progress', phase: 'saving', detail: 'half way' });
    unable.actor.send({ type: 'reboot.progress', phase: 'failed', detail: '' });
    expect(unable.failure()).toBe('the game server could not reboot');
  });

  it('does not continue when it is restored, because timers are not persisted', () => {
    const first = recordActor(idle, { ...PLAN, countdownSeconds: 5 });
    const clock = new SimulatedClock();
    const second = createActor(idle, {
      clock,
      snapshot: first.actor.getPersistedSnapshot(),
    } as never).start();
    clock.increment(3_600_000);
    expect(second.getSnapshot().value).toEqual({ countdown: 'waiting' });
    expect(second.getSnapshot().context.secondsLeft).toBe(5);
  });
});
