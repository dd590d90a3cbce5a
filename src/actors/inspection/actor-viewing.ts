import type { AnyMachineSnapshot, InspectionEvent, Subscription } from 'xstate';
import type { MachineChart } from '../../domain/inspection/chart.ts';
import type { InspectionFrame } from '../../domain/inspection/inspection.ts';
import type { MachineId } from '../../domain/inspection/machine-ids.ts';
import { FrameWriter, type InspectionNote } from '../../machines/inspection-frames.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type RunningActor, snapshotOf } from './running-actors.ts';
import { pickFields, SHOWN_FIELDS } from './shown-fields.ts';

/** How many inspection events are kept for a viewer that takes none; then the oldest is dropped. */
export const RING_SIZE = 200;

/**
 * One viewer of one actor. What the actor does is only noted in a bounded ring: nothing is copied, encoded or sent, so a
 * slow viewer costs the actor next to nothing. `take` makes frames of the notes when the viewer is ready.
 */
export class InspectedActor {
  readonly #clock: Clock;
  readonly #actor: RunningActor;
  readonly #wake: () => void;
  readonly #writer: FrameWriter;
  readonly #subscriptions: Subscription[] = [];
  #notes: InspectionNote[] = [];
  #oldest = 0;
  #dropped = 0;
  #goneAt: number | undefined;
  /** The actor's snapshot when the viewer came; undefined once it was taken. */
  #first: { readonly at: number; readonly snapshot: AnyMachineSnapshot } | undefined;

  /** `wake` is called inside the actor's transition when there is something to take after there was nothing. */
  constructor(chart: MachineChart, machine: MachineId, actor: RunningActor, clock: Clock, wake: () => void) {
    this.#clock = clock;
    this.#actor = actor;
    this.#wake = wake;
    const { context, event } = SHOWN_FIELDS[machine];
    this.#writer = new FrameWriter(chart, {
      context: (value) => pickFields(value, context),
      event: (value) => pickFields(value, event),
    });
    this.#first = { at: clock.now(), snapshot: snapshotOf(actor) };
    const end = (): void => this.#end();
    this.#subscriptions.push(
      actor.subscribe({ complete: end, error: end }),
      actor.system.inspect((inspected) => this.#note(inspected)),
    );
  }

  /** What has happened since the last call, oldest first; the first call begins with a snapshot. */
  take(): InspectionFrame[] {
    const frames: InspectionFrame[] = [];
    if (this.#first !== undefined) {
      frames.push(this.#writer.snapshot(this.#first.at, this.#first.snapshot));
      this.#first = undefined;
    }
    const notes = [...this.#notes.slice(this.#oldest), ...this.#notes.slice(0, this.#oldest)];
    if (this.#dropped > 0) frames.push({ kind: 'dropped', count: this.#dropped });
    this.#notes = [];
    this.#oldest = 0;
    this.#dropped = 0;
    frames.push(...this.#writer.frames(notes));
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
      if (this.#notes.length === 1) this.#wake();
      return;
    }
    this.#notes[this.#oldest] = note;
    this.#oldest = (this.#oldest + 1) % RING_SIZE;
    this.#dropped += 1;
  }

  #end(): void {
    this.#goneAt ??= this.#clock.now();
    this.close();
    this.#wake();
  }
}
