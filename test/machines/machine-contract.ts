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

export interface MachineUnderTest {
  /** Its invoked work must never settle by itself: the outcomes are among the events. */
  readonly machine: AnyStateMachine;
  /** The inputs from which, together, every state can be reached. */
  readonly inputs: readonly unknown[];
  /** Every event with an effect of its own, including `xstate.after…`, `xstate.done.actor…` and `xstate.error.actor…`. */
  readonly events: readonly AnyEventObject[];
  readonly eventTypes: readonly string[];
  /** The part of a snapshot that distinguishes states of the exploration; must have finitely many values. */
  readonly place: (snapshot: { value: unknown; context: never }) => string;
}

const UNKNOWN: AnyEventObject = { type: 'test.unknown' };

/** The promises that every machine of this project keeps. */
export function machineContract(name: string, tested: MachineUnderTest): void {
  const { machine, inputs, events, eventTypes, place } = tested;
  const input = fc.constantFrom(...inputs);
  const event = fc.constantFrom(...events, UNKNOWN);
  const many = fc.array(event, { maxLength: 30 });

  describe(`the ${name} machine keeps the promises of every machine`, () => {
    const found = explore(machine, inputs, [...events, UNKNOWN], place);

    it('reaches every state of its chart', () => {
      const drawn = nodesOf(machine).map((node) => node.id);
      expect(found.states).toEqual(new Set(drawn));
    });

    it('takes every transition of its chart', () => {
      expect(found.transitions).toEqual(new Set(transitionsOf(machine).values()));
    });

    it('refuses an event that its state does not handle, once, and changes nothing', () => {
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

    it('takes or refuses every event, and drops none silently', () => {
      for (const step of found.steps) expect(step.taken).not.toEqual([]);
    });

    it('handles the types of its event table, and no others', () => {
      const own = machine.events.filter((type) => type !== '*' && !type.startsWith('xstate.'));
      expect(new Set<string>(own)).toEqual(new Set(eventTypes));
      expect(new Set(eventTypes).size).toBe(eventTypes.length);
      const tried = new Set(events.map((one) => one.type));
      for (const type of machine.events) if (type !== '*') expect(tried).toContain(type);
    });

    it('cannot hang the process in a cycle of transitions', () => {
      expect(machine.options.maxIterations).toBeLessThanOrEqual(1_000);
    });

    it('behaves like its pure transition function, step by step', () => {
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

    it('behaves the same after it was persisted and restored', () => {
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

/** An actor that has ended is stopped by its owner and gets no more events. */
function isActive(actor: AnyActorRef): boolean {
  return actor.getSnapshot().status === 'active';
}

/** The parts of a snapshot that are compared, as JSON, because they are persisted as JSON. */
function essence(snapshot: AnyMachineSnapshot): unknown {
  const { status, value, context, output } = snapshot;
  return JSON.parse(JSON.stringify({ status, value, context, output }));
}

function emittedOf(actions: readonly { type: string; params?: unknown }[]): unknown[] {
  return actions
    .filter((action) => action.type === 'xstate.emit')
    .map((action) => (action.params as { event: unknown }).event);
}
