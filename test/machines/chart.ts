import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  SimulatedClock,
  type StateValue,
} from 'xstate';
import { getShortestPaths } from 'xstate/graph';

type StateNode = AnyStateMachine['root'];
type Transition = StateNode['always'] extends readonly (infer T)[] | undefined ? T : never;

/** Every state node of a machine but its root, depth first. */
export function nodesOf(machine: AnyStateMachine): StateNode[] {
  const below = (node: StateNode): StateNode[] =>
    Object.values(node.states).flatMap((child) => [child, ...below(child)]);
  return below(machine.root);
}

/** The ids of the active nodes of a state value. */
function idsIn(node: StateNode, value: StateValue): string[] {
  const below = typeof value === 'string' ? { [value]: {} } : value;
  return Object.entries(below).flatMap(([key, deeper]) => {
    const child = node.states[key];
    return child === undefined ? [] : [child.id, ...idsIn(child, deeper ?? {})];
  });
}

/** A name for every transition of the chart: its source, its event and which of the candidates it is. */
export function transitionsOf(machine: AnyStateMachine): Map<Transition, string> {
  const names = new Map<Transition, string>();
  for (const node of [machine.root, ...nodesOf(machine)]) {
    for (const [type, candidates] of node.transitions) {
      candidates.forEach((candidate, index) => names.set(candidate, `${node.id} on ${type} #${index}`));
    }
    node.always?.forEach((candidate, index) => names.set(candidate, `${node.id} always #${index}`));
  }
  return names;
}

/** One event that was sent to a running actor, with its effects as XState reports them. */
export interface Step {
  readonly event: AnyEventObject;
  readonly before: { readonly value: unknown; readonly context: unknown };
  readonly after: { readonly value: unknown; readonly context: unknown; readonly status: string };
  readonly taken: readonly string[];
  readonly emitted: readonly AnyEventObject[];
}

export interface Exploration {
  readonly states: Set<string>;
  readonly transitions: Set<string>;
  readonly steps: readonly Step[];
}

/**
 * Takes the shortest path to every state (states are equal if `serializeState` is) and sends every event there to a running
 * actor. Timers and invoked work are events here (`xstate.after…`, `xstate.done.actor…`), so that nothing has to wait; the
 * invoked work of the machine must never settle by itself.
 */
export function explore(
  machine: AnyStateMachine,
  inputs: readonly unknown[],
  events: readonly AnyEventObject[],
  serializeState: (snapshot: { value: unknown; context: never }) => string,
): Exploration {
  const names = transitionsOf(machine);
  const found = { states: new Set<string>(), transitions: new Set<string>(), steps: [] as Step[] };
  for (const input of inputs) {
    const paths = getShortestPaths(machine, {
      input,
      events,
      serializeState: (snapshot) => serializeState(snapshot as never),
      stopWhen: (snapshot) => snapshot.status !== 'active',
    });
    for (const path of paths) {
      const way = path.steps.map((step) => step.event).filter((event) => event.type !== 'xstate.init');
      for (const event of events) runPath(machine, input, [...way, event], names, found);
    }
  }
  return found;
}

function runPath(
  machine: AnyStateMachine,
  input: unknown,
  way: readonly AnyEventObject[],
  names: ReadonlyMap<Transition, string>,
  found: { states: Set<string>; transitions: Set<string>; steps: Step[] },
): void {
  let taken: string[] = [];
  const actor: AnyActorRef = createActor(machine, {
    input,
    clock: new SimulatedClock(),
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.microstep') return;
      const { _transitions: transitions, snapshot } = inspected;
      for (const one of transitions) taken.push(names.get(one as Transition) ?? 'unknown');
      for (const id of idsIn(machine.root, (snapshot as AnyMachineSnapshot).value)) found.states.add(id);
    },
  });
  let emitted: AnyEventObject[] = [];
  actor.on('*', (event) => emitted.push(event));
  actor.start();
  for (const name of taken) found.transitions.add(name);
  for (const id of idsIn(machine.root, actor.getSnapshot().value)) found.states.add(id);
  for (const event of way) {
    if (actor.getSnapshot().status !== 'active') break;
    taken = [];
    emitted = [];
    const before = actor.getSnapshot();
    actor.send(event);
    found.steps.push({ event, before, after: actor.getSnapshot(), taken, emitted });
    for (const name of taken) found.transitions.add(name);
  }
  actor.stop();
}
