import type { SimulatorStats } from './tally.ts';

/** Where progress goes: `process.stdout`, or anything like it. */
export interface ProgressOutput {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const TERMINAL_EVERY_MS = 500;
const PLAIN_EVERY_MS = 5_000;

/** A line about the simulated network: rewritten in place on a terminal, else written every few seconds. */
export class Progress {
  readonly #output: ProgressOutput;
  readonly #isTerminal: boolean;
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(output: ProgressOutput) {
    this.#output = output;
    this.#isTerminal = output.isTTY === true;
  }

  /** To be called often; writes a line when it is time. */
  tick(stats: SimulatorStats, now: number): void {
    if (now - this.#writtenAt < (this.#isTerminal ? TERMINAL_EVERY_MS : PLAIN_EVERY_MS)) return;
    this.#writtenAt = now;
    const line = progressLine(stats);
    // Carriage return and "erase to the end of the line", so that a shorter line leaves nothing of a longer one.
    this.#output.write(this.#isTerminal ? `\r${line}\u001b[K` : `${line}\n`);
  }

  /** Writes the last line. */
  end(stats: SimulatorStats): void {
    const line = progressLine(stats);
    this.#output.write(this.#isTerminal ? `\r${line}\u001b[K\n` : `${line}\n`);
  }
}

/** The text of the line. */
export function progressLine(stats: SimulatorStats): string {
  const refused = Object.entries(stats.refused).filter(([, times]) => times > 0);
  const facts = [
    `${stats.online}/${stats.target} players`,
    `${stats.connections} connections`,
    `${stats.joins} joins`,
    `${stats.switches} switches`,
    `${stats.leaves} leaves`,
    ...(refused.length > 0
      ? [`refused: ${refused.map(([code, times]) => `${times} ${code}`).join(', ')}`]
      : []),
    ...(stats.kicks > 0 ? [`${stats.kicks} kicked`] : []),
    ...(stats.moves > 0 ? [`${stats.moves} moved`] : []),
    ...(stats.reboots > 0 ? [`${stats.reboots} reboots`] : []),
    ...(stats.parties > 0 ? [`${stats.parties} parties`] : []),
    ...(stats.unanswered > 0 ? [`${stats.unanswered} unanswered`] : []),
  ];
  return facts.join(' · ');
}
