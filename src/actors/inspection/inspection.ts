import { eventsTaken, type MachineChart } from '../../domain/inspection/chart.ts';
import { AppError } from '../../domain/errors.ts';
import {
  type ActorDetail,
  type ActorSummary,
  type MachineHeat,
  type MachineSummary,
} from '../../domain/inspection/inspection.ts';
import { MACHINE_IDS, type MachineId } from '../../domain/inspection/machine-ids.ts';
import { ALL_MACHINES } from '../../machines/all-machines.ts';
import { activeStates, chartOf } from '../../machines/chart.ts';
import type { ActorQuery, Inspection } from '../network.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type RunningActor, type RunningActors, snapshotOf } from './running-actors.ts';
import { pickFields, SHOWN_FIELDS } from './shown-fields.ts';
import { InspectedActor } from './actor-viewing.ts';

/** The actors of a machine are counted at most this often, however many viewers there are. */
const COUNT_EVERY_MS = 1000;

type AllRunning = Readonly<Record<MachineId, RunningActors>>;

/** Shows the actors of the network. Keeps nothing of them, so it costs nothing while there is no viewer. */
export class NetworkInspection implements Inspection {
  readonly #running: AllRunning;
  readonly #clock: Clock;
  readonly #charts = new Map<string, MachineChart>();
  readonly #heats = new Map<MachineId, { readonly at: number; readonly heat: MachineHeat }>();

  constructor(running: AllRunning, clock: Clock) {
    this.#running = running;
    this.#clock = clock;
  }

  machines(): MachineSummary[] {
    return MACHINE_IDS.map((id) => ({ id, actors: this.#running[id].size }));
  }

  chart(machine: string): MachineChart {
    return this.#chartOf(machineIdOf(machine));
  }

  definition(machine: string): string {
    return JSON.stringify(ALL_MACHINES[machineIdOf(machine)].definition);
  }

  heat(machine: string): MachineHeat {
    const id = machineIdOf(machine);
    const now = this.#clock.now();
    const known = this.#heats.get(id);
    if (known !== undefined && now - known.at < COUNT_EVERY_MS) return known.heat;
    const states = countStates(this.#running[id]);
    const heat = { actors: this.#running[id].size, states };
    this.#heats.set(id, { at: now, heat });
    return heat;
  }

  actors(query: ActorQuery): { readonly total: number; readonly actors: readonly ActorSummary[] } {
    const machines = query.machine === null ? MACHINE_IDS : [machineIdOf(query.machine)];
    const wanted = query.search.toLowerCase();
    const actors: ActorSummary[] = [];
    let total = 0;
    for (const machine of machines) {
      for (const [id, actor] of this.#running[machine].entries()) {
        if (query.state !== null && !isInState(actor, query.state)) continue;
        if (wanted !== '' && !hasName(wanted, id, actor)) continue;
        total += 1;
        if (actors.length === query.limit) continue;
        actors.push({ machine, id, name: nameOf(id, actor), states: statesOf(machine, actor) });
      }
    }
    return { total, actors };
  }

  actor(machine: string, id: string): ActorDetail {
    const machineId = machineIdOf(machine);
    const actor = this.#actorOf(machineId, id);
    const { value, context } = snapshotOf(actor);
    const states = activeStates(machineId, value);
    return {
      machine: machineId,
      id,
      name: nameOf(id, actor),
      states,
      value,
      context: pickFields(context, SHOWN_FIELDS[machineId].context),
      events: eventsTaken(this.#chartOf(machineId), states),
    };
  }

  watch(machine: string, id: string, wake: () => void): InspectedActor {
    const machineId = machineIdOf(machine);
    return new InspectedActor(
      this.#chartOf(machineId),
      machineId,
      this.#actorOf(machineId, id),
      this.#clock,
      wake,
    );
  }

  #chartOf(id: MachineId): MachineChart {
    const known = this.#charts.get(id);
    if (known !== undefined) return known;
    const chart = chartOf(ALL_MACHINES[id]);
    this.#charts.set(id, chart);
    return chart;
  }

  #actorOf(machine: MachineId, id: string): RunningActor {
    const actor = this.#running[machine].get(id);
    if (actor === undefined) throw new AppError('actor_not_found');
    return actor;
  }
}

function machineIdOf(machine: string): MachineId {
  const id = MACHINE_IDS.find((known) => known === machine);
  if (id === undefined) throw new AppError('machine_not_found');
  return id;
}

function statesOf(machine: MachineId, actor: RunningActor): string[] {
  return activeStates(machine, snapshotOf(actor).value);
}

/**
 * Counts the nodes that XState keeps with each snapshot: to make the state ids of twenty thousand actors would block the
 * process several times as long.
 */
function countStates(running: RunningActors): Record<string, number> {
  const counts = new Map<{ readonly id: string }, number>();
  for (const [, actor] of running.entries()) {
    const { _nodes: nodes } = snapshotOf(actor);
    for (const node of nodes) counts.set(node, (counts.get(node) ?? 0) + 1);
  }
  // Added up by id: a machine that was provided with its actors twice has each of its nodes twice.
  const states: Record<string, number> = {};
  for (const [{ id }, count] of counts) states[id] = (states[id] ?? 0) + count;
  return states;
}

function isInState(actor: RunningActor, state: string): boolean {
  const { _nodes: nodes } = snapshotOf(actor);
  return nodes.some(({ id }) => id === state);
}

function hasName(wanted: string, id: string, actor: RunningActor): boolean {
  return nameOf(id, actor).toLowerCase().includes(wanted) || id.toLowerCase().includes(wanted);
}

/** Players have an id and a name; the name of all other actors is their id. */
function nameOf(id: string, actor: RunningActor): string {
  const context: unknown = snapshotOf(actor).context;
  const named = typeof context === 'object' && context !== null && 'uuid' in context && 'name' in context;
  return named && typeof context.name === 'string' ? context.name : id;
}
