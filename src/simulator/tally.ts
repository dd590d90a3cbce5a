import type { RefusalCode } from '../domain/admission.ts';

/** What has happened in the simulated network since it began. */
export interface Tally {
  joins: number;
  leaves: number;
  switches: number;
  /** Sent away by the coordinator. */
  kicks: number;
  /** Moved by the coordinator. */
  moves: number;
  reboots: number;
  /** Logins that nobody answered. */
  unanswered: number;
  readonly refused: Record<RefusalCode, number>;
}

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

/** The tally and how things stand now. */
export interface SimulatorStats extends Readonly<Tally> {
  readonly online: number;
  readonly target: number;
  /** Agents with a link to the coordinator. */
  readonly links: number;
  readonly parties: number;
}
