import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentClient } from '../src/channel/client/agent-client.ts';
import { parseUuid } from '../src/domain/uuid.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { apiKeyIn, request } from '../test/e2e/dashboard/coordinator-api.ts';
import { startCoordinator } from '../test/e2e/process.ts';
import { freePort } from '../test/fixtures/free-port.ts';
import type { BenchTable } from './bench-table.ts';
import { playerUuid, silentLogger } from './fixtures/coordinator.ts';
import { JavaAgent } from './fixtures/java-agent.ts';
import { interleave, median, medianRatio, perSecond } from './fixtures/median.ts';

const ROUNDS = 5;
const LOGINS = 4_000;
const UNDER_WAY = 64;
const PLAYERS = 5_000;

/** Programs without which it cannot run. */
export const tools = ['java'] as const;

interface Latency {
  readonly p50: number;
  readonly p99: number;
}

interface Side {
  readonly alone: () => Promise<Latency>;
  readonly rate: () => Promise<number>;
}

/** docs/goals.md goal 19: the agent of a proxy against a whole coordinator, beside our own client in TypeScript. */
export async function run(): Promise<BenchTable> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  const listen = `127.0.0.1:${await freePort()}`;
  const env = { PORTCULLIS_EDGE_LISTEN: 'off' };
  let coordinator = await startCoordinator(folder, { listen, env });
  const key = await apiKeyIn(folder);
  const secretOf = async (name: string): Promise<string> => {
    const made = await request(coordinator.url, key, 'POST', '/agents', { name, role: 'proxy' });
    return ((await made.json()) as { secret: string }).secret;
  };
  await request(coordinator.url, key, 'PUT', '/proxy/status', { maxPlayers: 100_000 });
  const agent = JavaAgent.start(coordinator.url, await secretOf('bench'));
  const own = openOwn(coordinator.url, await secretOf('own'));
  try {
    while ((await agent.order('link')) !== 'connected') await sleep(50);
    const java: Side = {
      alone: async () => JSON.parse(await agent.order(`alone ${LOGINS}`)) as Latency,
      rate: async () =>
        (JSON.parse(await agent.order(`rate ${LOGINS} ${UNDER_WAY}`)) as { perSecond: number }).perSecond,
    };
    for (const side of [java, own]) {
      await side.rate();
      await sleep(3_000);
    }
    // The bounds of an agent let it send 5 000 frames a second in the long run.
    const pause = async <T>(work: () => Promise<T>): Promise<T> => {
      const done = await work();
      await sleep(1_500);
      return done;
    };
    const rates = await interleave(
      ROUNDS,
      () => pause(java.rate),
      () => pause(own.rate),
    );
    const latencies = await interleave(
      ROUNDS,
      () => pause(java.alone),
      () => pause(own.alone),
    );
    const { bytes } = JSON.parse(await agent.order(`join ${PLAYERS}`)) as { bytes: number };
    const known = async (): Promise<number> => {
      const reply = await request(coordinator.url, key, 'GET', '/proxy/status');
      return ((await reply.json()) as { onlinePlayers: number }).onlinePlayers;
    };
    while ((await known()) < PLAYERS) await sleep(20);
    await coordinator.end('SIGKILL');
    await sleep(1_000);
    coordinator = await startCoordinator(folder, { listen, env });
    const back = performance.now();
    while ((await known()) < PLAYERS) await sleep(20);
    const syncMs = performance.now() - back;
    const of = (pick: (one: Latency) => number) => ({
      ours: median(latencies.a.map(pick)),
      baseline: median(latencies.b.map(pick)),
      ratio: medianRatio(latencies.a.map(pick), latencies.b.map(pick)),
    });
    const latencyRow = (name: string, { ours, baseline, ratio }: ReturnType<typeof of>, reach: string) => ({
      figure: `added latency of a login, ${name}`,
      ours: `${(ours / 1_000).toFixed(2)} ms`,
      baseline: `${(baseline / 1_000).toFixed(2)} ms`,
      ratio,
      reach,
      floor: '–',
    });
    return {
      goal: 19,
      title: 'The agent of a proxy',
      rows: [
        {
          figure: `logins a second, ${UNDER_WAY} under way`,
          ours: perSecond(median(rates.a)),
          baseline: perSecond(median(rates.b)),
          ratio: medianRatio(rates.a, rates.b),
          reach: '–',
          floor: '–',
        },
        latencyRow(
          'p50',
          of(({ p50 }) => p50),
          '–',
        ),
        latencyRow(
          'p99',
          of(({ p99 }) => p99),
          '5 ms',
        ),
        {
          figure: `in sync after the coordinator is back, ${PLAYERS} players`,
          ours: `${(syncMs / 1_000).toFixed(1)} s`,
          baseline: '2 s',
          ratio: syncMs / 2_000,
          reach: '1',
          floor: '–',
        },
        {
          figure: 'heap of the agent for a player',
          ours: `${Math.round(bytes)} B`,
          baseline: '1 024 B',
          ratio: bytes / 1_024,
          reach: '1',
          floor: '–',
        },
      ],
      notes: [
        `Ours: the agent's core in a Java process of its own; baseline of the first three: the client of our edges, in TypeScript. Both over loopback with a secret of their own against the whole coordinator (SQLite), ${ROUNDS} interleaved rounds of ${LOGINS} logins; each login is cancelled. The last two have what is wanted as their baseline.`,
        'In sync: the coordinator is killed, comes back after a second, and knows all players again; counted from its line `coordinator.ready`, so that the back-off of the agent is in it.',
        "Heap: after a collection, with the players reported; the proxy's own objects of a player are not counted.",
      ],
    };
  } finally {
    own.close();
    await agent.stop();
    await coordinator.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Our own client, with the same logins. */
function openOwn(url: string, secret: string): Side & { close(): void } {
  const client: AgentClient = new AgentClient({
    url,
    secret,
    hello: { role: 'proxy', name: 'own', platform: 'modern', version: 'bench', epoch: Date.now() },
    clock: systemClock,
    logger: silentLogger,
    random: Math.random,
    resync: () => client.sendPlayers([]),
    receive: () => undefined,
  });
  const login = async (at: number): Promise<void> => {
    const uuid = parseUuid(playerUuid(40_000 + (at % 20_000)));
    if (uuid === null || uuid === undefined) throw new Error('no uuid');
    const ip = `11.0.${(at >> 8) & 255}.${at & 255}`;
    await client.request({ type: 'player.login', uuid, name: `O${at}`, ip });
    client.cancel(uuid);
  };
  return {
    alone: async () => {
      const micros: number[] = [];
      for (let at = 0; at < LOGINS; at += 1) {
        const from = performance.now();
        await login(at);
        micros.push((performance.now() - from) * 1_000);
      }
      micros.sort((one, other) => one - other);
      return { p50: micros[LOGINS >> 1] ?? 0, p99: micros[Math.floor(LOGINS * 0.99)] ?? 0 };
    },
    rate: async () => {
      const from = performance.now();
      let next = 0;
      const worker = async (): Promise<void> => {
        while (next < LOGINS) {
          next += 1;
          await login(next);
        }
      };
      await Promise.all(Array.from({ length: UNDER_WAY }, worker));
      return (LOGINS * 1_000) / (performance.now() - from);
    },
    close: () => void client.close(),
  };
}
