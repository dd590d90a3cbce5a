import type { InspectionEvent, Subscription } from 'xstate';
import { guardsAsked, type MachineChart } from '../../domain/chart.ts';
import type { InspectionFrame, MachineId } from '../../domain/inspection.ts';
import { activeStates, transitionId } from '../../machines/chart.ts';
import type { Clock } from '../ports.ts';
import { type LivingActor, snapshotOf } from './living-actors.ts';
import { pickFields, SHOWN_FIELDS } from './shown-fields.ts';

/** How many inspection events wait for a viewer that takes none, before the oldest is dropped. */
export const RING_SIZE = 200;

interface Note {
  readonly at: number;
  readonly event: InspectionEvent;
}

type Snapshot = ReturnType<typeof snapshotOf>;

/**
 * One viewer of one actor. While the actor moves, what happens is only noted in a bounded ring: nothing is copied,
 * encoded or sent, so a viewer costs the actor next to nothing however slow it is. `take` turns the notes into frames,
 * at the viewer's pace.
 */
export class Viewing {
  readonly machine: MachineId;
  readonly #chart: MachineChart;
  readonly #clock: Clock;
  readonly #actor: LivingActor;
  readonly #wake: () => void;
  readonly #subscriptions: Subscription[] = [];
  #notes: Note[] = [];
  #oldest = 0;
  #dropped = 0;
  #states: readonly string[] = [];
  #goneAt: number | undefined;
  /** Where the actor stood when the viewer came; undefined once told. */
  #first: { readonly at: number; readonly snapshot: Snapshot } | undefined;

  /** `wake` is called inside the actor's transition when there is something to take after there was nothing. */
  constructor(chart: MachineChart, machine: MachineId, actor: LivingActor, clock: Clock, wake: () => void) {
    this.machine = machine;
    this.#chart = chart;
    this.#clock = clock;
    this.#actor = actor;
    this.#wake = wake;
    this.#first = { at: clock.now(), snapshot: snapshotOf(actor) };
    const end = (): void => this.#end();
    this.#subscriptions.push(
      actor.subscribe({ complete: end, error: end }),
      actor.system.inspect((event) => this.#note(event)),
    );
  }

  /** What has happened since the last time, oldest first; at first where the actor stands. */
  take(): InspectionFrame[] {
    const frames: InspectionFrame[] = [];
    if (this.#first !== undefined) {
      frames.push(this.#snapshotFrame(this.#first.at, this.#first.snapshot));
      this.#first = undefined;
    }
    frames.push(...this.#takeNotes());
    if (this.#goneAt !== undefined) frames.push({ kind: 'gone', at: this.#goneAt });
    return frames;
  }

  /** Detaches from the actor. A second time does nothing. */
  close(): void {
    for (const subscription of this.#subscriptions.splice(0)) subscription.unsubscribe();
  }

  #note(event: InspectionEvent): void {
    if (event.actorRef !== this.#actor) return;
    const note = { at: this.#clock.now(), event };
    if (this.#notes.length < RING_SIZE) {
      this.#notes.push(note);
    } else {
      this.#notes[this.#oldest] = note;
      this.#oldest = (this.#oldest + 1) % RING_SIZE;
      this.#dropped += 1;
    }
    if (this.#notes.length === 1) this.#wake();
  }

  #end(): void {
    this.#goneAt ??= this.#clock.now();
    this.close();
    this.#wake();
  }

  #takeNotes(): InspectionFrame[] {
    const notes = [...this.#notes.slice(this.#oldest), ...this.#notes.slice(0, this.#oldest)];
    const frames: InspectionFrame[] = [];
    if (this.#dropped > 0) frames.push({ kind: 'dropped', count: this.#dropped });
    this.#notes = [];
    this.#oldest = 0;
    this.#dropped = 0;
    // XState tells of the effects of a step before the step, whose guards were asked before both.
    let effects: InspectionFrame[] = [];
    for (const { at, event } of notes) {
      if (event.type === '@xstate.action') {
        effects.push({ kind: 'action', at, name: effectName(event.action) });
      } else if (event.type === '@xstate.microstep') {
        frames.push(...this.#microstepFrames(at, event, effects));
        effects = [];
      } else if (event.type === '@xstate.event') {
        const data = pickFields(event.event, SHOWN_FIELDS[this.machine].event);
        frames.push({ kind: 'event', at, type: event.event.type, data });
      } else if (event.type === '@xstate.snapshot' && isMachineSnapshot(event.snapshot)) {
        frames.push(...effects, this.#snapshotFrame(at, event.snapshot));
        effects = [];
      }
    }
    return [...frames, ...effects];
  }

  #microstepFrames(
    at: number,
    event: Extract<InspectionEvent, { type: '@xstate.microstep' }>,
    effects: readonly InspectionFrame[],
  ): InspectionFrame[] {
    const { _transitions: taken } = event;
    // Being stopped is a step for XState, but goes along no arrow of the chart.
    if (taken.length === 0) return [...effects];
    const transitions = taken.map(transitionId);
    const asked = transitions.flatMap((id) => guardsAsked(this.#chart, this.#states, id));
    const guards = asked.map(({ name, passed }) => ({ kind: 'guard', at, name, passed }) as const);
    if (isMachineSnapshot(event.snapshot)) {
      this.#states = activeStates(this.machine, event.snapshot.value);
    }
    return [...guards, ...effects, { kind: 'microstep', at, transitions, states: this.#states }];
  }

  #snapshotFrame(at: number, snapshot: Snapshot): InspectionFrame {
    this.#states = activeStates(this.machine, snapshot.value);
    const context = pickFields(snapshot.context, SHOWN_FIELDS[this.machine].context);
    return { kind: 'snapshot', at, states: this.#states, value: snapshot.value, context };
  }
}

/** Effects that XState has run: what was said, begun or ended, in the words of the chart. */
function effectName({ type, params }: { readonly type: string; readonly params: unknown }): string {
  const name = type.replace('xstate.', '');
  if (typeof params !== 'object' || params === null) return name;
  if ('event' in params && hasType(params.event)) return `${name} ${params.event.type}`;
  return 'id' in params && typeof params.id === 'string' ? `${name} ${params.id}` : name;
}

function hasType(event: unknown): event is { readonly type: string } {
  return typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string';
}

function isMachineSnapshot(snapshot: unknown): snapshot is Snapshot {
  return typeof snapshot === 'object' && snapshot !== null && 'value' in snapshot && 'context' in snapshot;
}
