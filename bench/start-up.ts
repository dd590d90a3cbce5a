import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchTable } from './bench-table.ts';
import { crowdOnSqlite } from './fixtures/crowd-database.ts';
import { playerUuid } from './fixtures/coordinator.ts';
import { exponent, interleave, median, medianRatio } from './fixtures/median.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');
const YEAR_MS = 365 * 86_400_000;

/** Goal 11: from the start of the process to a good answer of `/readyz`, with much in the database and with nothing. */
export async function run(): Promise<BenchTable> {
  const root = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  try {
    const empty = join(root, 'empty');
    await timeStart(empty);
    const rows = [];
    const costs: number[] = [];
    const sizes = [10_000, 100_000, 1_000_000];
    for (const players of sizes) {
      const full = join(root, `full-${players}`);
      await fill(full, players, players / 10);
      await timeStart(full);
      const { a, b } = await interleave(
        5,
        () => timeStart(full),
        () => timeStart(empty),
      );
      costs.push(median(a));
      rows.push({
        figure: `${players} players, ${players / 10} active bans`,
        ours: `${median(a).toFixed(0)} ms`,
        baseline: `${median(b).toFixed(0)} ms`,
        ratio: medianRatio(a, b),
        reach: '≤ 3×',
        floor: '≤ 6×',
      });
    }
    return {
      goal: 11,
      title: 'Start',
      rows,
      notes: [
        'From spawning the process to the first 200 of /readyz, embedded database; baseline: the same start with an empty database; medians of 5 interleaved starts.',
        `The time of a start grows with what is stored to the power of ${exponent(sizes, costs).toFixed(2)}.`,
      ],
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function timeStart(folder: string): Promise<number> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      MAIN,
      'proxy',
      '--data',
      folder,
      '--listen',
      `127.0.0.1:${port}`,
      '--edge',
      'off',
    ],
    { stdio: 'ignore' },
  );
  const gone = once(child, 'exit');
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error(`the coordinator ended with ${child.exitCode}`);
      if (performance.now() - began > 60_000) throw new Error('the coordinator does not get ready');
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    return performance.now() - began;
  } finally {
    child.kill('SIGTERM');
    await gone;
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

async function fill(dataFolder: string, players: number, bans: number): Promise<void> {
  mkdirSync(dataFolder);
  const storage = await crowdOnSqlite(dataFolder, players);
  const now = Date.now();
  const by = { via: 'api', name: 'bench', uuid: null } as const;
  for (let from = 0; from < bans; from += 100) {
    await Promise.all(
      Array.from({ length: 100 }, (_, at) => {
        const index = from + at;
        const name = `Player_${index}`;
        const expires = index % 2 === 0 ? 0 : now + YEAR_MS;
        const draft = { uuid: playerUuid(index), name, reason: 'bench', ip: '', bannedAt: now, expires };
        return storage.bans.save(draft, by);
      }),
    );
  }
  await storage.close();
}
