import type { BenchTable } from './bench-table.ts';
import { startServer } from './fixtures/child-run.ts';
import { joinChannel, loginLatency } from './fixtures/login-latency.ts';
import { median, medianRatio } from './fixtures/median.ts';

const RATE = 1000;
const SECONDS = 2;
const LOAD = { rate: RATE, seconds: SECONDS, share: 0.99 };
const ROUNDS = 5;

/** Its processes are pinned. */
export const isPinned = true;

/** Goal 6: how long an admission takes while ten thousand dashboards receive fifty events a second. */
export async function run(): Promise<BenchTable> {
  const rows = [];
  for (const readers of [1000, 10_000]) rows.push(await measure(readers));
  return {
    goal: 6,
    title: 'Admission while many watch',
    rows,
    notes: [
      `p99 of \`player.login\` → \`admission\` over the channel at ${RATE}/s, open loop, sent in millisecond steps, latency from the moment the login was due; busy: the readers receive 50 events/s; idle: the same readers, no events; medians of ${ROUNDS} interleaved rounds of ${SECONDS} s.`,
    ],
  };
}

async function measure(readers: number): Promise<BenchTable['rows'][number]> {
  const server = await startServer('event-server.ts');
  const crowd = await startServer('stream-readers.ts', String(server.port), String(readers));
  try {
    const agent = await joinChannel(server.port);
    const busy: number[] = [];
    const idle: number[] = [];
    await loginLatency(agent, LOAD);
    for (let round = 0; round < ROUNDS; round += 1) {
      server.child.send(50);
      busy.push(await loginLatency(agent, LOAD));
      server.child.send(0);
      idle.push(await loginLatency(agent, LOAD));
    }
    agent.close();
    return {
      figure: `p99 with ${readers} readers, 50 events/s`,
      ours: `${median(busy).toFixed(2)} ms`,
      baseline: `${median(idle).toFixed(2)} ms`,
      ratio: medianRatio(busy, idle),
      reach: '3×',
      floor: '6×',
    };
  } finally {
    await Promise.all([crowd.stop(), server.stop()]);
  }
}
