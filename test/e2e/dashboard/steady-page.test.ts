import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openRelay } from '../../fixtures/tcp-relay.ts';
import { api, onlinePlayer, read, type OnlinePlayer } from './api.ts';
import { holdAnswer, useWindows } from './dashboard-fixture.ts';

const windows = useWindows();
const BANNED = { uuid: '00000000-0000-4000-8000-0000000000c1', name: 'Steady_Tester' };

const unban = async (): Promise<void> => {
  await api('DELETE', `/bans/${BANNED.uuid}`).catch(() => undefined);
};
const linesOf = (page: Page, card: string) => page.getByRole('region', { name: card }).getByRole('listitem');
/** Until what has been answered is shown. */
const shown = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)))),
  );

test('who just joined holds still under the pointer, and a click opens the player aimed at', async () => {
  const page = await windows.admin('/');
  const names = () => linesOf(page, 'Just joined').getByRole('link').allTextContents();
  await linesOf(page, 'Just joined').nth(7).waitFor();
  const before = await names();
  const aimed = linesOf(page, 'Just joined').nth(3).getByRole('link');
  const name = await aimed.locator('[title]').textContent();
  await aimed.hover();
  for (const { uuid } of await read<OnlinePlayer[]>('/players?limit=2'))
    await api('POST', `/players/${uuid}/kick`, { reason: 'a test' });
  await page.getByRole('button', { name: '2 new', exact: true }).waitFor();
  expect(await names()).toEqual(before);
  await page.mouse.down();
  await page.mouse.up();
  await page.getByRole('heading', { name: name ?? '' }).waitFor();
});

test('the latest bans hold still under the pointer', async () => {
  onTestFinished(unban);
  await api('POST', '/bans', { ...BANNED, time: '1h', reason: 'The first' });
  const page = await windows.admin('/');
  const line = linesOf(page, 'Latest bans').filter({ hasText: 'The first' });
  await line.hover();
  const other = { uuid: '00000000-0000-4000-8000-0000000000c2', name: 'Second_Tester' };
  onTestFinished(() => api('DELETE', `/bans/${other.uuid}`).then(undefined, () => undefined));
  const before = await linesOf(page, 'Latest bans').allTextContents();
  await api('POST', '/bans', { ...other, time: '1h', reason: 'The second' });
  await page.getByRole('button', { name: '1 new', exact: true }).waitFor();
  expect((await linesOf(page, 'Latest bans').allTextContents()).length).toBe(before.length);
  await page.mouse.move(5, 5);
  await linesOf(page, 'Latest bans').filter({ hasText: 'The second' }).waitFor();
});

test('a second click on the cross of a name removes nobody else', async () => {
  onTestFinished(() => api('PUT', '/proxy/status', { maintenanceBypass: [] }).then(() => undefined));
  await api('PUT', '/proxy/status', { maintenanceBypass: ['Aa_One', 'Bb_Two', 'Cc_Six'] });
  const page = await windows.admin('/proxy');
  const cross = page.getByRole('button', { name: 'Remove Aa_One from the list' });
  await cross.waitFor();
  const box = await cross.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 6, (box?.y ?? 0) + 6];
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.mouse.click(x, y);
  await removed;
  await page.getByText('2 names', { exact: true }).waitFor();
  await page.mouse.click(x, y);
  await shown(page);
  await page.mouse.move(5, 5);
  await page.getByRole('listitem').filter({ hasText: 'Aa_One' }).waitFor({ state: 'detached' });
  expect((await read<{ maintenanceBypass: string[] }>('/proxy/status')).maintenanceBypass).toEqual([
    'Bb_Two',
    'Cc_Six',
  ]);
});

test.each([1440, 1024, 390])('trouble moves nothing on a page that is %i pixels wide', async (width) => {
  onTestFinished(() =>
    api('PUT', '/proxy/status', { preventJoin: false, maxPlayers: 1000 }).then(() => undefined),
  );
  const relay = await openRelay(inject('network').url);
  onTestFinished(() => relay.close());
  const page = await windows.admin('/servers', { viewport: { width, height: 900 } }, relay.url);
  const link = page.getByRole('link', { name: 'hub-1', exact: true });
  await link.waitFor();
  await page.getByText('Open for players', { exact: true }).waitFor();
  const place = async () => (await link.boundingBox())?.y;
  const before = await place();
  await api('PUT', '/proxy/status', { preventJoin: true });
  await page.getByText(/^Joining is closed since/).waitFor();
  expect(await place()).toBe(before);
  relay.cut();
  await page.getByText(/^The coordinator cannot be reached since/).waitFor();
  expect(await place()).toBe(before);
});

test('suggested reasons stay in their places when another admin bans', async () => {
  onTestFinished(unban);
  const player = await onlinePlayer(3);
  const page = await windows.admin(`/players/${player.uuid}`);
  await page.getByText('Live', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  const reasons = page.getByRole('group', { name: 'Suggested reasons' }).getByRole('button');
  await reasons.first().waitFor();
  const before = await reasons.allTextContents();
  const loaded = page.waitForResponse((answer) => answer.url().includes('/api/bans?limit=8'));
  await api('POST', '/bans', { ...BANNED, time: '1h', reason: 'A reason of another admin' });
  await loaded;
  await shown(page);
  expect(await reasons.allTextContents()).toEqual(before);
});

test('rows of the search before are marked for as long as the next ones are awaited', async () => {
  const page = await windows.admin('/players');
  await page.getByRole('cell').getByRole('link').first().waitFor();
  const table = page.getByRole('table');
  expect(await table.getAttribute('aria-busy')).toBeNull();
  const answer = holdAnswer();
  await page.route(/\/api\/players\?.*search=/, async (route) => {
    await answer.opened;
    await route.continue();
  });
  await page.getByRole('searchbox').fill('a');
  await expect.poll(() => table.getAttribute('aria-busy')).toBe('true');
  const rows = table.getByRole('rowgroup').last();
  await expect.poll(() => rows.evaluate((it) => Number(getComputedStyle(it).opacity))).toBeLessThan(0.6);
  answer.open();
  await expect.poll(() => table.getAttribute('aria-busy')).toBeNull();
});
