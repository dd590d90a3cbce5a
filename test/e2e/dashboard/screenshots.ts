import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { startCoordinator } from '../process.ts';
import { apiKeyIn, request } from './coordinator-api.ts';
import { signIn } from './window.ts';

/** Writes docs/images/*.png from the demo network: `npm run screenshots`. Needs Chromium. */
const IMAGES = join(import.meta.dirname, '../../../docs/images');
const SIZE = { width: 1360, height: 850 };
const PHONE = { width: 390, height: 800 };
const MOTD =
  '            #8098FF&lNorthgate #FFFFFFNetwork &7[1.8 - 1.21]\n    &eSky Raid is back &8- #FF8A5BDouble coins all weekend';

const folder = mkdtempSync(join(tmpdir(), 'portcullis-screenshots-'));
const coordinator = await startCoordinator(folder, {
  command: 'demo',
  options: ['--players', '900', '--servers', '24', '--churn', '12'],
});
const key = await apiKeyIn(folder);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  mkdirSync(IMAGES, { recursive: true });
  await addSampleData();
  const dark = await openPage('dark', SIZE);
  await dark.goto('/');
  // The chart of players needs a few minutes of data.
  await dark.waitForTimeout(120_000);
  await call('POST', '/servers/duels-1/restart');
  await dark.waitForTimeout(14_000);
  await dark.screenshot({ path: join(IMAGES, 'overview.png') });
  await takeScreenshot(dark, '/servers', 'servers');
  await takeScreenshot(dark, '/players', 'players');
  await takeScreenshot(dark, `/players/${await firstBanned()}`, 'player');
  await takeScreenshot(dark, '/bans', 'bans');
  await takeScreenshot(dark, '/proxy', 'proxy');
  await takeScreenshot(dark, '/parties', 'parties');
  await takeScreenshot(dark, '/machines', 'machines');
  await takeScreenshot(await openPage('light', SIZE), '/', 'overview-light');
  await takeScreenshot(await openPage('dark', PHONE), '/', 'phone');
} finally {
  await browser.close();
  await coordinator.end();
  rmSync(folder, { recursive: true, force: true });
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const value: T = await (await request(coordinator.url, key, method, path, body)).json();
  return value;
}

async function firstBanned(): Promise<string> {
  const [ban] = await call<{ uuid: string }[]>('GET', '/bans');
  return ban?.uuid ?? '';
}

/** Adds bans, a message of the day and names on the bypass list. */
async function addSampleData(): Promise<void> {
  const { url } = coordinator;
  const deadline = Date.now() + 30_000;
  let players: { uuid: string; name: string }[] = [];
  while (players.length < 40 && Date.now() < deadline) {
    players = await call<typeof players>('GET', '/players?limit=40&sort=name');
  }
  if (players.length < 40) throw new Error(`too few players joined ${url}`);
  const reasons = ['Advertising', 'Griefing', 'Insulting others', 'Cheating', 'Spam', 'Ban evasion'];
  const times = ['30D', '24h', '7D', 'perma', '1h', '1Y'];
  for (const [at, reason] of reasons.entries()) {
    const player = players[at * 6];
    await call('POST', '/bans', { uuid: player?.uuid, name: player?.name, time: times[at], reason });
    if (at === 1) await call('DELETE', `/bans/${player?.uuid ?? ''}`);
  }
  await call('PUT', '/proxy/status', {
    motd: MOTD,
    maxPlayers: 2000,
    maintenanceBypass: ['Notch', 'jeb_', 'Dinnerbone'],
  });
}

async function openPage(colorScheme: 'dark' | 'light', viewport: typeof SIZE): Promise<Page> {
  const context = await browser.newContext({
    baseURL: coordinator.url,
    colorScheme,
    viewport,
    locale: 'en-GB',
    deviceScaleFactor: 1.5,
  });
  await signIn(context, coordinator.url, { apiKey: key });
  return context.newPage();
}

async function takeScreenshot(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path);
  await page.getByText('Live', { exact: true }).filter({ visible: true }).first().waitFor();
  await page.waitForTimeout(1500);
  // The machines take longer, as they are laid out in the browser.
  await page.waitForFunction(() => document.querySelector('[aria-label="Loading"]') === null);
  await page.screenshot({ path: join(IMAGES, `${name}.png`) });
}
