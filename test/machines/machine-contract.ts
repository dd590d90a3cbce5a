import * as fc from 'fast-check';
import {
  createActor,
  initialTransition,
  SimulatedClock,
  transition,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
} from 'xstate';
import { describe, expect, it } from 'vitest';
import { explore, nodesOf, transitionsOf } from './chart.ts';

export interface Exhibit {
  /** Its invoked work must never settle by itself: outcomes are among the events. */
  readonly machine: AnyStateMachine;
  /** The beginnings from which, together, everything can be reached. */
  readonly inputs: readonly unknown[];
  /** Every event worth telling apart, `xstate.after…`, `xstate.done.actor…` and `xstate.error.actor…` included. */
  readonly events: readonly AnyEventObject[];
  readonly eventTypes: readonly string[];
  /** What makes two snapshots different places; must be finite. */
  readonly place: (snapshot: { value: unknown; context: never }) => string;
}

const UNKNOWN: AnyEventObject = { type: 'test.unknown' };

/** What every machine of this project promises, whatever it is about. */
export function machineContract(name: string, exhibit: Exhibit): void {
  const { machine, inputs, events, eventTypes, place } = exhibit;
  const input = fc.constantFrom(...inputs);
  const event = fc.constantFrom(...events, UNKNOWN);
  const many = fc.array(event, { maxLength: 30 });

  describe(`the ${name} machine keeps the promises of every machine`, () => {
    const found = explore(machine, inputs, [...events, UNKNOWN], place);

    it('reaches every state it draws', () => {
      const drawn = nodesOf(machine).map((node) => node.id);
      expect(found.states).toEqual(new Set(drawn));
    });

    it('takes every transition it draws', () => {
      expect(found.transitions).toEqual(new Set(transitionsOf(machine).values()));
    });

    it('an event that its state does not have changes nothing and says so, once', () => {
      const refusals = found.steps.filter((step) => step.taken.includes(`${machine.root.id} on * #0`));
      expect(new Set(refusals.map((step) => step.event.type))).toContain(UNKNOWN.type);
      for (const { event: sent, before, after, emitted } of refusals) {
        expect(after.value).toEqual(before.value);
        expect(after.context).toEqual(before.context);
        expect(emitted).toEqual([
          'requestId' in sent
            ? { type: 'command.rejected', requestId: sent['requestId'], code: expect.any(String) }
            : { type: 'event.refused', refused: sent.type },
        ]);
      }
    });

    it('every event is taken or refused: none is dropped in silence', () => {
      for (const step of found.steps) expect(step.taken).not.toEqual([]);
    });

    it('handles the types of its event table, and no others', () => {
      const own = machine.events.filter((type) => type !== '*' && !type.startsWith('xstate.'));
      expect(new Set<string>(own)).toEqual(new Set(eventTypes));
      expect(new Set(eventTypes).size).toBe(eventTypes.length);
      const tried = new Set(events.map((one) => one.type));
      for (const type of machine.events) if (type !== '*') expect(tried).toContain(type);
    });

    it('cannot hang the process by turning in circles', () => {
      expect(machine.options.maxIterations).toBeLessThanOrEqual(1_000);
    });

    it('lives as the pure transition says, step by step', () => {
      fc.assert(
        fc.property(input, many, (given, sent) => {
          const live = begin(machine, { input: given });
          let [snapshot] = initialTransition(machine, given) as [AnyMachineSnapshot, unknown];
          live.take();
          for (const one of sent) {
            if (!isActive(live.actor)) break;
            const [next, actions] = transition(machine, snapshot, one);
            live.actor.send(one);
            expect(live.take()).toEqual(emittedOf(actions));
            expect(essence(live.actor.getSnapshot())).toEqual(essence(next));
            snapshot = next;
          }
          live.actor.stop();
        }),
      );
    });

    it('restored from what was persisted, goes on as the one that was never put away', () => {
      fc.assert(
        fc.property(input, many, many, (given, past, future) => {
          const first = begin(machine, { input: given });
          for (const one of past) if (isActive(first.actor)) first.actor.send(one);
          const kept: unknown = JSON.parse(JSON.stringify(first.actor.getPersistedSnapshot()));
          const second = begin(machine, { snapshot: kept });
          expect(second.take()).toEqual([]);
          first.take();
          expect(essence(second.actor.getSnapshot())).toEqual(essence(first.actor.getSnapshot()));
          for (const one of future) {
            if (!isActive(first.actor)) break;
            first.actor.send(one);
            second.actor.send(one);
            expect(second.take()).toEqual(first.take());
            expect(essence(second.actor.getSnapshot())).toEqual(essence(first.actor.getSnapshot()));
          }
          first.actor.stop();
          second.actor.stop();
        }),
      );
    });
  });
}

function begin(
  machine: AnyStateMachine,
  from: { input: unknown } | { snapshot: unknown },
): { actor: AnyActorRef; take: () => unknown[] } {
  const actor: AnyActorRef = createActor(machine, { ...from, clock: new SimulatedClock() } as never);
  let said: unknown[] = [];
  actor.on('*', (one) => said.push(one));
  actor.start();
  const take = (): unknown[] => {
    const taken = said;
    said = [];
    return taken;
  };
  return { actor, take };
}

/** One that has ended is stopped by its owner and sent nothing more. */
function isActive(actor: AnyActorRef): boolean {
  return actor.getSnapshot().status === 'active';
}

/** What is said is compared as JSON says it, because that is how it is persisted. */
function essence(snapshot: AnyMachineSnapshot): unknown {
  const { status, value, context, output } = snapshot;
  return JSON.parse(JSON.stringify({ status, value, context, output }));
}

function emittedOf(actions: readonly { type: string; params?: unknown }[]): unknown[] {
  return actions
    .filter((action) => action.type === 'xstate.emit')
    .map((action) => (action.params as { event: unknown }).event);
}
