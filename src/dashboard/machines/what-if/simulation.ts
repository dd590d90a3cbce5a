import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromPromise,
} from 'xstate';
import type { ChartTransition, MachineChart } from '../../../domain/inspection/chart.ts';
import type { InspectionFrame } from '../../../domain/inspection/inspection.ts';
import type { MachineId } from '../../../domain/inspection/machine-ids.ts';
import { ALL_MACHINES } from '../../../machines/all-machines.ts';
import { chartOf } from '../../../machines/chart.ts';
import { FrameWriter, type InspectionNote } from '../../../machines/inspection-frames.ts';
import { SAMPLES } from './samples.ts';
import { VirtualClock } from './virtual-clock.ts';

/** Invoked work of the machine that runs until the viewer ends it. */
export interface PendingWork {
  /** Its id in the chart. */
  readonly id: string;
  /** Ends the work with its sample result or with an error. Resolves when the machine has processed that. */
  settle(outcome: 'done' | 'error'): Promise<void>;
}

/**
 * A simulated actor that exists only in this page, of the same machine module that runs in the coordinator. Its invoked
 * work does nothing and ends as the viewer chooses; its clock moves only when the viewer advances it.
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

  /** Milliseconds until the machine's next timer; undefined without one. */
  get untilNextTimer(): number | undefined {
    return this.#clock.untilNext();
  }

  send(event: { readonly type: string }): void {
    if (!this.isOver) this.#actor.send(event);
    this.#record();
  }

  /** Advances the clock, which runs every timer that is due in that time. */
  advance(milliseconds: number): void {
    this.#clock.advance(milliseconds);
    this.#record();
  }

  /** Causes what a transition waits for: an event, a timer or the end of work. The guards decide which transition is taken. */
  async follow({ kind, event, label, delayMs }: ChartTransition): Promise<void> {
    if (kind === 'after' && delayMs !== null) this.advance(delayMs);
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
              this.#addPending(self.id, {
                done: () => resolve(outputs[src]?.(input)),
                error: () => reject(new Error('failed in the simulation')),
              }),
            ),
        ),
      ]),
    );
    return logic.provide({ actors });
  }

  #addPending(id: string, end: Readonly<Record<'done' | 'error', () => void>>): void {
    this.#pending.set(id, {
      id,
      settle: async (outcome) => {
        this.#pending.delete(id);
        end[outcome]();
        // XState handles the end of a promise a few microtasks later, which is before any timer.
        await new Promise((resolve) => setTimeout(resolve));
        this.#record();
      },
    });
  }

  #record(): void {
    this.frames.push(...this.#writer.frames(this.#notes));
    this.#notes = [];
  }
}

function payloadOf(event: { readonly type: string }): unknown {
  return Object.fromEntries(Object.entries(event).filter(([key]) => key !== 'type'));
}
