import type { Browser } from 'playwright-core';
import { openBrowser } from '../test/fixtures/chromium.ts';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchRow, BenchTable } from './bench-table.ts';
import { startServer } from './fixtures/child-run.ts';
import { API_KEY } from './fixtures/coordinator.ts';
import { median } from './fixtures/median.ts';
import { firstLoad, openSignedIn, type PageLoad } from './fixtures/page-load.ts';
import { longestTask, type LongestTask } from './fixtures/page-tasks.ts';
import type { Tool } from './fixtures/tools.ts';

const PLAYERS = 20_000;
const EVENTS_A_SECOND = 50;
const ROUNDS = 5;
const LOOK_MS = 30_000;
const PAGES = [
  ['overview', '/'],
  ['players', '/players'],
] as const;
const ROOT = join(import.meta.dirname, '..');

export const tools: readonly Tool[] = ['chromium'];

/** Goal 18: what the dashboard weighs, when it stands on a slow line, and how long it keeps the browser from answering. */
export async function run(): Promise<BenchTable> {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  await promisify(execFile)(process.execPath, [vite, 'build', '--config', 'src/dashboard/vite.config.ts'], {
    cwd: ROOT,
  });
  const server = await startServer('event-server.ts', String(PLAYERS));
  const browser = await openBrowser();
  try {
    const url = `http://127.0.0.1:${server.port}`;
    const rows: BenchRow[] = [];
    for (const [name, path] of PAGES) rows.push(...loadRows(name, await loads(browser, url, path)));
    // Not before: lists that change are asked for again and again.
    server.child.send(EVENTS_A_SECOND);
    for (const [name, path] of PAGES) {
      const tasks = await longestTasks(browser, url, path);
      const longest = `longest task in ${LOOK_MS / 1000} s, ${name}`;
      rows.push(rowOf(longest, median(tasks.map(({ took }) => took)), 'ms', 50, 80));
      rows.push(rowOf(`${longest}: on a core`, median(tasks.map(({ worked }) => worked)), 'ms'));
    }
    return { goal: 18, title: 'The dashboard', rows, notes: NOTES };
  } finally {
    await browser.close();
    await server.stop();
  }
}

const NOTES = [
  `Baseline: the goal. A coordinator with ${PLAYERS} players on 50 servers, and Chromium with an empty cache and a session in its cookie; medians of ${ROUNDS} rounds. Coordinator and browser share the cores of the machine.`,
  'Bytes are those of the protocol, with headers, compressed as Chromium asks for it at 127.0.0.1 (brotli, as over HTTPS). The first sentence says how the network is, with what the coordinator answered. All: until nothing is asked for two seconds, without the shared worker and the event stream that it reads.',
  'Times are from the beginning of the navigation, at 1.6 Mb/s, 150 ms and a processor four times slower, as the developer tools of Chromium make them. LCP: largest contentful paint.',
  `Tasks: of the main thread, from a trace, on a page that has loaded, with ${EVENTS_A_SECOND} joins and leaves a second and neither the line nor the processor slowed. On a core: of the task that worked for the longest, without the time in which others had the cores.`,
];

async function loads(browser: Browser, url: string, path: string): Promise<PageLoad[]> {
  const taken: PageLoad[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await openSignedIn(browser, url, API_KEY);
    taken.push(await firstLoad(page, path));
    await page.context().close();
  }
  return taken;
}

async function longestTasks(browser: Browser, url: string, path: string): Promise<LongestTask[]> {
  const taken: LongestTask[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await openSignedIn(browser, url, API_KEY);
    await page.goto(path, { waitUntil: 'load' });
    await page.getByText('Live', { exact: true }).first().waitFor();
    await page.locator('h1').first().waitFor();
    taken.push(await longestTask(browser, page, LOOK_MS));
    await page.context().close();
  }
  return taken;
}

function loadRows(name: string, taken: readonly PageLoad[]): BenchRow[] {
  const of = (figure: (load: PageLoad) => number): number => median(taken.map(figure));
  return [
    rowOf(`before the first sentence, ${name}`, of((load) => load.bytesToSentence) / 1000, 'KB', 100, 150),
    rowOf(`all of the first load, ${name}`, of((load) => load.bytes) / 1000, 'KB', 250, 300),
    rowOf(`until the first sentence, ${name}`, of((load) => load.sentenceMs) / 1000, 's'),
    rowOf(`LCP, ${name}`, of((load) => load.paintMs) / 1000, 's', 1.8, 2.5),
  ];
}

function rowOf(figure: string, value: number, unit: string, reach?: number, floor?: number): BenchRow {
  const write = (amount: number | undefined): string => (amount === undefined ? '–' : `${amount} ${unit}`);
  return {
    figure,
    ours: write(Number(value.toFixed(unit === 's' ? 2 : 0))),
    baseline: write(reach),
    ratio: value / (reach ?? value),
    reach: write(reach),
    floor: write(floor),
  };
}
