import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LINK_GRACE_MS, linkMachine } from '../../src/machines/link/machine.ts';
import { followsModel } from '../machines/model-run.ts';
import { recordActor, eventText } from '../machines/recording-actor.ts';

type Op = { do: 'synced' | 'lost' | 'resumed' | 'replaced' } | { do: 'wait'; ms: number };

const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('synced', 'lost', 'resumed') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replaced') }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(500, 4_000, 9_500, 10_000, 60_000) }),
  },
);

/** A lease as a simple model: what the agent must do, and how many milliseconds are left for it. */
interface Model {
  must: 'report' | 'nothing' | 'reconnect' | 'leave';
  left: number;
}

const INITIAL: Model = { must: 'report', left: LINK_GRACE_MS };

function expected(model: Model, one: Op): string[] {
  const to = (must: Model['must']): string[] => {
    Object.assign(model, { must, left: LINK_GRACE_MS });
    return [];
  };
  const refused = one.do === 'wait' ? [] : [`event.refused link.${one.do}`];
  if (one.do === 'wait') return waited(model, one.ms);
  if (one.do === 'replaced') return [...to('leave'), 'link.closed replaced'];
  if (one.do === 'synced') {
    if (model.must === 'reconnect') return refused;
    return model.must === 'nothing' ? [] : to('nothing');
  }
  if (one.do === 'lost') return model.must === 'reconnect' ? [] : to('reconnect');
  return model.must === 'reconnect' ? to('report') : refused;
}

function waited(model: Model, ms: number): string[] {
  const events: string[] = [];
  let time = ms;
  while (model.must !== 'nothing' && model.must !== 'leave' && time >= model.left) {
    time -= model.left;
    events.push(model.must === 'report' ? 'link.overdue' : 'link.closed expired');
    model.must = model.must === 'report' ? 'reconnect' : 'leave';
    model.left = LINK_GRACE_MS;
  }
  model.left -= time;
  return events;
}

const STATES = { report: 'greeting', nothing: 'synced', reconnect: 'stale', leave: 'closed' };
const INPUT = { role: 'proxy', name: 'p', platform: 'modern', epoch: 1 } as const;

describe('the lease of an agent, whatever happens in whatever order', () => {
  it('does what the model says, and closes once', () =>
    followsModel(
      fc.constant(null),
      op,
      () => ({ model: { ...INITIAL }, real: recordActor(linkMachine, INPUT) }),
      async (one, model, { actor, pass, emitted }) => {
        if (model.must === 'leave') {
          pass(LINK_GRACE_MS * 10);
          expect(emitted()).toEqual([]);
          return;
        }
        const events = expected(model, one);
        if (one.do === 'wait') pass(one.ms);
        else actor.send({ type: `link.${one.do}` });
        expect(emitted().map((event) => eventText(event, 'why', 'refused'))).toEqual(events);
        expect(actor.getSnapshot().value).toBe(STATES[model.must]);
      },
    ));
});
