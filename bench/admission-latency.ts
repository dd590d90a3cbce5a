import { once } from 'node:events';
import { type RawData, WebSocket } from 'ws';
import type { BenchTable } from './bench-table.ts';
import { startServer } from './fixtures/child-run.ts';
import { CHANNEL_SECRET, playerUuid } from './fixtures/coordinator.ts';
import { median, medianRatio } from './fixtures/median.ts';

const RATE = 1000;
const SECONDS = 2;
const ROUNDS = 5;

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
      'Server, readers and measuring process share two cores.',
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
    await percentile(agent, 0.99);
    for (let round = 0; round < ROUNDS; round += 1) {
      server.child.send(50);
      busy.push(await percentile(agent, 0.99));
      server.child.send(0);
      idle.push(await percentile(agent, 0.99));
    }
    agent.close();
    return {
      figure: `p99 with ${readers} readers, 50 events/s`,
      ours: `${median(busy).toFixed(2)} ms`,
      baseline: `${median(idle).toFixed(2)} ms`,
      ratio: medianRatio(busy, idle),
      reach: '6×, 2 ms',
      floor: '15×, 5 ms',
    };
  } finally {
    await Promise.all([crowd.stop(), server.stop()]);
  }
}

async function joinChannel(port: number): Promise<WebSocket> {
  const agent = new WebSocket(`ws://127.0.0.1:${port}/channel`, 'net.channel.v1', {
    headers: { Authorization: `Bearer ${CHANNEL_SECRET}` },
  });
  await once(agent, 'open');
  const hello = { name: 'bench', platform: 'modern', version: '1', epoch: Date.now(), protocol: 1 };
  agent.send(JSON.stringify({ type: 'hello', role: 'proxy', ...hello }));
  agent.send(JSON.stringify({ type: 'players', players: [] }));
  agent.on('message', (data) => {
    const frame: unknown = JSON.parse(textOf(data));
    if (
      typeof frame === 'object' &&
      frame !== null &&
      'type' in frame &&
      frame.type === 'ping' &&
      'at' in frame
    ) {
      agent.send(JSON.stringify({ type: 'pong', at: frame.at }));
    }
  });
  return agent;
}

/** Milliseconds from when a login was due to its answer, at the given percentile. */
async function percentile(agent: WebSocket, share: number): Promise<number> {
  const due = new Map<number, number>();
  const latencies: number[] = [];
  const take = (data: RawData): void => {
    const [, id] = /"re":(\d+)/.exec(textOf(data)) ?? [];
    const at = due.get(Number(id));
    if (at === undefined) return;
    latencies.push(performance.now() - at);
    due.delete(Number(id));
  };
  agent.on('message', take);
  const began = performance.now();
  let sent = 0;
  while (sent < RATE * SECONDS) {
    const owed = Math.min(RATE * SECONDS, Math.floor(((performance.now() - began) * RATE) / 1000));
    for (; sent < owed; sent += 1) {
      due.set(sent + 1, began + (sent * 1000) / RATE);
      const login = {
        id: sent + 1,
        uuid: playerUuid(5_000_000 + (sent % 500)),
        name: 'Knocker',
        ip: '10.0.0.9',
      };
      agent.send(JSON.stringify({ type: 'player.login', ...login }));
    }
    // Sleeps in between: a busy loop would take one of two cores from what is measured.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const limit = AbortSignal.timeout(10_000);
  while (due.size > 0) await once(agent, 'message', { signal: limit });
  agent.off('message', take);
  latencies.sort((a, b) => a - b);
  return latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
}

/** `ws` hands a whole text frame over as one buffer. */
function textOf(data: RawData): string {
  if (!Buffer.isBuffer(data)) throw new Error('a frame came in pieces');
  return data.toString();
}
