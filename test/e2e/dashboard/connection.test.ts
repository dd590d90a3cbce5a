import { expect, inject, onTestFinished, test } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Route } from 'playwright-core';
import { api } from './api.ts';
import { waitUntil } from './coordinator-api.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { startCoordinator } from '../process.ts';
import { openRelay } from '../../fixtures/tcp-relay.ts';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();

const UNAVAILABLE = {
  status: 503,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Unavailable',
    status: 503,
    detail: 'The database is unavailable',
    code: 'storage_unavailable',
  }),
};

const FAILED = JSON.stringify({ ...JSON.parse(UNAVAILABLE.body), status: 500, code: 'internal_error' });

test('a page that loses its connection says so, resumes the stream, and shows what happened meanwhile', async () => {
  const relay = await openRelay(inject('network').url);
  onTestFinished(() => relay.close());
  onTestFinished(() => api('DELETE', '/servers/meanwhile-1').then(undefined, () => undefined));
  const page = await windows.admin('/servers', {}, relay.url);
  await page.getByText('Live', { exact: true }).first().waitFor();
  await page.getByRole('link', { name: 'hub-1' }).waitFor();
  relay.cut();
  await page.getByText(/^The coordinator cannot be reached since .*; what you see is of then$/).waitFor();
  await page.getByText('Disconnected', { exact: true }).first().waitFor();
  // The old data stays visible.
  expect(await page.getByRole('link', { name: 'hub-1' }).isVisible()).toBe(true);
  await api('POST', '/servers', { name: 'meanwhile-1', type: 'GAME' });
  const before = relay.sent.length;
  relay.restore();
  const reopened = await waitUntil(async () =>
    relay.sent.slice(before).find((request) => request.startsWith('GET /api/events ')),
  );
  expect(reopened).toMatch(/^last-event-id: \d+\r$/im);
  await page.getByText(/The coordinator cannot be reached/).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'meanwhile-1' }).waitFor();
});

test('a device without a network says so, and a failed action says what to do', async () => {
  const relay = await openRelay(inject('network').url);
  onTestFinished(() => relay.close());
  const page = await windows.admin('/servers', {}, relay.url);
  await page.getByText('Live', { exact: true }).first().waitFor();
  const ping = page.getByRole('button', { name: 'Ping hub-1' });
  await ping.waitFor();
  relay.cut();
  await page.context().setOffline(true);
  await page.getByText(/This device is offline/).waitFor();
  await ping.click();
  await page.getByText('Could not ping hub-1').waitFor();
  await page.getByText('The coordinator does not answer').waitFor();
  relay.restore();
  await page.context().setOffline(false);
  await page.getByText('Live', { exact: true }).first().waitFor();
});

test('a page that is first opened while the connection is lost is there when the connection is', async () => {
  const relay = await openRelay(inject('network').url);
  onTestFinished(() => relay.close());
  const page = await windows.admin('/servers', {}, relay.url);
  await page.getByText('Live', { exact: true }).first().waitFor();
  relay.cut();
  await page.getByText(/The coordinator cannot be reached/).waitFor();
  await page.getByRole('link', { name: 'Bans', exact: true }).click();
  await page.getByText('This page cannot be shown').waitFor();
  relay.restore();
  await page.getByRole('table', { name: / bans?$/ }).waitFor();
  expect(page.url()).toMatch(/\/bans$/);
});

test('a page whose data could not be loaded loads them by itself once it can', async () => {
  const page = await windows.admin('/servers');
  await page.getByRole('link', { name: 'hub-1' }).waitFor();
  await page.route('**/api/bans?*', (route) => route.fulfill(UNAVAILABLE));
  await page.getByRole('link', { name: 'Bans', exact: true }).click();
  await page.getByText('The database is unavailable, so nothing was changed').waitFor();
  await page.unroute('**/api/bans?*');
  await page.getByRole('table', { name: / bans?$/ }).waitFor();
});

test('a page that cannot be loaded says why, and has a button to try again', async () => {
  const page = await windows.admin('/servers');
  await page.getByRole('link', { name: 'hub-1' }).waitFor();
  await page.route('**/api/bans?*', (route) => route.fulfill(UNAVAILABLE));
  await page.getByRole('link', { name: 'Bans', exact: true }).click();
  await page.getByText('The database is unavailable, so nothing was changed').waitFor();
  await page.unroute('**/api/bans?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('table', { name: / bans?$/ }).waitFor();
});

const withoutAnswer = (route: Route) => route.abort('connectionrefused');
const OUTAGES: readonly (readonly [name: string, answer: (route: Route) => Promise<void>])[] = [
  ['does not answer', withoutAnswer],
  ['has no database', (route) => route.fulfill(UNAVAILABLE)],
  ['fails', (route) => route.fulfill({ ...UNAVAILABLE, status: 500, body: FAILED })],
  [
    'is away behind a proxy',
    (route) => route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad' }),
  ],
];

test.each(OUTAGES)(
  'a tab that is opened while the coordinator %s is there when it can be',
  async (_, answer) => {
    const { page, context } = await windows.signedIn('/');
    await page.close();
    await context.route('**/api/**', answer);
    const tab = await context.newPage();
    await tab.goto('/bans?search=nobody');
    await tab.getByText('This page goes on trying').waitFor();
    expect(await tab.getByRole('button', { name: 'Sign in' }).count()).toBe(0);
    await context.unroute('**/api/**');
    await tab.getByRole('searchbox').waitFor();
    expect(await tab.getByRole('searchbox').inputValue()).toBe('nobody');
  },
);

test('a page whose code does not come, although the stream stays, loads itself once it can be had', async () => {
  const page = await windows.admin('/servers');
  await page.getByText('Live', { exact: true }).first().waitFor();
  await page.route('**/assets/**', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  await page.getByRole('link', { name: 'Bans', exact: true }).click();
  await page.getByText('This page cannot be shown').waitFor();
  await page.unroute('**/assets/**');
  await page.getByRole('table', { name: / bans?$/ }).waitFor();
  expect(page.url()).toMatch(/\/bans$/);
});

test('a dialog whose code does not come says so over its page, which loads itself anew once it can be had', async () => {
  const { page, context } = await windows.signedIn('/');
  await page.close();
  const tab = await context.newPage();
  const away = (route: Route) => route.abort('connectionrefused');
  await tab.route('**/assets/modal-*', away);
  await tab.goto('/servers');
  await tab.getByRole('link', { name: 'hub-1' }).waitFor();
  await tab.route('**/assets/**', away);
  await tab.getByRole('button', { name: 'Add a server' }).first().click();
  const dialog = tab.getByRole('dialog', { name: 'This dialog cannot be loaded' });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await tab.getByRole('link', { name: 'hub-1' }).waitFor();
  await tab.getByRole('button', { name: 'Add a server' }).first().click();
  await dialog.waitFor();
  const reloaded = tab.waitForEvent('load');
  await tab.unrouteAll();
  await reloaded;
  await tab.getByRole('button', { name: 'Add a server' }).first().click();
  await tab.getByRole('dialog', { name: 'Add a server' }).waitFor();
});

test('after a restart of the coordinator the page goes on, also at a page that was first opened meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-restart-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const listen = `127.0.0.1:${await freePort()}`;
  const before = await startCoordinator(folder, { listen });
  const secret = { password: before.password ?? '' };
  const { page } = await windows.signedIn('/servers', secret, before.url);
  await page.getByText('Live', { exact: true }).first().waitFor();
  await before.end('SIGKILL');
  await page.getByText('The coordinator cannot be reached since').first().waitFor();
  await page.getByRole('link', { name: 'Bans', exact: true }).click();
  await page.getByText('This page cannot be shown').waitFor();
  const after = await startCoordinator(folder, { listen });
  onTestFinished(() => after.end().then(() => undefined));
  await page.getByText('No bans').waitFor({ timeout: 30_000 });
  await page.getByText('Live', { exact: true }).first().waitFor();
});
