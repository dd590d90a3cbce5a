import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { api, onlinePlayer, read } from './api.ts';
import { focused, holdAnswer, useWindows } from './dashboard-fixture.ts';
import { tokenIn } from './window.ts';

const windows = useWindows();
const QUESTION = 'Drop what you entered?';

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'New ban' }).click();
  const dialog = page.getByRole('dialog', { name: 'New ban' });
  await dialog.getByLabel('Name').fill('Draft_Tester');
  return dialog;
}

test('a form that is filled in is not dropped by a click beside it, by Escape or by its cross, unasked', async () => {
  const page = await windows.admin('/bans');
  const dialog = await openForm(page);
  for (const leave of [
    () => page.mouse.click(5, 400),
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await leave();
    await dialog.getByText(QUESTION).waitFor();
    expect(await focused(page)).toBe('BUTTON Go on editing');
    await page.keyboard.press('Enter');
    await dialog.getByText(QUESTION).waitFor({ state: 'detached' });
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Draft_Tester');
  }
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Drop it' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('BUTTON New ban');
  // An empty one has nothing to lose.
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Name').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('the back button of the browser asks before it leaves a form that is filled in', async () => {
  const page = await windows.admin('/players');
  await page.getByRole('navigation').getByRole('link', { name: 'Bans', exact: true }).click();
  const dialog = await openForm(page);
  await page.evaluate(() => history.back());
  await dialog.getByText(QUESTION).waitFor();
  expect(new URL(page.url()).pathname).toBe('/bans');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Draft_Tester');
});

test('a dialog waits for the answer to its action, and says that it failed', async () => {
  const player = await onlinePlayer(2);
  const page = await windows.admin(`/players/${player.uuid}`);
  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  const answer = holdAnswer();
  await page.route(/\/api\/bans$/, async (route) => {
    await answer.opened;
    await route.fulfill({ status: 502, body: 'no' });
  });
  const dialog = page.getByRole('dialog');
  const asked = page.waitForRequest(/\/api\/bans$/);
  await dialog.getByRole('button', { name: /^Ban .+ for 24 hours$/ }).click();
  await asked;
  await page.keyboard.press('Escape');
  answer.open();
  await dialog.getByRole('alert').waitFor();
});

test('Escape where a session has ended keeps the form behind it, which has the focus after the sign-in', async () => {
  const { page, context } = await windows.signedIn('/bans');
  const form = await openForm(page);
  const { url, password } = inject('network');
  const authorization = `Bearer ${await tokenIn(context)}`;
  await fetch(`${url}/api/auth/logout`, { method: 'POST', headers: { authorization } });
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  const field = ended.getByRole('textbox', { name: 'Password' });
  await field.waitFor();
  await page.keyboard.press('Escape');
  await field.fill(password);
  await field.press('Enter');
  await ended.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toMatch(/^INPUT/);
  expect(await form.getByLabel('Name').inputValue()).toBe('Draft_Tester');
});

test('a message that is not saved is there after another page and after a reload, and says so', async () => {
  const { motd } = await read<{ motd: string }>('/proxy/status');
  const page = await windows.admin('/proxy');
  const text = page.getByLabel('Normal message');
  await text.fill('Not finished');
  await page.getByText('Unsaved', { exact: true }).waitFor();
  const menu = page.getByRole('navigation');
  await menu.getByRole('link', { name: 'Bans', exact: true }).click();
  await page.getByRole('heading', { name: 'Bans' }).waitFor();
  await menu.getByRole('link', { name: 'Proxy', exact: true }).click();
  await page.getByText('Unsaved', { exact: true }).waitFor();
  expect(await text.inputValue()).toBe('Not finished');
  await page.reload();
  await page.getByText('Unsaved', { exact: true }).waitFor();
  expect(await text.inputValue()).toBe('Not finished');
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(await text.inputValue()).toBe(motd);
  expect(await page.getByText('Unsaved', { exact: true }).count()).toBe(0);
});

test('a message that is not saved goes with the session', async () => {
  const page = await windows.admin('/proxy');
  await page.getByLabel('Normal message').fill('Not finished');
  await page.getByText('Unsaved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in to your network' }).waitFor();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Not finished');
});

test('a name that was not added to the bypass list is still in its field', async () => {
  onTestFinished(() => api('PUT', '/proxy/status', { maintenanceBypass: [] }).then(() => undefined));
  const page = await windows.admin('/proxy');
  await page.route('**/maintenance-bypass', (route) => route.fulfill({ status: 502, body: 'no' }));
  const field = page.getByLabel('Player name');
  await field.fill('Kept_Name');
  await field.press('Enter');
  await page.getByText('Kept_Name was not added').waitFor();
  expect(await field.inputValue()).toBe('Kept_Name');
});
