import * as f from '../fields/field.ts';
import { MACHINE_IDS } from './machine-ids.ts';

export const machineSummary = f.object({
  id: f.oneOf(MACHINE_IDS),
  actors: f.described(f.integer(0), { description: 'How many actors of it are running.' }),
});

/** How many running actors of a machine are in each of its states; states without actors are left out. */
export const machineHeat = f.object({
  actors: f.integer(0),
  states: f.record(f.string(), f.integer(1), 1000),
});

const actorShape = {
  machine: f.oneOf(MACHINE_IDS),
  id: f.string(),
  name: f.described(f.string(), {
    description: 'Its name for people, such as that of the player or server.',
  }),
  states: f.described(f.array(f.string()), {
    description: 'Ids of the active states, outermost first.',
  }),
};

export const actorSummary = f.object(actorShape);

export const actorDetail = f.object({
  ...actorShape,
  value: f.described(f.json(), { description: 'The active states in the form of XState.' }),
  context: f.described(f.json(), { description: 'The fields that may be shown: no address and no secret.' }),
  events: f.described(f.array(f.string()), {
    description: 'The events that it handles in its present state.',
  }),
});

export type MachineSummary = f.Infer<typeof machineSummary>;
export type MachineHeat = f.Infer<typeof machineHeat>;
export type ActorSummary = f.Infer<typeof actorSummary>;
export type ActorDetail = f.Infer<typeof actorDetail>;

/**
 * What a viewer of one actor receives, as it happens; `at` is epoch milliseconds. Each event of the actor is an `event`, then
 * for each microstep the guards that were evaluated, the effects and the step itself, and at the end a `snapshot`.
 */
export type InspectionFrame =
  | {
      readonly kind: 'snapshot';
      readonly at: number;
      readonly states: readonly string[];
      readonly value: unknown;
      readonly context: unknown;
    }
  | { readonly kind: 'event'; readonly at: number; readonly type: string; readonly data: unknown }
  | { readonly kind: 'guard'; readonly at: number; readonly name: string; readonly passed: boolean }
  | { readonly kind: 'action'; readonly at: number; readonly name: string }
  | {
      readonly kind: 'microstep';
      readonly at: number;
      readonly transitions: readonly string[];
      readonly states: readonly string[];
    }
  /** The viewer was too slow: this many frames, the oldest ones, were dropped. */
  | { readonly kind: 'dropped'; readonly count: number }
  /** The actor has ended; nothing follows. */
  | { readonly kind: 'gone'; readonly at: number };
