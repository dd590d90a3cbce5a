/** The turns of the event loop, injected so that tests control them. */
export interface Turns {
  /** How many steps of work one turn takes; a step is about what the join of one player costs, a tenth of a millisecond. */
  readonly steps: number;
  /** Runs something in the next turn, after what came in by then. */
  next(run: () => void): void;
}

/** Those of the process: what a turn takes is about five milliseconds. */
export const SYSTEM_TURNS: Turns = { steps: 50, next: (run) => void setImmediate(run) };

/** Everything in the turn in which it comes. */
export const SINGLE_TURN: Turns = { steps: Number.POSITIVE_INFINITY, next: (run) => run() };
