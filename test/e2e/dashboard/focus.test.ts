import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { api, onlinePlayer } from './api.ts';
import { focused, useWindows } from './dashboard-fixture.ts';

const windows = useWindows();

test('a dialog that closes gives the focus back to the button that opened it', async () => {
  const page = await windows.admin('/servers');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add a server' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => focused(page)).toBe('BUTTON Add a server');
  await page.getByRole('button', { name: 'Restart hub-2' }).press('Enter');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('BUTTON Restart hub-2');
});

test('where the button that opened a dialog is gone, the heading gets the focus', async () => {
  const player = await onlinePlayer(11);
  onTestFinished(() => api('DELETE', `/bans/${player.uuid}`).then(undefined, () => undefined));
  const page = await windows.admin(`/players/${player.uuid}`);
  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Ban .+ for 24 hours$/ })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toMatch(/^H1 /);
});

test('after a link the heading of the page has the focus, at the first page nothing does', async () => {
  const page = await windows.admin('/');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(await focused(page)).toBe('nothing');
  for (const title of ['Servers', 'Players', 'Bans', 'Parties', 'Proxy']) {
    await page.getByRole('navigation').getByRole('link', { name: title, exact: true }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await expect.poll(() => focused(page)).toBe(`H1 ${title}`);
  }
  await page.goBack();
  await expect.poll(() => focused(page)).toBe('H1 Parties');
  const { uuid, name } = await onlinePlayer(1);
  await page.goto(`/players?search=${name}`);
  await page.getByRole('link', { name, exact: true }).press('Enter');
  await page.getByRole('tab', { name: 'Friends' }).waitFor();
  expect(page.url()).toContain(uuid);
  await expect.poll(() => focused(page)).toContain(name);
  expect(await focused(page)).toMatch(/^H1 /);
});

test('typing a search keeps the focus in its field', async () => {
  const page = await windows.admin('/servers');
  await page.getByRole('searchbox').pressSequentially('hub', { delay: 150 });
  await expect.poll(() => page.url()).toContain('search=hub');
  expect(await page.getByRole('searchbox').inputValue()).toBe('hub');
  expect(await focused(page)).toBe('INPUT Search servers');
});

const scrollOf = (page: Page) => page.getByRole('table').evaluate((box) => box.scrollTop);

test('the way back from a player leads to the list as it was searched, sorted and scrolled', async () => {
  const page = await windows.admin('/players?search=a&sort=name&order=asc');
  await page.getByRole('cell').getByRole('link').first().waitFor();
  await page.getByRole('table').evaluate((box) => box.scrollTo(0, 300));
  await page.getByRole('row').nth(12).getByRole('link').press('Enter');
  await page.getByRole('tab', { name: 'Friends' }).waitFor();
  await page.getByRole('link', { name: 'Players', exact: true }).first().waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Players', exact: true }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?search=a&sort=name&order=asc');
  expect(await page.getByRole('searchbox').inputValue()).toBe('a');
  await expect.poll(() => scrollOf(page)).toBe(300);
  // The browser's own button leads back to the player, and from there to the list.
  await page.goBack();
  await page.getByRole('tab', { name: 'Friends' }).waitFor();
  await page.goBack();
  await expect.poll(() => scrollOf(page)).toBe(300);
  // A link of the menu opens the list anew.
  await page.getByRole('navigation').getByRole('link', { name: 'Bans', exact: true }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Players', exact: true }).click();
  await page.getByRole('cell').getByRole('link').first().waitFor();
  expect(await scrollOf(page)).toBe(0);
  expect(await page.getByRole('searchbox').inputValue()).toBe('');
});

test('the way back from a player leads to the bans, or the server, from where they were opened', async () => {
  const page = await windows.admin('/servers?search=hub');
  await page.getByRole('link', { name: 'hub-1', exact: true }).click();
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Friends' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'hub-1', exact: true }).first().click();
  await page.getByRole('heading', { name: 'hub-1' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Servers', exact: true }).click();
  await expect.poll(() => page.url()).toContain('/servers?search=hub');
});

test('a new search starts at the top of the list', async () => {
  const page = await windows.admin('/players?search=a');
  await page.getByRole('cell').getByRole('link').first().waitFor();
  await page.getByRole('table').evaluate((box) => box.scrollTo(0, 200));
  expect(await scrollOf(page)).toBe(200);
  await page.getByRole('searchbox').fill('e');
  await expect.poll(() => page.url()).toContain('search=e');
  await expect.poll(() => scrollOf(page)).toBe(0);
});

test('the menu opens a list anew, without the search that was in its field', async () => {
  const page = await windows.admin('/players?search=zzq');
  await page.getByText('No online player matches').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Players', exact: true }).click();
  await page.getByRole('cell').getByRole('link').first().waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('');
});

test('a page that cannot be shown has a heading, which gets the focus', async () => {
  const page = await windows.admin('/');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  for (const [path, title] of [
    ['/players/00000000-0000-4000-8000-0000000000ff', 'Player'],
    ['/servers/nowhere', 'nowhere'],
    ['/machines/nothing', 'This machine does not exist'],
    ['/nowhere', 'This page does not exist'],
  ] as const) {
    await page.evaluate((to) => history.pushState(null, '', to), path);
    await expect.poll(() => focused(page)).toBe(`H1 ${title}`);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  }
});

test('the way back from a player keeps the search after a reload', async () => {
  const page = await windows.admin('/players?search=a');
  await page.getByRole('cell').getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Friends' }).waitFor();
  await page.reload();
  await page.getByRole('main').getByRole('link', { name: 'Players', exact: true }).click();
  await expect.poll(() => page.url()).toContain('/players?search=a');
});

test('a link of the menu of a phone gives the focus to the heading, its cross to what opened it', async () => {
  const page = await windows.admin('/', { viewport: { width: 390, height: 800 } });
  const opener = page.getByRole('button', { name: 'Open the menu' });
  await opener.click();
  const menu = page.getByRole('dialog');
  await menu.getByRole('button', { name: 'Close the menu' }).click();
  await menu.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('BUTTON Open the menu');
  await opener.click();
  await menu.getByRole('link', { name: 'Bans', exact: true }).click();
  await menu.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('H1 Bans');
});

test('spaces around what is searched for are left out', async () => {
  const { name } = await onlinePlayer(1);
  const page = await windows.admin('/players');
  await page.getByRole('searchbox').fill(` ${name} `);
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(name);
  await page.getByRole('link', { name, exact: true }).waitFor();
});
