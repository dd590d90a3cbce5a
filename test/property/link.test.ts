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

/** A lease in plain words: what the agent has to do, and until when. */
interface Model {
  must: 'sayItsTruth' | 'nothing' | 'comeBack' | 'goAway';
  left: number;
}

const BEGIN: Model = { must: 'sayItsTruth', left: LINK_GRACE_MS };

function expected(model: Model, one: Op): string[] {
  const to = (must: Model['must']): string[] => {
    Object.assign(model, { must, left: LINK_GRACE_MS });
    return [];
  };
  const refused = one.do === 'wait' ? [] : [`event.refused link.${one.do}`];
  if (one.do === 'wait') return waited(model, one.ms);
  if (one.do === 'replaced') return [...to('goAway'), 'link.closed replaced'];
  if (one.do === 'synced') {
    if (model.must === 'comeBack') return refused;
    return model.must === 'nothing' ? [] : to('nothing');
  }
  if (one.do === 'lost') return model.must === 'comeBack' ? [] : to('comeBack');
  return model.must === 'comeBack' ? to('sayItsTruth') : refused;
}

function waited(model: Model, ms: number): string[] {
  const emitted: string[] = [];
  let time = ms;
  while (model.must !== 'nothing' && model.must !== 'goAway' && time >= model.left) {
    time -= model.left;
    emitted.push(model.must === 'sayItsTruth' ? 'link.overdue' : 'link.closed expired');
    model.must = model.must === 'sayItsTruth' ? 'comeBack' : 'goAway';
    model.left = LINK_GRACE_MS;
  }
  model.left -= time;
  return emitted;
}

const STATES = { sayItsTruth: 'greeting', nothing: 'synced', comeBack: 'stale', goAway: 'closed' };
const INPUT = { role: 'proxy', name: 'p', platform: 'modern', epoch: 1 } as const;

describe('the lease of an agent, whatever happens in whatever order', () => {
  it('does what the plain model says, and closes once', () =>
    followsModel(
      fc.constant(null),
      op,
      () => ({ model: { ...BEGIN }, real: recordActor(linkMachine, INPUT) }),
      async (one, model, { actor, pass, emitted }) => {
        if (model.must === 'goAway') {
          pass(LINK_GRACE_MS * 10);
          expect(emitted()).toEqual([]);
          return;
        }
        const says = expected(model, one);
        if (one.do === 'wait') pass(one.ms);
        else actor.send({ type: `link.${one.do}` });
        expect(emitted().map((event) => eventText(event, 'why', 'refused'))).toEqual(says);
        expect(actor.getSnapshot().value).toBe(STATES[model.must]);
      },
    ));
});
