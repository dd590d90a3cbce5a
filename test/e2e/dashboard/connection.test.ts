import { expect, inject, onTestFinished, test } from 'vitest';
import { api } from './api.ts';
import { openRelay } from './tcp-relay.ts';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();

test('a page that is cut off says so, goes on from where it was, and shows what happened meanwhile', async () => {
  const line = await openRelay(inject('network').url);
  onTestFinished(() => line.close());
  onTestFinished(() => api('DELETE', '/servers/meanwhile-1').then(undefined, () => undefined));
  const page = await windows.admin('/servers', {}, line.url);
  await page.getByText('Live', { exact: true }).first().waitFor();
  await page.getByRole('link', { name: 'hub-1' }).waitFor();
  line.cut();
  await page.getByText('The connection is lost.').waitFor();
  await page.getByText(/What you see is as of/).waitFor();
  await page.getByText('Behind', { exact: true }).first().waitFor();
  // What was there stays to be read.
  expect(await page.getByRole('link', { name: 'hub-1' }).isVisible()).toBe(true);
  await api('POST', '/servers', { name: 'meanwhile-1', type: 'GAME' });
  const reopened = page.waitForRequest((request) => request.url().includes('/api/events'));
  line.mend();
  const { 'last-event-id': lastId } = await (await reopened).allHeaders();
  expect(lastId).toMatch(/^\d+$/);
  await page.getByText('The connection is lost.').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'meanwhile-1' }).waitFor();
});

test('a device without a network says so, and an action says what to do', async () => {
  const line = await openRelay(inject('network').url);
  onTestFinished(() => line.close());
  const page = await windows.admin('/servers', {}, line.url);
  await page.getByText('Live', { exact: true }).first().waitFor();
  const ping = page.getByRole('button', { name: 'Ping hub-1' });
  await ping.waitFor();
  line.cut();
  await page.context().setOffline(true);
  await page.getByText('This device is offline.').waitFor();
  await ping.click();
  await page.getByText('hub-1 was not asked').waitFor();
  await page.getByText('The coordinator does not answer').waitFor();
  line.mend();
  await page.context().setOffline(false);
  await page.getByText('Live', { exact: true }).first().waitFor();
});

test('a page that cannot be loaded says why and tries again when it is told to', async () => {
  const page = await windows.admin('/servers');
  await page.getByRole('link', { name: 'hub-1' }).waitFor();
  await page.route('**/api/bans?*', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title: 'Away',
        status: 503,
        detail: 'The database is away',
        code: 'storage_unavailable',
      }),
    }),
  );
  await page.getByRole('link', { name: 'Bans' }).click();
  await page.getByText('The database is away, so nothing was changed').waitFor();
  await page.unroute('**/api/bans?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('table', { name: 'bans' }).waitFor();
});
