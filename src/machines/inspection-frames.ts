import type { AnyMachineSnapshot, InspectionEvent } from 'xstate';
import { guardsEvaluated, type MachineChart } from '../domain/inspection/chart.ts';
import type { InspectionFrame } from '../domain/inspection/inspection.ts';
import { activeStates, transitionId } from './chart.ts';

/** An inspection event of XState about one actor, with its time in epoch milliseconds. */
export interface InspectionNote {
  readonly at: number;
  readonly event: InspectionEvent;
}

/** Selects the parts of a context and of an event that are shown. */
export interface Shown {
  readonly context: (context: unknown) => unknown;
  readonly event: (event: { readonly type: string }) => unknown;
}

/** Turns the inspection events of one actor into frames, with the names of its chart. Keeps the states of the actor. */
export class FrameWriter {
  readonly #chart: MachineChart;
  readonly #shown: Shown;
  #states: readonly string[] = [];

  constructor(chart: MachineChart, shown: Shown) {
    this.#chart = chart;
    this.#shown = shown;
  }

  snapshot(at: number, snapshot: AnyMachineSnapshot): InspectionFrame {
    this.#states = activeStates(this.#chart.id, snapshot.value);
    const context = this.#shown.context(snapshot.context);
    return { kind: 'snapshot', at, states: this.#states, value: snapshot.value, context };
  }

  frames(notes: readonly InspectionNote[]): InspectionFrame[] {
    const frames: InspectionFrame[] = [];
    // XState reports the effects of a step before the step itself; its guards were evaluated before both.
    let effects: InspectionFrame[] = [];
    let isStopping = false;
    for (const { at, event } of notes) {
      if (event.type === '@xstate.action') {
        effects.push({ kind: 'action', at, name: effectName(event.action) });
      } else if (event.type === '@xstate.microstep') {
        // XState reports stopping as a step and a snapshot, but the chart has no transition for it.
        const { _transitions: taken, snapshot } = event;
        isStopping = taken.length === 0;
        if (isStopping) continue;
        frames.push(...this.#step(at, taken.map(transitionId), snapshot, effects));
        effects = [];
      } else if (event.type === '@xstate.event') {
        const { type } = event.event;
        frames.push({ kind: 'event', at, type, data: this.#shown.event(event.event) });
      } else if (event.type === '@xstate.snapshot' && !isStopping && isMachineSnapshot(event.snapshot)) {
        frames.push(...effects, this.snapshot(at, event.snapshot));
        effects = [];
      }
    }
    return [...frames, ...effects];
  }

  #step(
    at: number,
    transitions: readonly string[],
    snapshot: unknown,
    effects: readonly InspectionFrame[],
  ): InspectionFrame[] {
    const evaluated = transitions.flatMap((id) => guardsEvaluated(this.#chart, this.#states, id));
    const guards = evaluated.map(({ name, passed }) => ({ kind: 'guard', at, name, passed }) as const);
    if (isMachineSnapshot(snapshot)) this.#states = activeStates(this.#chart.id, snapshot.value);
    return [...guards, ...effects, { kind: 'microstep', at, transitions, states: this.#states }];
  }
}

/** The name of an effect as it is in the chart, with the event or actor it is about. */
function effectName({ type, params }: { readonly type: string; readonly params: unknown }): string {
  const name = type.replace('xstate.', '');
  if (typeof params !== 'object' || params === null) return name;
  if ('event' in params && hasType(params.event)) return `${name} ${params.event.type}`;
  return 'id' in params && typeof params.id === 'string' ? `${name} ${params.id}` : name;
}

function hasType(event: unknown): event is { readonly type: string } {
  return typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string';
}

function isMachineSnapshot(snapshot: unknown): snapshot is AnyMachineSnapshot {
  return typeof snapshot === 'object' && snapshot !== null && 'value' in snapshot && 'context' in snapshot;
}
