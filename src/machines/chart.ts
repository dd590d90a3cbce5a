import type { AnyStateMachine, StateValue } from 'xstate';
import type { ChartState, ChartTransition, MachineChart } from '../domain/inspection/chart.ts';

type StateNode = AnyStateMachine['root'];
type Transition = NonNullable<StateNode['always']>[number];

/** The chart of a machine, from its nodes in the order of their declaration. Nothing of the machine runs. */
export function chartOf(machine: AnyStateMachine): MachineChart {
  const nodes = nodesFrom(machine.root);
  return {
    id: machine.id,
    states: nodes.map(stateOf),
    transitions: nodes.flatMap((node) =>
      transitionsOf(node).map((transition) => transitionOf(transition, machine)),
    ),
  };
}

/** The id of a transition in the chart; also for transitions that a running actor has taken. */
export function transitionId(transition: Transition): string {
  const index = candidatesOf(transition.source, transition.eventType).indexOf(transition);
  return `${transition.source.id} ${transition.eventType || 'always'} ${index}`;
}

/** The ids of the active states of a state value, beginning with the id of the machine. */
export function activeStates(machine: string, value: StateValue): string[] {
  const below = (parent: string, value: StateValue | undefined): string[] => {
    if (value === undefined) return [];
    if (typeof value === 'string') return [`${parent}.${value}`];
    return Object.keys(value).flatMap((key) => [
      `${parent}.${key}`,
      ...below(`${parent}.${key}`, value[key]),
    ]);
  };
  return [machine, ...below(machine, value)];
}

function nodesFrom(node: StateNode): StateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesFrom)];
}

function stateOf(node: StateNode): ChartState {
  return {
    id: node.id,
    key: node.key,
    parent: node.parent?.id ?? null,
    type: node.type === 'history' ? 'atomic' : node.type,
    initial: node.parent?.config.initial === node.key,
    tags: [...node.tags],
    // The timers of `after` are entry actions too; the chart shows them as transitions.
    entry: node.entry.filter((action) => !isTimer(action)).map(actionName),
    exit: node.exit.filter((action) => !isTimer(action)).map(actionName),
    invokes: node.invoke.map(({ id, src }) => ({ id, src: typeof src === 'string' ? src : 'inline' })),
  };
}

function transitionsOf(node: StateNode): Transition[] {
  return [...(node.always ?? []), ...[...node.transitions.values()].flat()];
}

function candidatesOf(node: StateNode, eventType: string): readonly Transition[] {
  return (eventType === '' ? node.always : node.transitions.get(eventType)) ?? [];
}

function transitionOf(transition: Transition, machine: AnyStateMachine): ChartTransition {
  const { eventType } = transition;
  const [kind, label] = kindOf(eventType);
  return {
    id: transitionId(transition),
    source: transition.source.id,
    targets: (transition.target ?? []).map(({ id }) => id),
    kind,
    event: eventType,
    label,
    guard: guardName(transition.guard),
    actions: transition.actions.map(actionName),
    delayMs: kind === 'after' ? delayOf(label, machine) : null,
  };
}

const BUILT_IN: readonly (readonly [start: string, kind: ChartTransition['kind'], word: string])[] = [
  ['xstate.done.actor.', 'done', 'done '],
  ['xstate.error.actor.', 'error', 'failed '],
  ['xstate.done.state.', 'done', 'finished '],
];

function kindOf(eventType: string): [kind: ChartTransition['kind'], label: string] {
  if (eventType === '') return ['always', 'always'];
  if (eventType === '*') return ['any', 'anything else'];
  // `xstate.after.<delay>.<state id>`
  if (eventType.startsWith('xstate.after.')) return ['after', eventType.split('.')[2] ?? ''];
  for (const [start, kind, word] of BUILT_IN) {
    if (eventType.startsWith(start)) return [kind, word + eventType.slice(start.length)];
  }
  return ['event', eventType];
}

function delayOf(name: string, { implementations }: AnyStateMachine): number | null {
  const delay: unknown = Number.isNaN(Number(name)) ? implementations.delays?.[name] : Number(name);
  return typeof delay === 'number' ? delay : null;
}

function guardName(guard: unknown): string | null {
  if (guard === undefined) return null;
  return typeof guard === 'string' ? guard : (typeOf(guard) ?? 'inline');
}

/** The declared name; for a built-in action what it does, and with which event if that is fixed. */
function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  const name = (typeOf(action) ?? 'inline').replace('xstate.', '');
  const { event } = action as { event?: { type?: unknown } };
  return typeof event?.type === 'string' ? `${name} ${event.type}` : name;
}

function isTimer(action: unknown): boolean {
  return typeOf(action)?.startsWith('xstate.raise') === true || typeOf(action) === 'xstate.cancel';
}

function typeOf(it: unknown): string | undefined {
  const { type } = it as { type?: unknown };
  return typeof type === 'string' ? type : undefined;
}
