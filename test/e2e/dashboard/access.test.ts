import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { api, onlinePlayer, read } from './api.ts';
import { waitUntil } from './coordinator-api.ts';
import { seriousViolations } from './browser.ts';
import { rowOf, useWindows } from './dashboard-fixture.ts';

const windows = useWindows();

const PAGES: readonly (readonly [name: string, path: string, heading: string | RegExp])[] = [
  ['the overview', '/', 'Overview'],
  ['the servers', '/servers', 'Servers'],
  ['a server', '/servers/hub-1', 'hub-1'],
  ['the players', '/players', 'Players'],
  ['everyone', '/players?show=all', 'Players'],
  ['the bans', '/bans', 'Bans'],
  ['the parties', '/parties', 'Parties'],
  ['the proxy', '/proxy', 'Proxy'],
];

describe.each(['dark', 'light'] as const)('in %s colours', (colorScheme) => {
  test.each(PAGES)('%s has no serious violation in axe', async (_, path, heading) => {
    const page = await windows.admin(path, { colorScheme, reducedMotion: 'reduce' });
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
    expect(await seriousViolations(page)).toEqual([]);
  });

  test('the sign-in, a player and a dialog have no serious violation in axe', async () => {
    const { page: signIn } = await windows.signedOut();
    await signIn.emulateMedia({ colorScheme });
    await signIn.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await seriousViolations(signIn)).toEqual([]);
    const { uuid } = await onlinePlayer();
    const page = await windows.admin(`/players/${uuid}`, { colorScheme, reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Ban', exact: true }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Ban', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Reason', { exact: true }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
  });
});

test.each(PAGES)('%s fits a phone of 360 px', async (_, path, heading) => {
  const page = await windows.admin(path, { viewport: { width: 360, height: 740 } });
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('on a phone the menu has every page', async () => {
  const page = await windows.admin('/', { viewport: { width: 360, height: 740 } });
  for (const name of ['Servers', 'Players', 'Bans', 'Parties', 'Proxy']) {
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

test('the keyboard alone can skip the navigation, use a list and use a dialog', async () => {
  const page = await windows.admin('/servers');
  await page.getByRole('link', { name: 'hub-1' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.getByRole('searchbox').evaluate((box) => box === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Add a server' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Name').waitFor();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Add a server');
});

test('the colours can be switched, and the choice is kept', async () => {
  const page = await windows.admin('/', { colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Switch to light colours' }).click();
  await page.locator('html[data-mantine-color-scheme=light]').waitFor();
  await page.reload();
  await page.locator('html[data-mantine-color-scheme=light]').waitFor();
});

test('times are relative, with the exact time in the viewer’s time zone on hover', async () => {
  const player = await onlinePlayer(4);
  await api('POST', '/bans', { uuid: player.uuid, name: player.name, time: '24h', reason: 'zones' });
  onTestFinished(() => api('DELETE', `/bans/${player.uuid}`).then(() => undefined));
  const { bannedDate } = await read<{ bannedDate: string }>(`/bans/${player.uuid}`);
  const page = await windows.admin(`/bans?search=${player.name}`, { timezoneId: 'Asia/Tokyo' });
  const row = rowOf(page, player.name);
  await row.getByText('in 24 hours').waitFor();
  const title = await waitUntil(
    async () => (await row.locator('time').nth(1).getAttribute('title')) ?? undefined,
  );
  // The coordinator runs in UTC, and Tokyo is nine hours ahead.
  const hour = (Number(bannedDate.slice(11, 13)) + 9) % 24;
  expect(title).toContain(`${String(hour).padStart(2, '0')}${bannedDate.slice(13)}`);
});

test('the first page loads at most 250 KB of scripts, all from the coordinator', async () => {
  const { page } = await windows.signedOut();
  const scripts: Promise<number>[] = [];
  const foreign: string[] = [];
  const { origin } = new URL(page.url());
  page.on('response', (response) => {
    if (!response.url().startsWith(origin)) foreign.push(response.url());
    if (response.url().endsWith('.js')) scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.reload({ waitUntil: 'networkidle' });
  const sizes = await Promise.all(scripts);
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(250 * 1024);
  expect(foreign).toEqual([]);
});
