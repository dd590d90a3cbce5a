import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { api, onlinePlayer, read, type OnlinePlayer } from './api.ts';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();
const NEWEST_FIRST = '/players?sort=onlineTime&order=asc';

/** The names of the rows on the screen, from the top. */
async function order(page: Page): Promise<string[]> {
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  const shown = await rows.evaluateAll((all) =>
    all
      .toSorted(
        (one, other) =>
          Number(one.getAttribute('aria-rowindex')) - Number(other.getAttribute('aria-rowindex')),
      )
      .map((row) => row.querySelector('a [title]')?.textContent ?? ''),
  );
  return shown.slice(0, 10);
}

/** Simulated players who are kicked join again after some seconds, as the newest. */
async function kick(players: readonly OnlinePlayer[]): Promise<void> {
  for (const { uuid } of players) await api('POST', `/players/${uuid}/kick`, { reason: 'a test' });
}

async function oldest(count: number): Promise<OnlinePlayer[]> {
  return read<OnlinePlayer[]>(`/players?limit=${count}`);
}

async function open(path: string): Promise<Page> {
  const page = await windows.admin(path);
  await page.getByRole('cell').getByRole('link').first().waitFor();
  return page;
}

test('rows hold still under the pointer, new ones wait, and a click opens the player aimed at', async () => {
  const page = await open(NEWEST_FIRST);
  const before = await order(page);
  const aimed = before[4] ?? '';
  const link = page.getByRole('link', { name: aimed, exact: true });
  await link.hover();
  const players = await oldest(4);
  await kick(players);
  await page.getByRole('button', { name: '4 new', exact: true }).waitFor();
  expect(await order(page)).toEqual(before);
  await page.mouse.down();
  await page.mouse.up();
  await page.getByRole('heading', { name: aimed }).waitFor();
});

test('what is new comes by its button, and when the pointer leaves', async () => {
  const page = await open(NEWEST_FIRST);
  const before = await order(page);
  await page.getByRole('cell').first().hover();
  const [first, second] = [await oldest(1), (await oldest(3)).slice(1)];
  await kick(first);
  await page.getByRole('button', { name: '1 new', exact: true }).click();
  await expect.poll(async () => (await order(page))[0]).toBe(first[0]?.name);
  await kick(second);
  await page.getByRole('button', { name: '2 new', exact: true }).waitFor();
  expect((await order(page)).slice(1, 5)).toEqual(before.slice(0, 4));
  await page.mouse.move(5, 5);
  await expect
    .poll(async () => (await order(page)).slice(0, 2).toSorted())
    .toEqual(second.map(({ name }) => name).toSorted());
  await page.getByRole('button', { name: /\d new$/ }).waitFor({ state: 'detached' });
});

test('who leaves a list that is held stays at their place and is shown as gone', async () => {
  const page = await open('/players');
  const before = await order(page);
  const player = await onlinePlayer(2);
  await page.getByRole('cell').first().hover();
  await kick([player]);
  await page
    .getByRole('row')
    .filter({ has: page.getByTitle(player.name, { exact: true }) })
    .getByText('Gone', { exact: true })
    .waitFor();
  expect(await order(page)).toEqual(before);
});

test('rows hold still while the focus is in the list', async () => {
  const page = await open(NEWEST_FIRST);
  const before = await order(page);
  await page.getByRole('link', { name: before[3] ?? '', exact: true }).focus();
  await kick(await oldest(2));
  await page.getByRole('button', { name: '2 new', exact: true }).waitFor();
  expect(await order(page)).toEqual(before);
  await page.getByRole('button', { name: '2 new', exact: true }).press('Enter');
  await expect.poll(async () => (await order(page)).slice(2, 6)).toEqual(before.slice(0, 4));
  // The button is gone; the list has the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('table');
  await page.getByRole('searchbox').focus();
  await kick(await oldest(1));
  await expect.poll(async () => (await order(page))[1]).not.toBe(before[0]);
});

test('servers and their cards hold still too', async () => {
  const add = (name: string) => api('POST', '/servers', { name, type: 'GAME' });
  onTestFinished(async () => {
    for (const name of ['a-first', 'a-second'])
      await api('DELETE', `/servers/${name}`).then(undefined, () => undefined);
  });
  const page = await open('/servers');
  await page.getByRole('link', { name: 'hub-1', exact: true }).hover();
  await add('a-first');
  await page.getByRole('button', { name: '1 new', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'a-first', exact: true }).count()).toBe(0);
  await page.getByText('Cards', { exact: true }).click();
  await page.getByRole('listitem').filter({ hasText: 'a-first' }).hover();
  await add('a-second');
  await page.getByRole('button', { name: '1 new', exact: true }).waitFor();
  await api('DELETE', '/servers/a-first');
  await page.getByRole('listitem').filter({ hasText: 'a-first' }).getByText('Gone').waitFor();
  await page.mouse.move(5, 5);
  await page.getByRole('listitem').filter({ hasText: 'a-second' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'a-first' }).waitFor({ state: 'detached' });
});
