/**
 * The `options` of every machine: more steps than any event needs. A cycle of eventless transitions is a mistake that would
 * hang the process; with this limit it ends only the actor, which its owner creates again.
 */
export const STEP_LIMIT = { maxIterations: 100 };
