import { expect, it } from 'vitest';
import { Progress, progressLine } from '../../src/simulator/progress.ts';
import { newTally, type SimulatorStats } from '../../src/simulator/tally.ts';

const stats: SimulatorStats = {
  ...newTally(),
  online: 3,
  target: 10,
  connections: 2,
  parties: 0,
  joins: 5,
  leaves: 2,
};

function written(isTTY: boolean | undefined, ticks: readonly number[]): string[] {
  const texts: string[] = [];
  const progress = new Progress({ isTTY, write: (text) => texts.push(text) });
  for (const at of ticks) progress.tick(stats, at);
  progress.end(stats);
  return texts;
}

it('shows what happened, and leaves out what did not', () => {
  expect(progressLine(stats)).toBe('3/10 players · 2 connections · 5 joins · 0 switches · 2 leaves');
  const eventful = { ...stats, kicks: 1, refused: { ...stats.refused, banned: 2, network_full: 1 } };
  expect(progressLine(eventful)).toContain('refused: 2 banned, 1 network_full · 1 kicked');
});

it('rewrites its line on a terminal, twice a second', () => {
  const texts = written(true, [0, 100, 499, 500, 700]);
  expect(texts).toHaveLength(3);
  expect(texts[1]).toBe(`\r${progressLine(stats)}\u001b[K`);
  expect(texts[2]?.endsWith('\n')).toBe(true);
});

it('writes a line every five seconds without a terminal, and no control characters', () => {
  const texts = written(undefined, [0, 1_000, 4_999, 5_000]);
  expect(texts).toHaveLength(3);
  for (const text of texts) expect(text).toBe(`${progressLine(stats)}\n`);
});
