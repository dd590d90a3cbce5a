import { expect, test } from 'vitest';
import { watchAgentTable } from '../../../src/commands/roles/agent-table-watch.ts';
import { TestClock } from '../../fixtures/test-clock.ts';
import { recordedLog } from '../recorded-log.ts';

test('the table of agents is read every 5 s, less often while the database is away, and not after the end', async () => {
  const clock = new TestClock();
  const { logger, events } = recordedLog();
  let [reads, isAway] = [0, false];
  const reload = async (): Promise<void> => {
    reads += 1;
    if (isAway) throw new Error('away');
  };
  const stop = watchAgentTable({ agentSecrets: { reload }, clock, logger, random: () => 0.999 });
  await clock.advance(20_000);
  expect(reads).toBe(4);
  isAway = true;
  await clock.advance(600_000);
  expect(reads).toBeLessThan(20);
  expect(events()).toEqual(['agent.table-not-read']);
  isAway = false;
  await clock.advance(60_000);
  const before = reads;
  await clock.advance(20_000);
  expect(reads).toBe(before + 4);
  stop();
  await clock.advance(20_000);
  expect([reads, clock.pending]).toEqual([before + 4, 0]);
});
