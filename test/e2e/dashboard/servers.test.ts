import { expect, onTestFinished, test } from 'vitest';
import { api, read } from './api.ts';
import { rowOf, useWindows } from './dashboard-fixture.ts';

const windows = useWindows();

test('a server is added with all its values, appears in another window, and is removed again', async () => {
  const [page, other] = [await windows.admin('/servers'), await windows.admin('/servers')];
  onTestFinished(() => api('DELETE', '/servers/trial-1').then(undefined, () => undefined));
  await other.getByRole('link', { name: 'hub-1' }).waitFor();
  await page.getByRole('button', { name: 'Add a server' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a server' });
  await dialog.getByLabel('Name').fill('trial/1');
  await dialog.getByText('Use at most 64 visible characters').waitFor();
  await dialog.getByLabel('Name').fill('trial-1');
  await dialog.getByLabel('Max players').fill('42');
  await dialog.getByLabel('Game', { exact: true }).fill('Trials');
  await dialog.getByLabel('Address').fill('127.0.0.1:1');
  await dialog.getByRole('button', { name: 'Add trial-1' }).click();
  for (const window of [page, other]) {
    const row = rowOf(window, 'trial-1');
    await row.getByText('Offline').waitFor();
    await row.getByText('/ 42').waitFor();
    await row.getByText('GAME · Trials').waitFor();
  }
  await page.getByRole('button', { name: 'Ping trial-1' }).click();
  await page.getByText('trial-1 does not answer').waitFor();
  // By keyboard: the notification may cover the last rows until it closes, and the pointer on it keeps it open.
  await page.getByRole('button', { name: 'Remove trial-1' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove trial-1' }).click();
  for (const window of [page, other]) await rowOf(window, 'trial-1').waitFor({ state: 'detached' });
});

test('the dialog refuses a name that exists, and stays open', async () => {
  const page = await windows.admin('/servers');
  await page.getByRole('button', { name: 'Add a server' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('hub-1');
  await dialog.getByRole('button', { name: 'Add hub-1' }).click();
  await dialog.getByText('A server with this name already exists').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('a running server answers a ping', async () => {
  const page = await windows.admin('/servers');
  await page.getByRole('button', { name: 'Ping hub-1' }).click();
  await page.getByText('hub-1 answers').waitFor();
});

test('servers can be searched and sorted, and the cards show the same servers', async () => {
  const page = await windows.admin('/servers');
  await page.getByRole('link', { name: 'hub-1' }).waitFor();
  const names = async () => page.getByRole('cell').getByRole('link').allTextContents();
  const servers = await read<{ name: string }[]>('/servers');
  expect((await names()).length).toBe(servers.length);
  await page.getByRole('button', { name: 'Name' }).click();
  await page
    .getByRole('columnheader', { name: 'Name' })
    .and(page.locator('[aria-sort=descending]'))
    .waitFor();
  expect(await names()).toEqual((await names()).toSorted().toReversed());
  await page.getByRole('searchbox').fill('HUB');
  await page.getByRole('link', { name: 'survival-1' }).waitFor({ state: 'detached' });
  expect((await names()).every((name) => name.startsWith('hub'))).toBe(true);
  await page.getByText('Cards', { exact: true }).click();
  await page.getByRole('listitem').filter({ hasText: 'hub-1' }).getByText('HUB', { exact: true }).waitFor();
  await page.reload();
  await page.getByRole('listitem').filter({ hasText: 'hub-1' }).getByText('HUB', { exact: true }).waitFor();
});

test('the progress of a restart is shown, also in another window', async () => {
  const [page, other] = [await windows.admin('/servers/hub-3'), await windows.admin('/servers')];
  await rowOf(other, 'hub-3').waitFor();
  await page.getByRole('button', { name: 'Restart', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restart hub-3' }).click();
  const steps = page.getByRole('list', { name: 'Restart' });
  await steps.getByText(/Restarts in \d+ s/).waitFor();
  await rowOf(other, 'hub-3')
    .getByText(/Restarts in \d+ s/)
    .waitFor();
  expect(await page.getByRole('button', { name: 'Restart', exact: true }).isDisabled()).toBe(true);
  await rowOf(other, 'hub-3').getByText('Restarting', { exact: true }).waitFor({ timeout: 25_000 });
  await rowOf(other, 'hub-3').getByText('Idle').waitFor({ timeout: 25_000 });
  await steps.waitFor({ state: 'detached' });
  await page.getByText('Idle').first().waitFor();
});

test('a server of which nobody can tell who is on it is restarted only after a second question', async () => {
  const page = await windows.admin('/servers');
  await page.route('**/api/servers', async (route) => {
    const response = await route.fetch();
    const servers: { name: string }[] = await response.json();
    const json = servers.map((server) =>
      server.name === 'hub-1'
        ? { ...server, playersUnknown: 'the list of the console cannot be read' }
        : server,
    );
    await route.fulfill({ response, json });
  });
  const answer = { status: 202, json: { success: true, state: 'DRAINING' } };
  await page.route('**/api/servers/hub-1/restart?*', (route) => route.fulfill(answer));
  await page.reload();
  await page.getByRole('button', { name: 'Restart hub-1' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog
    .getByText('Nobody can tell who is on this server: the list of the console cannot be read')
    .waitFor();
  const restart = dialog.getByRole('button', { name: 'Restart hub-1' });
  expect(await restart.isDisabled()).toBe(true);
  await dialog.getByRole('checkbox').check();
  const asked = page.waitForRequest('**/api/servers/hub-1/restart?force=true');
  await restart.click();
  await asked;
});

test('a server of which that becomes unknown after the first question is restarted after the second', async () => {
  const page = await windows.admin('/servers');
  await page.route('**/api/servers/hub-1/restart', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: { code: 'players_unknown', status: 409, detail: 'Who is on this server is not known' },
    }),
  );
  const answer = { status: 202, json: { success: true, state: 'DRAINING' } };
  await page.route('**/api/servers/hub-1/restart?force=true', (route) => route.fulfill(answer));
  await page.getByRole('button', { name: 'Restart hub-1' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const restart = dialog.getByRole('button', { name: 'Restart hub-1' });
  await restart.click();
  await dialog.getByRole('alert').getByText('Nobody can tell who is on this server').waitFor();
  expect(await restart.isDisabled()).toBe(true);
  await dialog.getByRole('checkbox').check();
  await restart.click();
  await dialog.waitFor({ state: 'detached' });
});

test('a server lists its players, with links to them', async () => {
  const page = await windows.admin('/servers/hub-1');
  const table = page.getByRole('table', { name: 'Players on hub-1' });
  await table.getByRole('link').first().waitFor();
  await table.getByRole('button', { name: 'Player' }).click();
  await table.locator('[aria-sort]').getByText('Player').waitFor();
  await table.getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Friends' }).waitFor();
});

test('the page of an unknown server says so', async () => {
  const page = await windows.admin('/servers/never-was');
  await page.getByText('This server does not exist').waitFor();
});
