import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REPORTED_STATES, type ReportedState, type ServerState } from '../../src/domain/server.ts';
import { serverStateOf } from '../../src/machines/server/context.ts';
import type { ServerEvent } from '../../src/machines/server/events.ts';
import { serverMachine } from '../../src/machines/server/machine.ts';
import { followsModel } from '../machines/model-run.ts';
import { recordActor, eventText } from '../machines/recording-actor.ts';

type Op =
  | { do: 'report'; state: ReportedState }
  | { do: 'lost' | 'drain' | 'restart' | 'resume' }
  | { do: 'remove' };

const report = fc.record({ do: fc.constant('report'), state: fc.constantFrom(...REPORTED_STATES) });
const turn = fc.record({ do: fc.constantFrom('lost', 'drain', 'restart', 'resume') });
const remove = fc.record({ do: fc.constant('remove') });
const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 10, arbitrary: report },
  { weight: 20, arbitrary: turn },
  { weight: 1, arbitrary: remove },
);

/** A simple model of a server: its process, the state it reported, and what the coordinator does with it. */
interface Model {
  process: 'none' | 'up';
  said: ReportedState;
  ours: 'nothing' | 'draining' | 'restarting';
  removed: boolean;
  drains: number;
}

function wordOf({ process, said, ours, removed }: Model): ServerState {
  if (removed) return 'OFFLINE';
  if (ours !== 'nothing') return ours === 'draining' ? 'DRAINING' : 'RESTARTING';
  return process === 'up' ? said : 'OFFLINE';
}

function expected(model: Model, one: Op): string[] {
  const { process, ours } = model;
  switch (one.do) {
    case 'report':
      if (ours === 'restarting' && process === 'none') model.ours = 'nothing';
      model.process = 'up';
      model.said = one.state;
      return [];
    case 'lost':
      if (process === 'none' && ours !== 'restarting') return ['event.refused server.lost'];
      model.process = 'none';
      if (ours === 'draining') model.ours = 'nothing';
      return [];
    case 'drain': {
      model.drains += 1;
      const request = `r${model.drains}`;
      if (ours !== 'nothing') return [`command.rejected ${request} server_restarting`];
      if (process === 'none' || model.said === 'STARTING')
        return [`command.rejected ${request} platform_unavailable`];
      model.ours = 'draining';
      return [`command.done ${request}`];
    }
    case 'restart':
      if (ours !== 'draining') return ['event.refused server.restart'];
      model.ours = 'restarting';
      return [];
    case 'resume':
      if (ours === 'nothing') return ['event.refused server.resume'];
      model.ours = 'nothing';
      return [];
    default:
      model.removed = true;
      return [];
  }
}

function eventOf(one: Op, drains: number): ServerEvent {
  if (one.do === 'report') return { type: 'server.report', state: one.state };
  return one.do === 'drain'
    ? { type: 'server.drain', requestId: `r${drains}` }
    : { type: `server.${one.do}` };
}

function begin() {
  const live = recordActor(serverMachine, { name: 'arena' });
  return { ...live, word: () => serverStateOf(live.actor.getSnapshot().value) };
}

/** The steps of a run: the operation, and the public state before and after. */
function runOf(ops: readonly Op[]) {
  const { actor, word, emitted } = begin();
  const steps = [];
  for (const [index, one] of ops.entries()) {
    if (actor.getSnapshot().status !== 'active') break;
    const before = word();
    actor.send(eventOf(one, index));
    steps.push({ op: one, id: `r${index}`, before, after: word(), emitted: emitted() });
  }
  return steps;
}

const ops = fc.array(op, { maxLength: 60 });

describe('a server, after any events in any order,', () => {
  it('agrees with the model', () =>
    followsModel(
      fc.constant(null),
      op,
      () => ({
        model: { process: 'none', said: 'IDLE', ours: 'nothing', removed: false, drains: 0 } as Model,
        real: begin(),
      }),
      async (one, model, { actor, emitted, word }) => {
        if (model.removed) return;
        const says = expected(model, one);
        actor.send(eventOf(one, model.drains));
        expect(emitted().map((event) => eventText(event, 'requestId', 'code', 'refused'))).toEqual(says);
        expect(word()).toBe(wordOf(model));
      },
    ));

  it('does not leave draining or restarting because of a report of the old process', () => {
    fc.assert(
      fc.property(ops, (given) => {
        let gone = true;
        for (const { op: one, before, after } of runOf(given)) {
          if (one.do === 'lost') gone = true;
          if (one.do === 'report' && !gone && (before === 'DRAINING' || before === 'RESTARTING')) {
            expect(after).toBe(before);
          }
          if (one.do === 'report') gone = false;
        }
      }),
    );
  });

  it('takes players only while its process is running', () => {
    fc.assert(
      fc.property(ops, (given) => {
        let up = false;
        for (const { op: one, after } of runOf(given)) {
          if (one.do === 'report') up = true;
          if (one.do === 'lost' || one.do === 'remove') up = false;
          if (!up) expect(['OFFLINE', 'RESTARTING']).toContain(after);
        }
      }),
    );
  });

  it('answers every drain once, at once', () => {
    fc.assert(
      fc.property(ops, (given) => {
        for (const { op: one, id, emitted } of runOf(given)) {
          const answers = emitted.filter(({ type }) => type.startsWith('command.'));
          expect(answers.map(({ requestId }) => requestId)).toEqual(one.do === 'drain' ? [id] : []);
        }
      }),
    );
  });
});
