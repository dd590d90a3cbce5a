import type { SimulatorStats } from './tally.ts';

/** Where progress goes: `process.stdout`, or anything like it. */
export interface ProgressOutput {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const TERMINAL_EVERY_MS = 500;
const PLAIN_EVERY_MS = 5_000;

/** One line that tells what the simulated network does: rewritten in place on a terminal, else said now and then. */
export class Progress {
  readonly #output: ProgressOutput;
  readonly #isTerminal: boolean;
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(output: ProgressOutput) {
    this.#output = output;
    this.#isTerminal = output.isTTY === true;
  }

  /** To be called often; says something when it is time. */
  tick(stats: SimulatorStats, now: number): void {
    if (now - this.#saidAt < (this.#isTerminal ? TERMINAL_EVERY_MS : PLAIN_EVERY_MS)) return;
    this.#saidAt = now;
    const line = progressLine(stats);
    // Carriage return and "erase to the end of the line", so that a shorter line leaves no rest of a longer one.
    this.#output.write(this.#isTerminal ? `\r${line}\u001b[K` : `${line}\n`);
  }

  /** The last word. */
  end(stats: SimulatorStats): void {
    const line = progressLine(stats);
    this.#output.write(this.#isTerminal ? `\r${line}\u001b[K\n` : `${line}\n`);
  }
}

/** What people read. */
export function progressLine(stats: SimulatorStats): string {
  const refused = Object.entries(stats.refused).filter(([, times]) => times > 0);
  const facts = [
    `${stats.online}/${stats.target} players`,
    `${stats.links} links`,
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
