/**
 * For `options` of every machine: more steps than any event of ours can need. A cycle of eventless transitions is a
 * mistake, and without a bound it would hang the process; so it ends one actor, which its owner rebuilds.
 */
export const BOUNDED_TURNS = { maxIterations: 100 };
