import * as f from '../fields/field.ts';

/** A state of a chart. Its id is the path from the machine's name, joined by dots. */
export const chartState = f.object({
  id: f.string(),
  key: f.string(),
  parent: f.nullable(f.string()),
  type: f.oneOf(['atomic', 'compound', 'parallel', 'final']),
  initial: f.described(f.boolean(), { description: 'Whether its parent starts here.' }),
  tags: f.array(f.string()),
  entry: f.array(f.string()),
  exit: f.array(f.string()),
  invokes: f.described(f.array(f.object({ id: f.string(), src: f.string() })), {
    description: 'Work that runs while the state is active.',
  }),
});

/** One transition out of a state. Of several with the same source and event, the first whose guard holds is taken. */
export const chartTransition = f.object({
  id: f.string(),
  source: f.string(),
  targets: f.described(f.array(f.string()), { description: 'Empty if the state does not change.' }),
  kind: f.described(f.oneOf(['event', 'any', 'always', 'after', 'done', 'error']), {
    description:
      '`any`: an event that no other transition handles; `done` and `error`: the end of invoked work.',
  }),
  event: f.described(f.string(), { description: 'The type in the machine; empty for `always`.' }),
  label: f.described(f.string(), { description: 'The event in readable form.' }),
  guard: f.nullable(f.string()),
  actions: f.array(f.string()),
  delayMs: f.nullable(f.integer(0)),
});

/** A statechart as data: its states, depth first, and its transitions, both in the order of their declaration. */
export const machineChart = f.object({
  id: f.string(),
  states: f.array(chartState),
  transitions: f.array(chartTransition),
});

/** Charts are shared between requests, so they are read-only. */
type Fixed<T> = T extends readonly (infer Item)[]
  ? readonly Fixed<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Fixed<T[K]> }
    : T;

export type ChartState = Fixed<f.Infer<typeof chartState>>;
export type ChartTransition = Fixed<f.Infer<typeof chartTransition>>;
export type MachineChart = Fixed<f.Infer<typeof machineChart>>;

/** The label of an arrow: the event, or the timer with its duration, and the guard. */
export function arrowText({ kind, label, guard, delayMs }: ChartTransition): string {
  const timer = delayMs === null ? `after ${label}` : `after ${label} (${delayMs / 1000} s)`;
  const event = kind === 'after' ? timer : label;
  return guard === null ? event : `${event} [${guard}]`;
}

const depthOf = (id: string): number => id.split('.').length;

/** The transitions out of these active states, innermost state first: the order in which a machine tries them. */
export function transitionsFrom(chart: MachineChart, active: readonly string[]): ChartTransition[] {
  const innermostFirst = [...active].sort((a, b) => depthOf(b) - depthOf(a));
  return innermostFirst.flatMap((id) => chart.transitions.filter(({ source }) => source === id));
}

/** The types of events that these active states handle, each once. */
export function eventsTaken(chart: MachineChart, active: readonly string[]): string[] {
  const transitions = transitionsFrom(chart, active).filter(({ kind }) => kind === 'event');
  return [...new Set(transitions.map(({ event }) => event))];
}

/** The guards that were evaluated before a transition out of these active states was taken, with their results. */
export function guardsEvaluated(
  chart: MachineChart,
  active: readonly string[],
  takenId: string,
): { readonly name: string; readonly passed: boolean }[] {
  const taken = chart.transitions.find(({ id }) => id === takenId);
  if (taken === undefined) return [];
  const isBelow = (source: string) => source === taken.source || source.startsWith(`${taken.source}.`);
  const candidates = transitionsFrom(chart, [...new Set([...active, taken.source])]).filter(
    ({ event, source }) => event === taken.event && isBelow(source),
  );
  const until = candidates.slice(0, candidates.indexOf(taken) + 1);
  return until.flatMap(({ id, guard }) => (guard === null ? [] : [{ name: guard, passed: id === takenId }]));
}
