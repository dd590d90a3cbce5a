import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { startCoordinator } from '../process.ts';

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
const key = /^api_key:\s*"?(\w{32})/m.exec(readFileSync(join(folder, 'config.yml'), 'utf8'))?.[1] ?? '';
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  mkdirSync(IMAGES, { recursive: true });
  await enliven();
  const dark = await openPage('dark', SIZE);
  await dark.goto('/');
  // A chart needs minutes to have a shape.
  await dark.waitForTimeout(120_000);
  await call('POST', '/servers/duels-1/restart');
  await dark.waitForTimeout(14_000);
  await dark.screenshot({ path: join(IMAGES, 'overview.png') });
  await shoot(dark, '/servers', 'servers');
  await shoot(dark, '/players', 'players');
  await shoot(dark, `/players/${await firstBanned()}`, 'player');
  await shoot(dark, '/bans', 'bans');
  await shoot(dark, '/proxy', 'proxy');
  await shoot(dark, '/parties', 'parties');
  await shoot(dark, '/machines', 'machines');
  await shoot(await openPage('light', SIZE), '/', 'overview-light');
  await shoot(await openPage('dark', PHONE), '/', 'phone');
} finally {
  await browser.close();
  await coordinator.end();
  rmSync(folder, { recursive: true, force: true });
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${coordinator.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  const value: T = await response.json();
  return value;
}

async function firstBanned(): Promise<string> {
  const [ban] = await call<{ uuid: string }[]>('GET', '/bans');
  return ban?.uuid ?? '';
}

/** Some bans, a message of the day and a name on the bypass list: what a network has after a while. */
async function enliven(): Promise<void> {
  const { url } = coordinator;
  const deadline = Date.now() + 30_000;
  let players: { uuid: string; name: string }[] = [];
  while (players.length < 40 && Date.now() < deadline) {
    players = await call<typeof players>('GET', '/players?limit=40&sort=name');
  }
  if (players.length < 40) throw new Error(`too few players came to ${url}`);
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
  await context.addInitScript((token) => sessionStorage.setItem('portcullis.token', token), key);
  return context.newPage();
}

async function shoot(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path);
  await page.getByText('Live', { exact: true }).filter({ visible: true }).first().waitFor();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(IMAGES, `${name}.png`) });
}
