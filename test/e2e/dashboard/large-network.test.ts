import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CoordinatorProcess } from '../process.ts';
import { startCoordinator } from '../process.ts';
import { waitUntil } from './api.ts';
import { useWindows } from './dashboard-fixture.ts';

const CROWD = 20_000;
const windows = useWindows();
let folder = '';
let coordinator: CoordinatorProcess;
let apiKey = '';

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${coordinator.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const value: T = await response.json();
  return value;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-crowd-'));
  coordinator = await startCoordinator(folder, {
    command: 'demo',
    options: ['--players', String(CROWD), '--servers', '200', '--churn', '50'],
  });
  apiKey = /^api_key:\s*"?(\w{32})/m.exec(readFileSync(join(folder, 'config.yml'), 'utf8'))?.[1] ?? '';
  await ask('PUT', '/proxy/settings', { maxPlayers: 50_000 });
  await waitUntil(async () => {
    const { onlinePlayers } = await ask<{ onlinePlayers: number }>('GET', '/proxy/status');
    return onlinePlayers > CROWD * 0.99 ? true : undefined;
  });
}, 90_000);

afterAll(async () => {
  await coordinator.end();
  await rm(folder, { recursive: true, force: true });
});

test('twenty thousand players online are scrolled through with a handful of rows, while they come and go', async () => {
  const { page } = await windows.adminWith(apiKey, '/players?sort=name&order=asc', coordinator.url);
  const table = page.getByRole('table');
  await table.getByRole('link').first().waitFor();
  const total = Number(await table.getAttribute('aria-rowcount')) - 1;
  expect(Math.abs(total - CROWD)).toBeLessThan(CROWD * 0.02);
  const rows = table.getByRole('row').filter({ has: page.getByRole('link') });
  const scroll = (part: number) =>
    table.evaluate((box, to) => box.scrollTo(0, (box.scrollHeight - box.clientHeight) * to), part);
  const topIndex = async () => Number(await rows.first().getAttribute('aria-rowindex'));
  for (const part of [0.1, 0.5, 0.9, 1]) {
    await scroll(part);
    // The rows of that place are there, and those of others are gone.
    await expect.poll(topIndex).toBeGreaterThan(total * part - 100);
    expect(await table.getByRole('row').count()).toBeLessThan(60);
  }
  // In steps, as a wheel does it: every step shows rows, and none of them twice.
  await scroll(0);
  await expect.poll(topIndex).toBe(2);
  for (let step = 0; step < 20; step += 1) await page.mouse.wheel(0, 700);
  const keys = await rows.evaluateAll((shown) => shown.map((row) => row.getAttribute('aria-rowindex')));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBeGreaterThan(10);
});

test('a search among twenty thousand finds one, and a busy network is live on the overview', async () => {
  const [somebody] = await ask<{ name: string }[]>('GET', '/players?sort=name&limit=1&offset=10000');
  const { page } = await windows.adminWith(apiKey, '/players', coordinator.url);
  await page.getByRole('searchbox').fill(somebody?.name ?? '');
  await page
    .getByRole('link', { name: somebody?.name ?? '' })
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page
    .getByText(/^(19|20),\d{3}$/)
    .first()
    .waitFor();
  await page.getByText('Live', { exact: true }).first().waitFor();
});
