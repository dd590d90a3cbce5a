import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RebootInput } from '../../src/machines/reboot/context.ts';
import type { RebootEvent } from '../../src/machines/reboot/events.ts';
import { REBOOT_LIMITS_MS, rebootMachine } from '../../src/machines/reboot/machine.ts';
import { settledWork, settled } from '../machines/machine-fixture.ts';
import { followsModel } from '../machines/model-run.ts';
import { recordActor, eventText } from '../machines/recording-actor.ts';

type Op =
  | { do: 'emptied' | 'gone' | 'returned' | 'removed' }
  | { do: 'progress'; phase: 'countdown' | 'saving' | 'stopping' | 'failed' }
  /** Whatever the machine invoked ends, well or badly. */
  | { do: 'work'; well: boolean }
  | { do: 'wait'; ms: number };

const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('emptied', 'gone', 'returned') }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('work'), well: fc.constantFrom(true, true, true, false) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      ms: fc.constantFrom(500, 1_000, 3_000, 15_000, 30_000, 100_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('removed') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('progress'),
      phase: fc.constantFrom('countdown', 'saving', 'stopping', 'failed'),
    }),
  },
);

const plan: fc.Arbitrary<RebootInput> = fc.record({
  id: fc.constant('b1'),
  server: fc.constant('arena'),
  countdownSeconds: fc.integer({ min: 0, max: 6 }),
  announceAt: fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { maxLength: 4 }),
  force: fc.boolean(),
});

/** A simple model of a reboot. `left` is the time until the step fails, or until the next second is counted. */
interface Model {
  readonly plan: RebootInput;
  at: 'counting' | 'moving' | 'checking' | 'stopping' | 'awaiting' | 'done' | 'failed';
  seconds: number;
  left: number;
  /** Whether the work of the step is still running. */
  working: boolean;
}

const LIMITS = {
  counting: 1_000,
  moving: REBOOT_LIMITS_MS.evacuating,
  checking: REBOOT_LIMITS_MS.confirming,
  stopping: REBOOT_LIMITS_MS.stopping,
  awaiting: REBOOT_LIMITS_MS.awaitingReturn,
  done: Number.POSITIVE_INFINITY,
  failed: Number.POSITIVE_INFINITY,
};

function go(model: Model, at: Model['at']): string[] {
  model.at = at;
  model.left = LIMITS[at];
  model.working = at === 'moving' || at === 'stopping';
  return at === 'stopping' ? ['reboot.stopping'] : [];
}

function count(model: Model): string[] {
  if (model.seconds <= 0) return ['reboot.closing', ...go(model, 'moving')];
  model.left = LIMITS.counting;
  return model.plan.announceAt.includes(model.seconds) ? [`reboot.announce ${model.seconds}`] : [];
}

function giveUp(model: Model): string[] {
  const forced = model.plan.force && (model.at === 'moving' || model.at === 'checking');
  return go(model, forced ? 'stopping' : 'failed');
}

function expected(model: Model, one: Op): string[] {
  const { at } = model;
  switch (one.do) {
    case 'wait': {
      const emitted: string[] = [];
      for (let ms = one.ms; ms > 0; ms -= 500) {
        model.left -= 500;
        if (model.left > 0) continue;
        if (model.at === 'counting') model.seconds -= 1;
        emitted.push(...(model.at === 'counting' ? count(model) : giveUp(model)));
      }
      return emitted;
    }
    case 'work':
      if (!model.working) return [];
      model.working = false;
      if (!one.well) return giveUp(model);
      return at === 'moving' ? go(model, 'checking') : [];
    case 'emptied':
      return at === 'checking' ? go(model, 'stopping') : [];
    case 'gone':
      if (at === 'awaiting') return [];
      return go(model, at === 'stopping' ? 'awaiting' : 'failed');
    case 'returned':
      return at === 'awaiting' ? go(model, 'done') : [];
    case 'progress':
      return one.phase === 'failed' ? go(model, 'failed') : [];
    default:
      return go(model, 'failed');
  }
}

function eventOf(one: Exclude<Op, { do: 'wait' | 'work' }>): RebootEvent {
  return one.do === 'progress'
    ? { type: 'reboot.progress', phase: one.phase, detail: '' }
    : { type: `server.${one.do}` };
}

function begin(input: RebootInput) {
  const evacuations = settledWork<void, { server: string }>();
  const stops = settledWork<void, { id: string; server: string }>();
  const machine = rebootMachine.provide({
    actors: { evacuate: evacuations.logic, stopServer: stops.logic },
  });
  const live = recordActor(machine, input);
  const play = async (one: Op): Promise<void> => {
    if (live.actor.getSnapshot().status !== 'active') return;
    if (one.do === 'wait') return live.pass(one.ms);
    if (one.do !== 'work') return live.actor.send(eventOf(one));
    const [task] = [...evacuations.tasks, ...stops.tasks];
    if (one.well) task?.finish();
    else task?.fail(new Error('no'));
    await settled();
  };
  return { ...live, play, stops };
}

function everyRun(promise: (given: RebootInput, ops: readonly Op[]) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(plan, fc.array(op, { maxLength: 30 }), promise), { numRuns: 200 });
}

const STATES = {
  counting: { countdown: 'waiting' },
  moving: 'evacuating',
  checking: 'confirming',
  stopping: 'stopping',
  awaiting: 'awaitingReturn',
  done: 'done',
  failed: 'failed',
};

describe('a reboot, after any events in any order,', () => {
  it('agrees with the model', () =>
    followsModel(
      plan,
      op,
      (given) => {
        const model: Model = {
          plan: given,
          at: 'counting',
          seconds: given.countdownSeconds,
          left: 0,
          working: false,
        };
        const real = begin(given);
        expect(real.emitted().map((event) => eventText(event, 'secondsLeft'))).toEqual(count(model));
        return { model, real };
      },
      async (one, model, real) => {
        if (model.at === 'done' || model.at === 'failed') return;
        const says = expected(model, one);
        await real.play(one);
        expect(real.emitted().map((event) => eventText(event, 'secondsLeft'))).toEqual(says);
        expect(real.actor.getSnapshot().value).toEqual(STATES[model.at]);
      },
    ));

  it('never stops a server unless it was emptied after all players were moved, or it is forced', () =>
    everyRun(async (given, ops) => {
      const real = begin(given);
      for (const one of ops) {
        const confirming = real.actor.getSnapshot().matches('confirming');
        await real.play(one);
        if (!real.emittedTypes().includes('reboot.stopping')) continue;
        expect(given.force || (confirming && one.do === 'emptied')).toBe(true);
      }
      expect(real.stops.asked.length).toBeLessThanOrEqual(1);
    }));

  it('ends, done or failed, within the sum of its limits, even if nothing happens', () =>
    everyRun(async (given, ops) => {
      const real = begin(given);
      for (const one of ops) await real.play(one);
      const limits = Object.values(REBOOT_LIMITS_MS).reduce((sum, limit) => sum + limit, 0);
      real.pass(given.countdownSeconds * 1_000 + limits);
      expect(real.actor.getSnapshot().status).toBe('done');
      const { value, output } = real.actor.getSnapshot();
      expect(output?.ok).toBe(value === 'done');
      expect(output?.failure === '').toBe(value === 'done');
    }));

  it('counts down: announced seconds decrease, are configured, and end before the server is closed to players', () =>
    everyRun(async (given) => {
      const real = begin(given);
      real.pass(given.countdownSeconds * 1_000);
      const emitted = real.emitted();
      const asked = given.announceAt.filter((second) => second > 0 && second <= given.countdownSeconds);
      expect(emitted.map(({ type, secondsLeft }) => secondsLeft ?? type)).toEqual([
        ...asked.sort((a, b) => b - a),
        'reboot.closing',
      ]);
    }));
});
