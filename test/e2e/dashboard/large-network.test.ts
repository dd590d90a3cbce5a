import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CoordinatorProcess } from '../process.ts';
import { startCoordinator } from '../process.ts';
import { apiKeyIn, request, waitUntil } from './coordinator-api.ts';
import { useWindows } from './dashboard-fixture.ts';

const PLAYERS = 20_000;
/** On a busy machine they take a minute to join. */
const JOINED_WITHIN_MS = 120_000;
const windows = useWindows();
let folder = '';
let coordinator: CoordinatorProcess;
let apiKey = '';

async function read<T>(path: string): Promise<T> {
  const value: T = await (await request(coordinator.url, apiKey, 'GET', path)).json();
  return value;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-large-network-'));
  coordinator = await startCoordinator(folder, {
    command: 'demo',
    options: ['--players', String(PLAYERS), '--servers', '200', '--churn', '50'],
  });
  apiKey = await apiKeyIn(folder);
  await request(coordinator.url, apiKey, 'PUT', '/proxy/settings', { maxPlayers: 50_000 });
  await waitUntil(async () => {
    const { onlinePlayers } = await read<{ onlinePlayers: number }>('/proxy/status');
    return onlinePlayers > PLAYERS * 0.99 ? true : undefined;
  }, JOINED_WITHIN_MS);
}, JOINED_WITHIN_MS + 60_000);

afterAll(async () => {
  await coordinator.end();
  await rm(folder, { recursive: true, force: true });
});

test('a list of twenty thousand online players renders only the rows on the screen while players join and leave', async () => {
  const { page } = await windows.signedIn('/players?sort=name&order=asc', { apiKey }, coordinator.url);
  const table = page.getByRole('table');
  await table.getByRole('link').first().waitFor();
  const total = Number(await table.getAttribute('aria-rowcount')) - 1;
  expect(Math.abs(total - PLAYERS)).toBeLessThan(PLAYERS * 0.02);
  const rows = table.getByRole('row').filter({ has: page.getByRole('link') });
  const scroll = (part: number) =>
    table.evaluate((box, to) => box.scrollTo(0, (box.scrollHeight - box.clientHeight) * to), part);
  const topIndex = async () => Number(await rows.first().getAttribute('aria-rowindex'));
  for (const part of [0.1, 0.5, 0.9, 1]) {
    await scroll(part);
    // The rows at that position are rendered, and no others.
    await expect.poll(topIndex).toBeGreaterThan(total * part - 100);
    expect(await table.getByRole('row').count()).toBeLessThan(60);
  }
  // In steps like a mouse wheel: there are always rows, and none of them twice.
  await scroll(0);
  await expect.poll(topIndex).toBe(2);
  await table.getByRole('columnheader').first().hover();
  for (let step = 1; step <= 20; step += 1) {
    const before = await table.evaluate((box) => box.scrollTop);
    await page.mouse.wheel(0, 700);
    await expect.poll(() => table.evaluate((box) => box.scrollTop)).toBeGreaterThan(before);
  }
  await expect.poll(topIndex).toBeGreaterThan(100);
  const keys = await rows.evaluateAll((shown) => shown.map((row) => row.getAttribute('aria-rowindex')));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBeGreaterThan(10);
});

test('a search among twenty thousand finds players, and the overview of a busy network is live', async () => {
  const [player] = await read<{ name: string }[]>('/players?sort=name&limit=1&offset=10000');
  // A part of the name that several players have: any single one may leave.
  const part = (player?.name ?? '').slice(0, 3);
  const { page } = await windows.signedIn('/players', { apiKey }, coordinator.url);
  const table = page.getByRole('table');
  await table.getByRole('link').first().waitFor();
  await page.getByRole('searchbox').fill(part);
  await expect
    .poll(async () => {
      const names = await table.getByRole('cell').getByRole('link').allTextContents();
      // The letters of the avatar come before the name.
      return (
        names.length > 0 && names.every((name) => name.slice(2).toLowerCase().includes(part.toLowerCase()))
      );
    })
    .toBe(true);
  expect(Number(await table.getAttribute('aria-rowcount')) - 1).toBeLessThan(PLAYERS * 0.9);
  await page.getByRole('link', { name: 'Overview' }).click();
  await page
    .getByText(/^(19|20),\d{3}$/)
    .first()
    .waitFor();
  await page.getByText('Live', { exact: true }).first().waitFor();
});

test('above two hundred servers with twenty thousand players the actions stay beside the title at 1024 pixels', async () => {
  const { page } = await windows.signedIn('/servers', { apiKey }, coordinator.url);
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.getByText(/^\d+ of 200 online · (19|20),\d{3} players$/).waitFor();
  const [heading, add, table] = await Promise.all([
    page.getByRole('heading', { name: 'Servers' }).boundingBox(),
    page.getByRole('button', { name: 'Add a server' }).boundingBox(),
    page.getByRole('table').boundingBox(),
  ]);
  expect(add?.y ?? Infinity).toBeLessThan((heading?.y ?? 0) + 60);
  expect((table?.y ?? 0) + (table?.height ?? 0)).toBeLessThan(768);
});
