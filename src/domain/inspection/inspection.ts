import * as f from '../fields/field.ts';

/** Every statechart that lives in the coordinator. */
export const MACHINE_IDS = ['player', 'server', 'proxy', 'reboot', 'link'] as const;
export type MachineId = (typeof MACHINE_IDS)[number];

export const machineSummary = f.object({
  id: f.oneOf(MACHINE_IDS),
  actors: f.described(f.integer(0), { description: 'How many of it live now.' }),
});

/** How many living actors of a machine stand in each of its states; a state nobody stands in is absent. */
export const machineHeat = f.object({
  actors: f.integer(0),
  states: f.record(f.string(), f.integer(1), 1000),
});

const actorShape = {
  machine: f.oneOf(MACHINE_IDS),
  id: f.string(),
  name: f.described(f.string(), { description: 'What people call it: a player’s name, a server’s.' }),
  states: f.described(f.array(f.string()), {
    description: 'Ids of the states it stands in, outermost first.',
  }),
};

export const actorSummary = f.object(actorShape);

export const actorDetail = f.object({
  ...actorShape,
  value: f.described(f.json(), { description: 'The same as XState writes it.' }),
  context: f.described(f.json(), { description: 'Fields that may be shown; no address and no secret.' }),
  events: f.described(f.array(f.string()), { description: 'What it has a use for now.' }),
});

export type MachineSummary = f.Infer<typeof machineSummary>;
export type MachineHeat = f.Infer<typeof machineHeat>;
export type ActorSummary = f.Infer<typeof actorSummary>;
export type ActorDetail = f.Infer<typeof actorDetail>;

/**
 * What a viewer of one actor is told, as it happens; `at` is epoch milliseconds. Each event of the actor is one `event`,
 * then for each microstep the guards that were asked, the effects, the step itself, and at the end the `snapshot`.
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
  /** The viewer was too slow for so many frames, the oldest of those that waited. */
  | { readonly kind: 'dropped'; readonly count: number }
  /** The actor is no more; nothing follows. */
  | { readonly kind: 'gone'; readonly at: number };
