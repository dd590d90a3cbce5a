import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromPromise,
} from 'xstate';
import type { ChartTransition, MachineChart } from '../../../domain/inspection/chart.ts';
import type { InspectionFrame, MachineId } from '../../../domain/inspection/inspection.ts';
import { ALL_MACHINES } from '../../../machines/all-machines.ts';
import { chartOf } from '../../../machines/chart.ts';
import { FrameWriter, type InspectionNote } from '../../../machines/inspection-frames.ts';
import { SAMPLES } from './samples.ts';
import { VirtualClock } from './virtual-clock.ts';

/** Work that the machine has begun and that waits for the viewer to say how it ends. */
export interface PendingWork {
  /** The id under which the chart has it. */
  readonly id: string;
  /** Lets it end well with what it would answer, or fail. Resolves when the machine has heard of it. */
  settle(outcome: 'done' | 'error'): Promise<void>;
}

/**
 * A machine tried out by hand: the very module that runs in the coordinator, on an actor that lives in this page only.
 * Its invoked work does nothing and ends as the viewer says; its time stands still until the viewer lets it pass.
 */
export class Simulation {
  readonly chart: MachineChart;
  readonly frames: InspectionFrame[] = [];
  readonly #samples: (typeof SAMPLES)[MachineId];
  readonly #clock = new VirtualClock();
  readonly #writer: FrameWriter;
  readonly #actor: AnyActorRef;
  readonly #pending = new Map<string, PendingWork>();
  #notes: InspectionNote[] = [];

  constructor(machine: MachineId, input: unknown) {
    const logic = ALL_MACHINES[machine];
    this.chart = chartOf(logic);
    this.#samples = SAMPLES[machine];
    this.#writer = new FrameWriter(this.chart, { context: (it) => it, event: payloadOf });
    this.#actor = createActor(this.#withPendingWork(logic), { id: machine, input, clock: this.#clock });
    this.#actor.start();
    this.frames.push(this.#writer.snapshot(this.#clock.now(), this.#snapshot));
    this.#actor.system.inspect((event) => {
      if (event.actorRef === this.#actor) this.#notes.push({ at: this.#clock.now(), event });
    });
  }

  get isOver(): boolean {
    return this.#snapshot.status !== 'active';
  }

  get pending(): readonly PendingWork[] {
    return [...this.#pending.values()].filter(({ id }) => this.#snapshot.children[id] !== undefined);
  }

  /** Milliseconds until a timer of the machine is due; undefined when none waits. */
  get untilNextTimer(): number | undefined {
    return this.#clock.untilNext();
  }

  send(event: { readonly type: string }): void {
    if (!this.isOver) this.#actor.send(event);
    this.#tell();
  }

  /** Lets so many milliseconds pass, with every timer that is due in them. */
  elapse(milliseconds: number): void {
    this.#clock.pass(milliseconds);
    this.#tell();
  }

  /** Goes along an arrow of the chart, as far as that is ours to cause; the guards decide which of several is taken. */
  async follow({ kind, event, label, delayMs }: ChartTransition): Promise<void> {
    if (kind === 'after' && delayMs !== null) this.elapse(delayMs);
    else if (kind === 'event') {
      const sample = this.#samples.events.find(({ type }) => type === event);
      if (sample !== undefined) this.send(sample);
    } else if (kind === 'done' || kind === 'error') {
      const id = label.slice(label.indexOf(' ') + 1);
      await this.pending.find((work) => work.id === id)?.settle(kind);
    }
  }

  get #snapshot(): AnyMachineSnapshot {
    return this.#actor.getSnapshot();
  }

  #withPendingWork(logic: AnyStateMachine): AnyStateMachine {
    const { outputs } = this.#samples;
    const actors = Object.fromEntries(
      Object.keys(logic.implementations.actors).map((src) => [
        src,
        fromPromise<unknown, unknown>(
          ({ input, self }) =>
            new Promise((resolve, reject) =>
              this.#await(self.id, {
                done: () => resolve(outputs[src]?.(input)),
                error: () => reject(new Error('it failed, because you said so')),
              }),
            ),
        ),
      ]),
    );
    return logic.provide({ actors });
  }

  #await(id: string, end: Readonly<Record<'done' | 'error', () => void>>): void {
    this.#pending.set(id, {
      id,
      settle: async (outcome) => {
        this.#pending.delete(id);
        end[outcome]();
        // XState hears of the end of a promise some microtasks later, and before any timer.
        await new Promise((resolve) => setTimeout(resolve));
        this.#tell();
      },
    });
  }

  #tell(): void {
    this.frames.push(...this.#writer.frames(this.#notes));
    this.#notes = [];
  }
}

function payloadOf(event: { readonly type: string }): unknown {
  return Object.fromEntries(Object.entries(event).filter(([key]) => key !== 'type'));
}
