import type { RefusalCode } from '../domain/admission.ts';

/** What has happened in the simulated network since its start. */
export interface Tally {
  joins: number;
  leaves: number;
  switches: number;
  /** By the coordinator. */
  kicks: number;
  /** By the coordinator. */
  moves: number;
  reboots: number;
  /** Logins without an answer. */
  unanswered: number;
  readonly refused: Record<RefusalCode, number>;
}

/** A tally with nothing counted yet. */
export function newTally(): Tally {
  return {
    joins: 0,
    leaves: 0,
    switches: 0,
    kicks: 0,
    moves: 0,
    reboots: 0,
    unanswered: 0,
    refused: { banned: 0, maintenance: 0, join_prevented: 0, network_full: 0 },
  };
}

/** The tally and the present state. */
export interface SimulatorStats extends Readonly<Tally> {
  readonly online: number;
  readonly target: number;
  /** Agents that are connected to the coordinator. */
  readonly connections: number;
  readonly parties: number;
}
